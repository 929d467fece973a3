"""From wave to wave: invasions, champions that change hands, scoring and upkeep, beyond the rulebook's examples."""

from random import Random

import msgspec
import pytest

from companion.games.fall import FALL
from companion.games.fall.ancestry import GRID, room
from companion.games.fall.cards import Quadrant
from companion.games.fall.champions import Champion
from companion.games.fall.moves import (
    Console,
    CoverPair,
    DrawChampions,
    EnoughSupplies,
    Enter,
    KeepChampion,
    LayCard,
    PickFallen,
    Settle,
    TellDoor,
    TellHall,
    TellRally,
    TurnGate,
    Use,
    Vote,
)
from companion.games.fall.score import domains_scored, halls_scored, votes_scored
from companion.games.fall.state import (
    Counts,
    Develops,
    EndsWave,
    Fights,
    Follower,
    Gain,
    Gate,
    Over,
    Rewards,
    Settles,
    State,
    Tallies,
    TellsHall,
    TellsOffer,
    TurnsGate,
    Uses,
    changed,
    votes_of,
)
from companion.games.fall.tally import to_count
from companion.games.fall.turn import settle
from companion.games.fall.waves import supplied
from companion.rules import Illegal, Pick, Sealed
from tests.companion.games.fall.positions import (
    BLUE,
    GREEN,
    PINK,
    YELLOW,
    after,
    ancestry,
    invaded,
    war,
    with_player,
)
from tests.players import dealt, shuffled


def honour(state: State) -> list[int]:
    return [player.honour for player in state.players]


def met(state: State, *champions: Champion) -> State:
    return changed(state, met=champions)


def rewarded(state: State) -> State:
    return settle(changed(state, now=EndsWave("champions"), pending=(Rewards(),) * len(state.offer)))


# Invasions.


@pytest.mark.parametrize(("wave", "gnomes"), [(1, 2), (2, 3), (3, 4)])
def test_each_gate_brings_the_invaders_of_its_wave_and_pays_for_the_fallen(wave: int, gnomes: int) -> None:
    full = {cavern.id: {BLUE: 5} for cavern in war().mountain.caverns}
    gates = tuple(TurnsGate(number) for number in range(3))
    state = war(PINK, full, row=(Gate(),) * 3, wave=wave, now=EndsWave("invasions"), pending=gates)
    state = after(state, (PINK, TurnGate("moss")))
    first = state.numbers.first_fallen[wave - 1]
    assert len(state.trail) == gnomes
    assert honour(state)[BLUE] == first + 2 * (gnomes - 1)
    assert state.pending == gates[1:]
    again = after(state, (PINK, TurnGate("fire")))
    assert honour(again)[BLUE] == 2 * (first + 2 * (gnomes - 1)), "each invasion has a first one of its own"
    with pytest.raises(Illegal):
        after(state, (PINK, TurnGate("moss")))


def test_who_decides_is_looked_for_in_the_order_of_the_clan_board() -> None:
    state = war(PINK, votes={"moss": ((YELLOW, 1),), "fire": ((GREEN, 1),)}, first=BLUE)
    order = ("hammer", "moss", "ice", "moon", "granite", "mud", "fire")
    box = msgspec.structs.replace(state.box, numbers=msgspec.structs.replace(state.numbers, clans=order))
    assert FALL.prompts(invaded(changed(state, box=box), "hammer", 1))[0].seats == (YELLOW,)
    nobody = invaded(changed(state, votes={}), "hammer", 1)
    assert FALL.prompts(nobody)[0].seats == (BLUE,), "where nobody has a vote, the first player"


def test_of_two_champions_alone_in_a_cavern_their_player_says_which_falls() -> None:
    tokens = {"Imbolg": (PINK, "granite-1"), "Okkag": (PINK, "granite-1")}
    state = invaded(war(BLUE, tokens=tokens), "granite", 1)
    (prompt,) = FALL.prompts(state)
    assert (prompt.seats, [str(choice.text) for choice in prompt.choices]) == ((PINK,), ["Imbolg", "Okkag"])
    with pytest.raises(Illegal):
        after(state, (PINK, PickFallen("")))


