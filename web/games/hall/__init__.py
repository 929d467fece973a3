"""The Hall is played on the pages that every game has; here are its picture and its words in other languages."""
