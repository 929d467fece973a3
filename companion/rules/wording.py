"""A move in words, taken from the prompt that offered it: what the button said, or what the form was filled with.

Of what its reader may not know only the question is told.
"""

import msgspec

from companion.common.text import Text, listed, say
from companion.rules.hammering import Hit, counted
from companion.rules.move import Move
from companion.rules.prompt import Form, Prompt
from companion.rules.secret import could_be, hidden_in


def move_in_words(prompts: tuple[Prompt, ...], move: Move) -> Text:
    if isinstance(move, Hit):
        return say("Hit: {boulders}", boulders=counted(move.boulders))
    if hidden_in(move):
        return secret_in_words(prompts, move)
    for prompt in prompts:
        if answer := answer_in_words(prompt, move):
            return say("{question} {answer}", question=prompt.text, answer=answer)
    return say("A correction")


def answer_in_words(prompt: Prompt, move: Move) -> Text | None:
    """What the move answers to this prompt, if it does."""
    chosen = (choice.text for choice in prompt.choices if choice.move == move)
    filled_in = (filled(form, move) for form in prompt.forms if form.takes(move))
    return next(chosen, None) or next(filled_in, None)


def secret_in_words(prompts: tuple[Prompt, ...], move: Move) -> Text:
    for prompt in prompts:
        kinds = {form.do for form in prompt.forms}
        if move.__struct_config__.tag in kinds or any(could_be(choice.move, move) for choice in prompt.choices):
            return say("{question} (secret)", question=prompt.text)
    return say("A correction")


def filled(form: Form, move: Move) -> Text:
    values = msgspec.structs.asdict(move)
    return listed([field.in_words(values[field.name]) for field in form.asked(values)])
