import { LIMITS } from '../limits.ts';
import {
  DATE_PARTS,
  NAME_TOKENS,
  PERSON_PROPERTIES,
  type DatePart,
  type NameToken,
  type PersonProperty,
  type PlainToken,
} from './tokens.ts';

/** A part of a date pattern: digits of the date, or the text between them. */
export type DatePiece = DatePart | { readonly text: string };

/** A node of a parsed pattern. `position` is the offset of its first character. */
export type PatternNode =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'plain'; readonly token: PlainToken }
  | { readonly kind: 'date'; readonly pieces: readonly DatePiece[] }
  | { readonly kind: 'prefill'; readonly key: string; readonly position: number }
  | {
      readonly kind: 'role';
      readonly role: string;
      readonly property: PersonProperty;
      readonly position: number;
    };

/** A syntax tree, or an error whose `position` is the offset in UTF-16 units, counted from 0. */
export type ParsedPattern =
  | { readonly ok: true; readonly nodes: readonly PatternNode[] }
  | { readonly ok: false; readonly message: string; readonly position: number };

type Parsed<T> = { readonly ok: true; readonly value: T } | (ParsedPattern & { readonly ok: false });

/**
 * Parses a name pattern of 1 to 200 characters. Braces may only enclose tokens and can't be escaped, so
 * `{{date}}` is reported as a mistake.
 */
export function parseNamePattern(pattern: string): ParsedPattern {
  if (pattern === '') return createFailure("can't be empty", 0);
  if (pattern.length > LIMITS.namePatternMaxChars)
    return createFailure(
      `must have at most ${LIMITS.namePatternMaxChars} characters`,
      LIMITS.namePatternMaxChars,
    );
  const nodes: PatternNode[] = [];
  let at = 0;
  while (at < pattern.length) {
    if (pattern.charAt(at) !== '{') {
      const end = endOfText(pattern, at);
      if (pattern.charAt(end) === '}')
        return createFailure('has a closing brace without an opening one', end);
      nodes.push({ kind: 'text', text: pattern.slice(at, end) });
      at = end;
      continue;
    }
    const close = pattern.indexOf('}', at);
    if (close === -1) return createFailure('has an unclosed brace', at);
    const inner = pattern.indexOf('{', at + 1);
    if (inner !== -1 && inner < close) return createFailure("has nested braces, which aren't allowed", inner);
    const token = parseToken(pattern.slice(at + 1, close), at);
    if (!token.ok) return token;
    nodes.push(token.value);
    at = close + 1;
  }
  return { ok: true, nodes };
}

/** Returns the message of a parse error together with its position, counted from 1. */
export function describeFailure({ message, position }: ParsedPattern & { readonly ok: false }): string {
  return `${message} (at character ${position + 1})`;
}

function endOfText(pattern: string, from: number): number {
  const length = pattern.slice(from).search(/[{}]/);
  return length === -1 ? pattern.length : from + length;
}

function parseToken(body: string, position: number): Parsed<PatternNode> {
  const colon = body.indexOf(':');
  const name = colon === -1 ? body : body.slice(0, colon);
  const argument = colon === -1 ? null : body.slice(colon + 1);
  if (!isToken(name))
    return createFailure(
      `has an unknown token {${body}}. The tokens are ${Object.keys(NAME_TOKENS).join(', ')}`,
      position,
    );
  // The argument starts after the brace, the name, and the colon.
  const inside = position + name.length + 2;
  switch (name) {
    case 'date':
      return parseDate(argument ?? 'YYYY-MM-DD', inside);
    case 'prefill':
      if (argument === null || argument === '')
        return createFailure('requires a prefill key: {prefill:<prefill key>}', position);
      return { ok: true, value: { kind: 'prefill', key: argument, position } };
    case 'role':
      return parseRole(argument ?? '', position, inside);
    default:
      if (argument !== null)
        return createFailure(`passes an argument to {${name}}, which takes none`, inside - 1);
      return { ok: true, value: { kind: 'plain', token: name } };
  }
}

function parseRole(argument: string, position: number, inside: number): Parsed<PatternNode> {
  const dot = argument.lastIndexOf('.');
  const [role, property] = [argument.slice(0, Math.max(0, dot)), argument.slice(dot + 1)];
  if (dot === -1 || role === '')
    return createFailure(
      `requires a role and a property: {role:<api role name>.<${PERSON_PROPERTIES.join('|')}>}`,
      position,
    );
  if (!isProperty(property))
    return createFailure(
      `has an unknown role property “${property}”. The properties are ${PERSON_PROPERTIES.join(', ')}`,
      inside + dot + 1,
    );
  return { ok: true, value: { kind: 'role', role, property, position } };
}

/** Parses a date pattern: YYYY, MM, and DD with anything between them except ASCII letters and digits. */
function parseDate(format: string, inside: number): Parsed<PatternNode> {
  const pieces: DatePiece[] = [];
  let at = 0;
  while (at < format.length) {
    const part = DATE_PARTS.find((candidate) => format.startsWith(candidate, at));
    const text = part === undefined ? (/^[^A-Za-z0-9]+/.exec(format.slice(at))?.[0] ?? '') : '';
    if (part === undefined && text === '')
      return createFailure(`has an invalid date pattern. Use ${DATE_PARTS.join(', ')}`, inside + at);
    pieces.push(part ?? { text });
    at += (part ?? text).length;
  }
  if (!pieces.some((piece) => typeof piece === 'string'))
    return createFailure(`has a date pattern without ${DATE_PARTS.join(', ')}`, inside);
  return { ok: true, value: { kind: 'date', pieces } };
}

function isToken(name: string): name is NameToken {
  return Object.hasOwn(NAME_TOKENS, name);
}

function isProperty(name: string): name is PersonProperty {
  return PERSON_PROPERTIES.some((property) => property === name);
}

function createFailure(message: string, position: number): ParsedPattern & { readonly ok: false } {
  return { ok: false, message, position };
}
