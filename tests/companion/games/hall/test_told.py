"""Cards that are told when they are turned over, and kept in the owner's box: every further game asks for fewer."""

from pathlib import Path
from random import Random
from typing import Any

import msgspec

from companion.box import Box
from companion.games.hall import HALL
from companion.games.hall.examples import CARDS, PATTERNS, carts_of
from companion.games.hall.moot import Troll, TrollClan
from companion.games.hall.moves import EndTurn, Reveal, RevealSpell, TellStarter
from companion.games.hall.resources import SYMBOLS
from companion.games.hall.spells import PRINTED
from companion.games.hall.state import Acts, Deck, Drafts, Over, Reveals, RevealsSpell, State, TellsStarter, changed
from companion.rules import Move, Prompt
from tests.companion.games.hall.players import KEEN
from tests.companion.games.hall.positions import keys, offered, played, table
from tests.players import answer, people, shuffled

CLANS: tuple[TrollClan, ...] = ("fire", "ice", "moon", "mud")
SEED = 1955


def begun(box: Box, decided: dict[str, str]) -> State:
    """As the set-up page begins a game with this box."""
    preparation = HALL.preparation
    assert preparation
    things = {kind: shelf.played_with(None) for kind, shelf in box.shelves.items()}
    settled = {"table": "told", "sides": "alone", "board": "autumn", **decided}
    setup = preparation.setup(people(HALL, 3), things, settled, preparation.entered(), shuffled(Random(SEED)))
    return HALL.new(setup)


def test_an_example_is_never_offered_as_a_card_that_lies_on_the_table(tmp_path: Path) -> None:
    state = begun(Box(tmp_path, HALL.box), {})
    assert (state.box.trolls, state.box.starters) == ((), ())
    assert state.box.spells == PRINTED
    assert state.pending.count(TellsStarter()) == 6


def test_a_card_is_its_clan_and_symbols_and_called_by_level_and_letter() -> None:
    state = changed(table(), pending=(Reveals(0), Reveals(1), Reveals(9)))
    state = played(state, *[Reveal("", "ice", ("rune", "ice_cart"))] * 2, Reveal("", "mud", ("coin",)))
    names = [waiting.troll.name for waiting in (state.horde[0], state.horde[1], state.horde[9]) if waiting]
    assert names == ["1a", "1b", "3a"]
    assert not state.pending


def test_a_spell_of_a_known_name_is_another_one() -> None:
    state = changed(table(), pending=(RevealsSpell(0),), spell_deck=Deck(5))
    after = played(state, RevealSpell("", "Golden Mask"))
    assert after.spellbook[0]
    assert after.spellbook[0].name == "Golden Mask 2"
    assert after.box.spells[-1].effect == "words"


def true_decks() -> dict[int, list[Troll]]:
    """The cards as they are in somebody's box: all different."""
    decks: dict[int, list[Troll]] = {}
    for level, count in CARDS.items():
        seen = [(clan, carts_of(clan, f"{pattern} coin")) for pattern in PATTERNS[level] for clan in CLANS]
        decks[level] = [
            Troll("", level, clan, tuple(sorted(symbols, key=SYMBOLS.index))) for clan, symbols in seen[:count]
        ]
    return decks


