"""A move in words, taken from the prompt that offered it: what the button said, or what the form was filled with."""

from companion.rules.hammer import Hit, counted
from companion.rules.move import Move
from companion.rules.prompt import Form, Prompt
from companion.rules.text import Text, listed, say


def told(prompts: tuple[Prompt, ...], move: Move) -> Text:
    if isinstance(move, Hit):
        return say("Hit: {boulders}", boulders=counted(move.boulders))
    for prompt in prompts:
        for choice in prompt.choices:
            if choice.move == move:
                return say("{question} {answer}", question=prompt.text, answer=choice.text)
        for form in prompt.forms:
            if form.takes(move):
                return say("{question} {answer}", question=prompt.text, answer=filled(form, move))
    return say("A correction")


def filled(form: Form, move: Move) -> Text:
    return listed([field.told(getattr(move, field.name)) for field in form.fields])
