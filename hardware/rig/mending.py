"""What mends a fault, as words: a command is the same in every language, what to do with one's hands is not."""

from companion.common.text import Text


def command(line: str) -> Text:
    return Text("{command}", {"command": line})
