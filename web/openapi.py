"""What this server understands, as an OpenAPI description: read off routes and what their views take, never written.

So it cannot be out of date: a route that is there is in it, with the very type that `@takes` decodes.
"""

import inspect
import re
from collections.abc import Callable, Iterator
from typing import Any

import msgspec
from flask import Blueprint, Flask, Response, current_app
from werkzeug.routing import Rule

from web.payloads import Body, File, Query, taken_by

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
    rules = [rule for rule in app.url_map.iter_rules() if not rule.endpoint.endswith("static")]
    bodies = list(dict.fromkeys(kind for kind in kinds_of(app, rules) if is_a(kind, Body)))
    schemas, components = msgspec.json.schema_components([Refusal, *bodies], ref_template=SCHEMAS)
    refusal, *schemas_of_bodies = schemas
    schema_of = dict(zip(bodies, schemas_of_bodies, strict=True))
    paths: dict[str, Described] = {}
    for rule in sorted(rules, key=lambda rule: rule.rule):
        path = re.sub(r"<(?:[^:<>]+:)?([^<>]+)>", r"{\1}", rule.rule)
        for method in sorted((rule.methods or set()) - {"HEAD", "OPTIONS"}):
            view = app.view_functions[rule.endpoint]
            operation = operation_of(rule, view, method) | {"responses": responses(refusal)}
            for kind in taken_by(view):
                if is_a(kind, Body):
                    operation["requestBody"] = content("application/json", schema_of[kind])
                elif isinstance(kind, File):
                    operation["requestBody"] = content("application/octet-stream", {"maxLength": kind.most})
            paths.setdefault(path, {})[method.lower()] = operation
    return {
        "openapi": "3.1.0",
        "info": {"title": "Trollhammer Companion", "version": "1"},
        "paths": paths,
        "components": {"schemas": components},
    }


def kinds_of(app: Flask, rules: list[Rule]) -> Iterator[Any]:
    for rule in rules:
        yield from taken_by(app.view_functions[rule.endpoint])


def is_a(kind: Any, base: type) -> bool:
    return isinstance(kind, type) and issubclass(kind, base)


def responses(refusal: Described) -> Described:
    words = {"application/json": {"schema": refusal}}
    return {"200": {"description": "Done"}, "4XX": {"description": "Refused, in words", "content": words}}


def content(kind: str, schema: Described) -> Described:
    return {"required": True, "content": {kind: {"schema": schema}}}


def operation_of(rule: Rule, view: Callable[..., Any], method: str) -> Described:
    parameters = [
        {"in": "path", "name": name, "required": True, "schema": schema_of_part(rule, name)}
        for name in sorted(rule.arguments)
    ]
    for kind in taken_by(view):
        parameters += queried(kind) if is_a(kind, Query) else []
    summary = (inspect.getdoc(view) or "").partition("\n")[0]
    return {
        "operationId": f"{rule.endpoint}.{method.lower()}",
        **({"summary": summary} if summary else {}),
        **({"parameters": parameters} if parameters else {}),
    }


def queried(kind: type[Query]) -> list[Described]:
    """What a view reads from the address behind the question mark."""
    _, components = msgspec.json.schema_components([kind], ref_template=SCHEMAS)
    schema = components[kind.__name__]
    required = schema.get("required", ())
    return [
        {"in": "query", "name": name, "required": name in required, "schema": part}
        for name, part in schema["properties"].items()
    ]


def schema_of_part(rule: Rule, name: str) -> Described:
    return NUMBER if type(rule._converters[name]).__name__ == "IntegerConverter" else {"type": "string"}
