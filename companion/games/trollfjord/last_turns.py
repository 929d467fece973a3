"""The end of a turn, the last turns, and the end of the game."""

from companion.games.trollfjord.state import BELT_SPACES, MovesLord, Over, State, changed, replaced, told
from companion.games.trollfjord.walkway import farthest_back
from companion.rules import say


def end_turn(state: State) -> State:
    """On to whoever is last now; in the last turns the one who has just played is done."""
    if state.site:
        state = told(state, say("Put the boulders back into the tower."))
    if state.lying or len(state.belt(state.turn)) == BELT_SPACES:
        state = lain_down(state, state.turn)
    if not state.standing:
        return changed(state, now=Over())
    return changed(state, now=MovesLord(), turn=farthest_back(state))


def lain_down(state: State, seat: int) -> State:
    """All trolls leave the board and the lord lies down where it is; its space stays occupied."""
    news = [say("{name} has played the last turn and leaves the board.", name=state.name(seat))]
    if not state.lying:
        news.append(say("Everyone else has one more turn."))
    gone = replaced(state.trolls, seat, (0,) * len(state.land.regions))
    return told(changed(state, trolls=gone, lying=(*state.lying, seat)), *news)
