"""What this server understands, as an OpenAPI description: read off the routes and their views, never written.

So it cannot be out of date: a route that is there is in it, with the very type that its view decodes.
"""

import ast
import inspect
import re
import textwrap
from collections.abc import Iterator
from typing import Any

import msgspec
from flask import Blueprint, Flask, Response, current_app
from werkzeug.routing import Rule

from web.bodies import Body

blueprint = Blueprint("openapi", __name__)

SCHEMAS = "#/components/schemas/{name}"
NUMBER = {"type": "integer", "minimum": 0}

Described = dict[str, Any]


class Refusal(msgspec.Struct):
    """Why not: a code for programs, words for people."""

    code: str
    text: str


@blueprint.get("/api/openapi.json")
def openapi() -> Response:
    known = current_app.extensions
    if "openapi" not in known:
        known["openapi"] = msgspec.json.encode(described(current_app))
    return Response(known["openapi"], mimetype="application/json")


def described(app: Flask) -> Described:
    rules = [rule for rule in app.url_map.iter_rules() if rule.endpoint != "static"]
    kinds = {rule.endpoint: View(app.view_functions[rule.endpoint]).body for rule in rules}
    bodies = [kind for kind in dict.fromkeys(kinds.values()) if kind is not None]
    schemas, components = msgspec.json.schema_components([Refusal, *bodies], ref_template=SCHEMAS)
    refusal, *schemas_of_bodies = schemas
    schema_of = dict(zip(bodies, schemas_of_bodies, strict=True))
    paths: dict[str, Described] = {}
    for rule in sorted(rules, key=lambda rule: rule.rule):
        path = re.sub(r"<(?:[^:<>]+:)?([^<>]+)>", r"{\1}", rule.rule)
        for method in sorted((rule.methods or set()) - {"HEAD", "OPTIONS"}):
            view = View(app.view_functions[rule.endpoint])
            kind = kinds[rule.endpoint]
            operation = view.described(rule, method) | {"responses": responses(refusal)}
            if method == "POST":
                operation["requestBody"] = sent(None if kind is None else schema_of[kind])
            paths.setdefault(path, {})[method.lower()] = operation
    return {
        "openapi": "3.1.0",
        "info": {"title": "Trollhammer Companion", "version": "1"},
        "paths": paths,
        "components": {"schemas": components},
    }


def responses(refusal: Described) -> Described:
    words = {"application/json": {"schema": refusal}}
    return {"200": {"description": "Done"}, "4XX": {"description": "Refused, in words", "content": words}}


def sent(schema: Described | None) -> Described:
    """A view that decodes no JSON takes a file."""
    if schema is None:
        return {"required": True, "content": {"application/octet-stream": {"schema": {}}}}
    return {"required": True, "content": {"application/json": {"schema": schema}}}


class View:
    """What the code of a view, and of its helpers in the same module, says about what it takes."""

    def __init__(self, view: Any) -> None:
        self._view = view
        self._calls = list(calls(view, set()))

    @property
    def body(self) -> type[Body] | None:
        """The type in its `body(…)`."""
        for call in self._calls:
            if isinstance(call.func, ast.Name) and call.func.id == "body" and isinstance(call.args[0], ast.Name):
                kind: type[Body] = self._view.__globals__[call.args[0].id]
                assert issubclass(kind, Body)
                return kind
        return None

    def described(self, rule: Rule, method: str) -> Described:
        where = [("path", name, schema_of_part(rule, name)) for name in sorted(rule.arguments)]
        where += [("query", name, schema) for name, schema in self._queries()]
        parameters = [
            {"in": place, "name": name, "required": place == "path", "schema": schema} for place, name, schema in where
        ]
        summary = (inspect.getdoc(self._view) or "").partition("\n")[0]
        return {
            "operationId": f"{rule.endpoint}.{method.lower()}",
            **({"summary": summary} if summary else {}),
            **({"parameters": parameters} if parameters else {}),
        }

    def _queries(self) -> Iterator[tuple[str, Described]]:
        """What it reads from the address: `request.args.get("…")` and `number("…")`."""
        for call in self._calls:
            if not call.args or not isinstance(call.args[0], ast.Constant):
                continue
            name = str(call.args[0].value)
            if ast.unparse(call.func) == "request.args.get":
                yield name, {"type": "string"}
            elif ast.unparse(call.func) == "number":
                yield name, NUMBER


def calls(function: Any, seen: set[str]) -> Iterator[ast.Call]:
    for node in ast.walk(ast.parse(textwrap.dedent(inspect.getsource(function)))):
        if not isinstance(node, ast.Call):
            continue
        yield node
        helper = function.__globals__.get(node.func.id) if isinstance(node.func, ast.Name) else None
        if inspect.isfunction(helper) and helper.__module__ == function.__module__ and helper.__name__ not in seen:
            seen.add(helper.__name__)
            yield from calls(helper, seen)


def schema_of_part(rule: Rule, name: str) -> Described:
    return NUMBER if type(rule._converters[name]).__name__ == "IntegerConverter" else {"type": "string"}
