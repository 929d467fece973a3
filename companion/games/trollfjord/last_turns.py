"""The end of a turn, the last turns, and the end of the game."""

from companion.games.trollfjord.score import best
from companion.games.trollfjord.state import BELT_SPACES, MovesLord, Over, State, changed, replaced, with_news
from companion.games.trollfjord.walkway import farthest_back
from companion.rules import Illegal, say


def end_turn(state: State) -> State:
    """On to whoever is last now; in the last turns the one who has just played is done."""
    if state.site:
        state = with_news(state, say("Put the boulders back into the tower."))
    if state.lying or len(state.belt(state.turn)) == BELT_SPACES:
        state = lain_down(state, state.turn)
    if not state.standing:
        return changed(state, now=Over())
    return changed(state, now=MovesLord(), turn=state.turn if state.by_hand else farthest_back(state))


def lain_down(state: State, seat: int) -> State:
    """All trolls leave the board and the lord lies down where it is; its space stays occupied."""
    news = [say("{name} has played the last turn and leaves the board.", name=state.name(seat))]
    if not state.lying:
        news.append(say("Everyone else has one more turn."))
    gone = replaced(state.trolls, seat, (0,) * len(state.land.regions))
    return with_news(changed(state, trolls=gone, lying=(*state.lying, seat)), *news)


def end_game(state: State) -> State:
    """Over before its end: nobody can reach a + space any more, or the evening is."""
    if isinstance(state.now, Over):
        raise Illegal("game_over", say("The game is over."))
    if not state.belted and not any(state.sacks):
        raise Illegal("nothing_to_score", say("Nobody has a treasure yet: there is nothing to score."))
    if state.by_hand and len(best(state)) > 1:
        raise Illegal("tied", say("There is a tie, and only the table knows whose troll lord is farther back."))
    return changed(state, now=Over(), news=(say("The host ended the game: it is scored as it stands."),))