# Champions.


def test_everyone_behind_the_first_is_consoled_from_the_most_influence_down() -> None:
    state = rewarded(war(PINK, offer={"Imbolg": ((BLUE, 2), (PINK, 5), (YELLOW, 4), (GREEN, 1))}))
    asked = []
    for _ in range(2):
        (prompt,) = FALL.prompts(state)
        asked.append((prompt.seats[0], str(prompt.choices[1].text)))
        state = after(state, (prompt.seats[0], Console("honour")))
    assert asked == [(YELLOW, "2 honour"), (BLUE, "1 honour")]
    assert votes_of(state, GREEN, "ice") == 1, "no line is behind that disc: a vote"
    assert honour(state) == [1, 2, 0, 0]
    (prompt,) = FALL.prompts(state)
    assert prompt.key == "enter Imbolg"


def test_after_the_invasions_every_champion_of_the_offer_is_resolved() -> None:
    state = settle(war(PINK, offer={"Okkag": (), "Crym": (), "Sigddan": ()}, now=EndsWave("invasions")))
    assert state.gone == ("Okkag", "Crym", "Sigddan")


def test_a_renegade_brings_votes_of_any_clans_one_by_one() -> None:
    renegade = Champion("Vagrant", "I/II", "renegade", 2, lines=(1,))
    state = rewarded(met(war(PINK, offer={"Vagrant": ((PINK, 3), (BLUE, 1))}), renegade))
    state = after(state, (PINK, Vote("moss")))
    assert (votes_of(state, PINK, "moss"), votes_of(state, PINK, "fire")) == (1, 0)
    state = after(state, (PINK, Vote("fire")))
    assert votes_of(state, PINK, "fire") == 1
    state = after(state, (BLUE, Console("vote")), (BLUE, Vote("mud")))
    assert votes_of(state, BLUE, "mud") == 1


def test_a_champion_that_nobody_wanted_is_out_of_the_game_and_the_rest_follow_from_left_to_right() -> None:
    offer = {"Okkag": (), "Crym": ((PINK, 1),), "Sigddan": ((BLUE, 1),)}
    state = rewarded(war(PINK, offer=offer))
    assert state.gone == ("Okkag",)
    for champion, seat, den in (("Crym", PINK, "den-d1"), ("Sigddan", BLUE, "den-b1")):
        (prompt,) = FALL.prompts(state)
        if prompt.key == f"enter {champion}":
            state = after(state, (seat, Enter((den,))))
    assert [[each.champion for each in player.followers] for player in state.players] == [["Sigddan"], [], ["Crym"], []]
    state = after(state, (PINK, Use()))
    assert isinstance(state.pending[0], TellsOffer)
    field = FALL.prompts(state)[0].forms[0].fields[0]
    assert isinstance(field, Pick)
    assert not {"Okkag", "Crym", "Sigddan"} & {option.value for option in field.options}, "none is turned over again"


def test_a_champion_brings_its_symbol_its_token_and_what_it_does_at_once() -> None:
    champion = Champion("Runa", "I/II", "moss", 1, "Q", at_once=True, symbols=(Quadrant("wild"),))
    state = rewarded(met(war(PINK, {"fire-3": {PINK: 1}}, offer={"Runa": ((PINK, 1),)}), champion))
    with pytest.raises(Illegal):
        after(state, (PINK, Enter(("moss-3",))))
    state = after(state, (PINK, Enter(("fire-3",))))
    assert state.players[PINK].ancestry.borrowed == (Quadrant("wild"),)
    assert state.pending[0] == Uses("Runa", PINK)
    state = after(state, (PINK, Use(brings="honour", honour=4)))
    assert state.players[PINK].gains[0] == Gain("abilities", 1, 4)


