"""Section C, attacks: hand to hand in one's own space, or from the top of a tower; several cards, five dice at most."""

from companion.games.runedar.courtyard import hurt_goblin, hurt_troll
from companion.games.runedar.engines import back_to_reserve
from companion.games.runedar.faces import CROSSBOW, HITS
from companion.games.runedar.fortress import COURTYARD, in_sight
from companion.games.runedar.moves import Enemy, Hurt
from companion.games.runedar.state import (
    MOST_DICE,
    Arms,
    Hurts,
    Plays,
    State,
    Throws,
    changed,
    lay_down,
    with_news,
    with_orcs,
    without,
)
from companion.rules import say, say_many

HITS_AN_ORC = 2
ENGINES = ("tower", "catapult")


def is_ranged(state: State) -> bool:
    """From a tower one shoots; anywhere else one strikes."""
    return bool(in_sight(state.kit.fortress, state.place))


def has_enemies(state: State, place: str) -> bool:
    if place == COURTYARD:
        return bool(state.trolls) or any(goblin.circles for goblin in state.goblins)
    return bool(state.orcs_at(place))


def targets(state: State) -> list[str]:
    """What the dwarf can attack from here."""
    if not is_ranged(state):
        return [state.place] if has_enemies(state, state.place) else []
    engines = [engine for engine in ENGINES if getattr(state, engine) is not None]
    return [*engines, *(place for place in in_sight(state.kit.fortress, state.place) if has_enemies(state, place))]


def is_weapon(state: State, card: int) -> bool:
    face = state.face(card)
    return bool(face.ranged if is_ranged(state) else face.melee or face.blows)


def weapons(state: State, cards: tuple[int, ...]) -> tuple[int, ...]:
    """Those of these cards that can be used for an attack from here."""
    return tuple(card for card in cards if is_weapon(state, card))


def arm(state: State, arms: Arms, cards: tuple[int, ...]) -> State:
    """A magic card that brought its dwarf here was laid down before."""
    state = lay_down(state, *cards)
    faces = [state.face(card) for card in (*cards, *([] if arms.magic is None else [arms.magic]))]
    if is_ranged(state):
        dice = min(MOST_DICE, sum(face.ranged for face in faces))
        return changed(state, now=Throws(arms.target, dice))
    dice = min(MOST_DICE, sum(face.melee for face in faces))
    hits = 2 * sum(face.blows for face in faces)
    attack = Throws(arms.target, dice, hits)
    return changed(state, now=attack) if dice else struck(state, attack, ())


def struck(state: State, attack: Throws, dice: tuple[str, ...]) -> State:
    """Hand to hand only hits count, from a tower only crossbows; what is too much is lost."""
    bolts = dice.count(CROSSBOW) if is_ranged(state) else 0
    hits = 0 if is_ranged(state) else attack.hits + sum(HITS[face] for face in dice)
    state = changed(state, now=Plays())
    if attack.target == COURTYARD:
        return changed(state, now=Hurts(hits, bolts))
    if attack.target in ENGINES:
        return shot_engine(state, attack.target, bolts)
    beaten = min(bolts or hits // HITS_AN_ORC, state.orcs_at(attack.target))
    state = with_orcs(state, attack.target, -beaten)
    if not beaten:
        return with_news(state, say("No orc is beaten."))
    return with_news(state, say_many("{count} orc is beaten.", "{count} orcs are beaten.", beaten))


def shot_engine(state: State, engine: str, bolts: int) -> State:
    if not bolts:
        return with_news(state, say("It still stands."))
    state = back_to_reserve(state, engine)
    if engine == "tower":
        return with_news(state, say("The siege tower is gone."))
    return with_news(state, say("The catapult is gone."))


def vulnerable(state: State, attack: Hurts) -> list[Hurt]:
    """The damage that can still be done to the enemies in the courtyard."""
    enemies: list[tuple[Enemy, int, tuple[int, ...]]] = [
        *(("troll", number, each.circles) for number, each in enumerate(state.trolls, 1)),
        *(("goblin", number, each.circles) for number, each in enumerate(state.goblins, 1)),
    ]
    return [Hurt(enemy, number, circle) for enemy, number, circles in enemies for circle in covered(attack, circles)]


def covered(attack: Hurts, circles: tuple[int, ...]) -> list[int]:
    """The circles that one damage can cover: 0 where there is nothing to choose."""
    if attack.bolts:
        return [0] if circles else []
    kinds = dict.fromkeys(circles)
    return [circle if len(kinds) > 1 else 0 for circle in kinds if circle <= attack.hits]


def hurt(state: State, attack: Hurts, enemy: Hurt) -> State:
    """A bolt covers the circle that takes most hits: no other leaves less to do."""
    standing = state.trolls if enemy.enemy == "troll" else state.goblins
    circles = standing[enemy.number - 1].circles
    circle = enemy.circle or (circles[-1] if attack.bolts else circles[0])
    after = Hurts(attack.hits, attack.bolts - 1) if attack.bolts else Hurts(attack.hits - circle)
    left = without(circles, [circle])
    state = changed(state, now=after)
    if enemy.enemy == "troll":
        return hurt_troll(state, enemy.number, left)
    return hurt_goblin(state, enemy.number, left)


def passed(state: State, attack: Hurts) -> State | None:
    enemies = vulnerable(state, attack)
    if not enemies:
        return changed(state, now=Plays())
    return hurt(state, attack, enemies[0]) if len(enemies) == 1 else None