class Telling:
    """A table that tells what it turns over: by one tap where the card is known, else in full."""

    def __init__(self, chance: Random) -> None:
        self.chance = chance
        self.decks = {level: chance.sample(deck, len(deck)) for level, deck in true_decks().items()}
        self.in_full = 0

    def move(self, state: State, prompt: Prompt) -> Move:
        match state.pending[:1]:
            case (Reveals(),) if prompt.key.startswith("reveal"):
                return self.troll(state)
            case (TellsStarter(),):
                self.in_full += 1
                return TellStarter(("stone", "stone"), ("coin",))
            case (RevealsSpell(),) if known := [move for move in self.spells(state) if offered(state, move)]:
                return self.chance.choice(known)
            case (RevealsSpell(),):
                self.in_full += 1
                return RevealSpell("", f"Chant {len(state.box.spells)}")
        for _ in range(4):
            move = answer(HALL, prompt, self.chance)
            if move.__struct_config__.tag not in KEEN:
                break
        return move

    def spells(self, state: State) -> list[RevealSpell]:
        return [RevealSpell(spell.name) for spell in state.box.spells]

    def troll(self, state: State) -> Move:
        level = next(level for level in CARDS if f"level {level}" in str(HALL.prompts(state)[0].text))
        card = self.decks[level].pop()
        alike = [each for each in state.box.trolls if (each.clan, each.symbols) == (card.clan, card.symbols)]
        for each in alike:
            if offered(state, Reveal(each.name)):
                return Reveal(each.name)
        self.in_full += 1
        return Reveal("", card.clan, card.symbols)


def told_in_full(box: Box, seed: int) -> int:
    """How many cards a whole game had to be told in full, which are in the box from then on."""
    telling = Telling(Random(seed))
    state: Any = begun(box, {})
    for _ in range(3000):
        prompts = [prompt for prompt in HALL.prompts(state) if not prompt.aside]
        if not prompts:
            break
        prompt = telling.chance.choice(prompts)
        state = HALL.apply(state, prompt.seats[0], telling.move(state, prompt))
    assert isinstance(state.now, Over)
    box.learn(state)
    box.learn(state)
    return telling.in_full


def test_the_third_game_asks_for_almost_nothing(tmp_path: Path) -> None:
    print(f"seed {SEED}")
    games = [told_in_full(Box(tmp_path, HALL.box), SEED + game) for game in range(3)]
    assert games[0] > 25
    assert games[2] < games[1] < games[0]
    assert 4 * games[2] < games[0]
    names = [kept.name for kept in Box(tmp_path, HALL.box)["trolls"].kept if kept.mark == "yours"]
    assert len(names) <= sum(CARDS.values()), "nothing is kept twice"
    assert len(Box(tmp_path, HALL.box)["starters"].things) == 6


def test_another_game_like_it_knows_what_this_one_was_told(tmp_path: Path) -> None:
    preparation = HALL.preparation
    assert preparation
    state = begun(Box(tmp_path, HALL.box), {})
    state = changed(state, pending=tuple(each for each in state.pending if isinstance(each, TellsStarter)))
    while state.pending:
        state = HALL.apply(state, 0, TellStarter(("stone",), ()))
    setup = HALL.setup(people(HALL, 3), table().box)
    learned = HALL.learned(setup, [(state, EndTurn())])
    again = HALL.new(preparation.again(learned, shuffled(Random(SEED))))
    assert len(again.box.starters) == 6
    assert TellsStarter() not in again.pending


def test_too_few_known_cards_are_told_and_not_dealt(tmp_path: Path) -> None:
    box = Box(tmp_path, HALL.box)
    box["trolls"].keep(Troll("Grim", 1, "ice", ("rune",)))
    state = begun(box, {"table": "dealt"})
    assert [troll.name for troll in state.box.trolls] == ["Grim"]
    assert keys(state) == ["reveal 0"]
    assert offered(state, Reveal("Grim"))
    whole = begun(Box(tmp_path / "other", HALL.box), {"table": "dealt"})
    assert not isinstance(whole.now, Acts | Drafts)
    assert not whole.pending


def test_what_cannot_be_kept_never_stops_a_game(tmp_path: Path) -> None:
    box = Box(tmp_path, HALL.box)
    for number in range(HALL.box[5].most):
        box["trolls"].keep(Troll(f"Troll {number}", 1, "ice", ("rune",)))
    state = changed(table(), pending=(Reveals(0),))
    box.learn(played(state, Reveal("", "ice", ("coin",))))
    assert box["trolls"].get("1a") is None
    told = msgspec.structs.replace(state.box, trolls=(*state.box.trolls, Troll("", 1, "ice", ())))
    box.learn(changed(state, box=told))