def test_a_letter_of_pack_three_is_no_token_and_a_sixth_token_does_not_enter() -> None:
    third = Champion("Star", "III", "moss", 1, "S")
    state = rewarded(met(war(PINK, offer={"Star": ((PINK, 1),)}, wave=3), third))
    assert isinstance(state.now, Over), "nobody is asked where it enters"
    sixth = Champion("Sixth", "I/II", "moss", 1, "Z")
    for standing in (4, 5):
        tokens = {f"T{number}": (PINK, "den-d1") for number in range(standing)}
        state = rewarded(met(war(PINK, offer={"Sixth": ((PINK, 1),)}, tokens=tokens), sixth))
        entering = any(prompt.key == "enter Sixth" for prompt in FALL.prompts(state))
        assert entering == (standing == 4)


def test_what_counts_at_the_end_of_each_wave_is_asked_then_from_the_first_player_on() -> None:
    counted = Champion("Teller", "0", "moss", 1, each_wave=True), Champion("Teller II", "0", "moss", 1, each_wave=True)
    state = met(war(PINK, first=PINK), *counted)
    state = with_player(state, BLUE, followers=(Follower("Teller"),))
    state = with_player(state, GREEN, followers=(Follower("Teller II"),))
    state = settle(changed(state, now=EndsWave("champions"), pending=()))
    assert state.pending == (Uses("Teller II", GREEN), Uses("Teller", BLUE))


# Upkeep.


def test_upkeep_takes_back_cubes_claws_and_despair_and_passes_the_hammer() -> None:
    mine = ancestry("advance", "gnome", "influence", "wild")
    state = war(PINK, mine=mine, first=GREEN, row=(Gate("mud"),) * 4)
    covered = msgspec.structs.replace(mine, covered=tuple(mine.open)[:2])
    state = with_player(state, PINK, ancestry=covered, despair=2, followers=(Follower("Imbolg", used=2),))
    state = settle(changed(state, now=EndsWave("scoring")))
    pink = state.players[PINK]
    assert (pink.ancestry.covered, pink.despair, pink.followers) == ((), 0, (Follower("Imbolg"),))
    assert (state.wave, state.first, state.turn) == (2, BLUE, BLUE), "to the left, and round the table"
    assert state.row == (Gate(),) * 4
    assert state.pending == tuple(TellsOffer(number) for number in range(4)), "one for each player"
    assert isinstance(state.now, Develops)


@pytest.mark.parametrize(("wave", "pack"), [(1, "I/II"), (2, "III")])
def test_champions_of_the_wave_that_comes_are_turned_over(wave: int, pack: str) -> None:
    state = settle(changed(war(PINK, wave=wave), now=EndsWave("scoring")))
    field = FALL.prompts(state)[0].forms[0].fields[0]
    assert isinstance(field, Pick)
    packs = {state.champion(str(option.value)).pack for option in field.options if option.value != "?"}
    assert packs == {pack}


def test_where_the_companion_deals_champions_those_of_the_next_wave_lie_there_at_once() -> None:
    state: State = FALL.new(dealt(FALL, 4, Random(1)))
    for wave, pack in ((1, "I/II"), (2, "III")):
        gone = tuple(each.champion for each in state.offer)
        before = changed(war(PINK, wave=wave), packs=state.packs, gone=gone)
        after_it = settle(changed(before, now=EndsWave("scoring")))
        names = [each.champion for each in after_it.offer]
        assert after_it.pending == ()
        assert len(set(names)) == 4
        assert {after_it.champion(name).pack for name in names} == {pack}
        assert not set(names) & set(gone)


@pytest.mark.parametrize(("seats", "gates"), [(2, 3), (3, 3), (4, 4), (5, 5)])
def test_as_many_gate_cards_as_the_table_needs(seats: int, gates: int) -> None:
    state: State = FALL.new(dealt(FALL, seats, Random(1)))
    assert len(state.row) == gates
    assert len(state.offer) == seats + 1
    assert len(state.gnomes) == seats + 1
    assert state.rally not in {state.mountain.clan_of(cavern) for cavern in state.gnomes}


