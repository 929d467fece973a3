"""What is asked where only honour, votes and scores are kept: the sums that the table sees."""

from companion.games.fall.asking import players
from companion.games.fall.mountain import CLANS
from companion.games.fall.moves import NOBODY, EndWave, NoMoreHalls
from companion.games.fall.numbers import WAVES
from companion.games.fall.state import Counts, State
from companion.games.fall.words import clan_name, wave_name
from companion.rules import Amount, Choice, Form, Option, Pick, Prompt, Several, say

MOST_TOLD = 60
MOST_VOTES = 8
MOST_CAVERNS = 6
MOST_ANCIENTS = 36


def wave(state: State) -> Prompt:
    whose = Pick("player", say("Who?"), players(state))
    clans = tuple(Option(clan, clan_name(clan)) for clan in CLANS)
    honour = Form("tell_honour", say("Honour gained"), (whose, Amount("honour", say("Honour"), 1, MOST_TOLD)))
    votes = Form(
        "tell_vote",
        say("Votes gained"),
        (whose, Pick("clan", say("Of which clan?"), clans), Amount("votes", say("How many votes?"), 1, MOST_VOTES)),
    )
    end = Choice(EndWave(), say("Score wave III") if state.wave == WAVES else say("Score this wave"))
    question = say("{wave} is played: tell honour and votes as they come.", wave=wave_name(state.wave))
    return Prompt(f"wave {state.wave}", state.everyone, question, (end,), (honour, votes))


def counts(state: State, asked: Counts) -> Prompt:
    everyone = state.everyone
    each = tuple(option for option in players(state) for _ in range(MOST_CAVERNS))
    match asked.what:
        case "domain":
            clan = CLANS[asked.number]
            held = Several("held", say("Who controls a cavern? Once for each"), each, 0, MOST_CAVERNS)
            form = Form(
                "count_domain",
                say("This domain"),
                (held, Amount("invaded", say("Invaded caverns"), 0, MOST_CAVERNS)),
            )
            question = say("{clan}: who controls caverns there?", clan=clan_name(clan))
            return Prompt(f"domain {clan}", everyone, question, forms=(form,))
        case "hall":
            values = tuple(Option(worth, say("{value}", value=worth)) for worth in dict.fromkeys(state.numbers.halls))
            gnomes = (Option(NOBODY, say("Gnomes")),) * MOST_CAVERNS
            held = Several(
                "held", say("Who holds a cavern beside it? Once for each"), (*each, *gnomes), 0, MOST_CAVERNS
            )
            form = Form("count_hall", say("A great hall"), (Pick("worth", say("Its token"), values), held))
            question = say("Great hall {number}: who holds the caverns around it?", number=asked.number + 1)
            return Prompt(
                f"hall {asked.number}", everyone, question, (Choice(NoMoreHalls(), say("No more halls")),), (form,)
            )
        case "ancients":
            form = Form("count_ancients", say("Ancients"), (Amount("ancients", say("How many?"), 0, MOST_ANCIENTS),))
            question = say("How many Ancients are in {name}'s ancestry?", name=state.name(asked.number))
            return Prompt(f"ancients {asked.number}", everyone, question, forms=(form,))
        case "votes":
            tiles = {str(tile): number for number, tile in enumerate(state.numbers.votes)}
            options = tuple(Option(number, say("{value}", value=text)) for text, number in tiles.items())
            form = Form("tell_votes", say("The vote tile"), (Pick("tile", say("Which one?"), options),))
            question = say("{clan}: which vote tile lies there?", clan=clan_name(state.numbers.clans[asked.number]))
            return Prompt(f"votes {asked.number}", everyone, question, forms=(form,))
