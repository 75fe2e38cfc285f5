"""JSON as evidence has it, and its canonical form (RFC 8785)."""
import json

MAX_DEPTH = 100


class FormError(ValueError):
    """JSON, an event or a proof that isn't of its form."""


def _refuse(_):
    raise ValueError("not JSON")


def read_json(data):
    """Parses UTF-8 JSON (bytes or text) strictly."""
    try:
        text = data.decode("utf-8") if isinstance(data, bytes) else data
        return json.loads(text, parse_constant=_refuse)
    except (ValueError, RecursionError) as error:
        raise FormError("JSON") from error


def canonical(value):
    """RFC 8785 canonical JSON in UTF-8; raises FormError for what has none, such as half a surrogate pair."""
    try:
        return _write(value, 0).encode("utf-8")
    except (UnicodeEncodeError, OverflowError) as error:
        raise FormError("text or number") from error


def _write(value, depth):
    if depth > MAX_DEPTH:
        raise FormError("nested too deeply")
    if isinstance(value, dict):
        members = sorted(value.items(), key=lambda member: member[0].encode("utf-16-be"))
        return "{" + ",".join(json.dumps(key, ensure_ascii=False) + ":" + _write(item, depth + 1) for key, item in members) + "}"
    if isinstance(value, list):
        return "[" + ",".join(_write(item, depth + 1) for item in value) + "]"
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        return _number(float(value))
    return json.dumps(value, ensure_ascii=False)


def _number(value):
    """A number as ECMAScript writes it (Number::toString)."""
    if value in (float("inf"), float("-inf")):
        raise FormError("number")
    mantissa, exponent = f"{abs(value)!r}e0".split("e")[:2]
    whole, _, fraction = mantissa.partition(".")
    digits = (whole + fraction).lstrip("0")
    point = len(digits) - len(fraction) + int(exponent)
    digits = digits.rstrip("0")
    sign, size = "-" if value < 0 else "", len(digits)
    if not digits:
        return "0"
    if size <= point <= 21:
        text = digits + "0" * (point - size)
    elif 0 < point <= 21:
        text = digits[:point] + "." + digits[point:]
    elif -6 < point <= 0:
        text = "0." + "0" * -point + digits
    else:
        text = digits[0] + ("." + digits[1:] if size > 1 else "") + f"e{point - 1:+d}"
    return sign + text