def test_the_third_wave_ends_the_game_with_halls_ancients_and_votes_and_no_domains() -> None:
    ancients = ancestry("ancients", "ancients", "ancients", "empty")
    state = war(PINK, {"hammer-1": {BLUE: 1}}, mine=ancients, wave=3, votes={"moss": ((PINK, 1),)})
    state = settle(changed(state, now=EndsWave("scoring")))
    assert isinstance(state.now, Over)
    sources = [{gain.source: gain.honour for gain in player.gains} for player in state.players]
    assert sources[PINK] == {"ancients": 3, "votes": state.tiles[0].first}
    assert "domains" not in sources[BLUE]


def test_a_hall_counts_caverns_and_an_invaded_one_is_the_gnomes() -> None:
    trolls = {"moss-3": {BLUE: 1}, "moss-4": {BLUE: 1, PINK: 1}, "ice-3": {PINK: 4}}
    state = war(PINK, trolls, halls=(12, 0, 0, 0, 0, 0, 0))
    assert state.mountain.halls[0].beside == ("moss-3", "moss-4", "ice-3", "ice-4")
    assert honour(halls_scored(state)) == [6, 0, 6, 0]
    with_gnomes = changed(state, gnomes=invaded(war(PINK, gnomes={"ice-4": 1}), "moss", 0).gnomes)
    assert honour(halls_scored(with_gnomes)) == [4, 0, 4, 0], "shared with the gnomes"


def test_each_tile_lies_beside_its_clan_on_the_clan_board() -> None:
    state = war(PINK, votes={"fire": ((BLUE, 2),), "moss": ((YELLOW, 1),)})
    order = ("fire", "moss", "ice", "moon", "granite", "hammer", "mud")
    box = msgspec.structs.replace(state.box, numbers=msgspec.structs.replace(state.numbers, clans=order))
    scored = votes_scored(changed(state, box=box))
    assert honour(scored) == [state.tiles[0].first, state.tiles[1].first, 0, 0]


# Before the first wave.


def test_a_fourth_gate_card_puts_the_rally_token_where_no_gnome_is() -> None:
    setup = msgspec.structs.replace(dealt(FALL, 2, Random(2)), doors=(), rally=None)
    state: State = FALL.new(setup)
    for door in ("moss-1", "ice-1", "mud-1"):
        state = FALL.apply(state, 0, TellDoor((door,)))
    with pytest.raises(Illegal):
        FALL.apply(state, 0, TellRally("ice"))
    drawn = {FALL.chance(state, 0, shuffled(Random(seed))) for seed in range(30)}
    assert drawn == {TellRally(clan) for clan in ("moon", "granite", "hammer", "fire")}
    assert FALL.apply(state, 0, TellRally("fire")).rally == "fire"


def test_of_each_great_hall_token_there_are_four() -> None:
    state = war(PINK, halls=(4, 4, 4, 4, 0, 0, 0), pending=(TellsHall(4),))
    drawn = {FALL.chance(state, 0, shuffled(Random(seed))) for seed in range(20)}
    assert drawn == {TellHall(8), TellHall(12)}


def gathered(seats: int = 2) -> State:
    state: State = FALL.new(dealt(FALL, seats, Random(3)))
    for seat in range(seats):
        two = (f"0 {2 * seat + 1:02}", f"0 {2 * seat + 2:02}")
        state = FALL.apply(FALL.apply(state, seat, DrawChampions(two)), seat, KeepChampion(two[0]))
    return state


