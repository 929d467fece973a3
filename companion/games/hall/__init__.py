"""In the Hall of the Mountain King: recruit trolls, dig tunnels, carry statues to the heart."""