def test_dens_hold_three_trolls_each_and_one_goes_out_of_each_door_clockwise() -> None:
    state = changed(gathered(3), gnomes={})
    assert isinstance(state.now, Settles)
    first = state.turn
    state = FALL.apply(state, first, Settle("A", ("moss-2", "granite-3"), "moss-2"))
    assert (state.trolls["den-a1"][first], state.trolls["den-a2"][first]) == (3, 3)
    assert (state.trolls["moss-2"][first], state.trolls["granite-3"][first]) == (1, 1)
    assert [(token.seat, token.place) for token in state.tokens] == [(first, "moss-2")]
    assert state.turn == (first + 1) % 3
    with pytest.raises(Illegal):
        FALL.apply(state, state.turn, Settle("A", ("moss-2", "granite-3")))


def test_no_first_troll_goes_where_a_gnome_lies() -> None:
    state = changed(gathered(), gnomes=war(gnomes={"moss-2": 1}).gnomes)
    with pytest.raises(Illegal):
        FALL.apply(state, state.turn, Settle("A", ("moss-2", "granite-3"), "granite-3"))
    FALL.apply(state, state.turn, Settle("A", ("moss-3", "granite-3"), "granite-3"))


def test_a_starting_champion_that_counts_at_once_is_asked_when_its_trolls_stand() -> None:
    state = changed(gathered(), gnomes={})
    bold = Champion("Bold", "0", "moss", 1, at_once=True)
    state = with_player(met(state, bold), state.turn, followers=(Follower("Bold"),))
    seat = state.turn
    state = FALL.apply(state, seat, Settle("A", ("moss-3", "granite-3")))
    assert state.pending == (Uses("Bold", seat),)


# Cards and supplies.


def test_hands_go_on_to_the_left_and_the_last_card_is_put_away() -> None:
    state = changed(gathered(3), gnomes={}, turn=0, pending=())
    names = [card.name for card in state.box.cards]
    hands = tuple(tuple(names[4 * seat : 4 * seat + 4]) for seat in range(3))
    state = changed(state, now=Develops(1, Sealed((0, 1, 2))), hands=hands, deck=())
    for each in range(3):
        before = state.hands
        for seat in range(3):
            place = next(iter(GRID.cells(room(state.players[seat].ancestry))))
            state = FALL.apply(state, seat, LayCard(before[seat][0], (place,)))
        if each < 2:
            assert [state.hands[(seat + 1) % 3] for seat in range(3)] == [hand[1:] for hand in before]
    assert state.hands == ()
    assert all(len(player.ancestry.laid) == 4 for player in state.players)


def test_supplies_are_settled_clockwise_and_what_is_missing_is_despair() -> None:
    wild = ancestry("wild", "wild", "wild", "empty")
    state = war(PINK, first=PINK)
    for seat in (YELLOW, GREEN):
        state = with_player(state, seat, ancestry=wild)
    state = settle(supplied(state))
    assert state.turn == GREEN, "pink has no pair to cover, green is next"
    pair = (GREEN, CoverPair(tuple(wild.open)[:2]))
    state = after(state, pair)
    assert (state.turn, state.players[GREEN].supplies, state.players[GREEN].despair) == (YELLOW, 7, 1)
    state = after(state, (YELLOW, EnoughSupplies()))
    assert (state.turn, state.now) == (PINK, Fights())
    assert [player.despair for player in state.players] == [2, 2, 2, 1]


# Scoring.


def test_a_domain_costs_one_for_each_invaded_cavern_and_only_those_who_hold_one() -> None:
    state = domains_scored(
        war(PINK, {"hammer-1": {BLUE: 1}, "hammer-4": {GREEN: 1, PINK: 1}}, {"hammer-2": 2, "hammer-3": 1})
    )
    assert honour(state) == [6 - 2, 0, 0, 0]


def test_where_only_scores_are_kept_a_clan_without_votes_is_not_asked_for() -> None:
    state = changed(war(PINK, votes={"ice": ((PINK, 1),)}), way="scoring", now=Tallies(), wave=3)
    asked = [each.number for each in to_count(state) if isinstance(each, Counts) and each.what == "votes"]
    assert asked == [state.numbers.clans.index("ice")]
