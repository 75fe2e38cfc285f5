import { LIMITS } from '../limits.ts';
import { toPrintable } from '../text.ts';
import { FIELD_TYPES, type FieldType, getFieldTypeFacts, type ValueForm } from './catalogue.ts';
import { isAnnotation } from './answer.ts';
import { findFormProblem } from './validate.ts';
import { FIELD_KEY } from './key.ts';
import { DATE_PATTERNS, FORMAT_PATTERNS, NUMBER_PATTERNS, type FieldFormat } from './formats.ts';

/** What a tag in a document says about the field that it stands for. */
export type TextTag = {
  readonly type: FieldType;
  /** The person's role, as written in the tag. */
  readonly role: string | null;
  readonly label: string | null;
  readonly key: string | null;
  readonly required: boolean;
  readonly readonly: boolean;
  readonly defaultValue: string | null;
  readonly options: readonly string[] | null;
  readonly format: FieldFormat['pattern'] | null;
  /** In points. */
  readonly width: number | null;
  readonly height: number | null;
};

type TagProblem = { readonly reason: string };

/** Longer text between braces isn't a tag. */
export const TAG_MAX_CHARS = 500;

type Draft = { -readonly [K in keyof TextTag]?: TextTag[K] };
type Read = (value: string, tag: Draft) => string | null;

const WORDS = {
  type: (value, tag) => {
    const type = findFieldTypeByName(value);
    if (type === null) return `"${value}" is not a field type`;
    tag.type = type;
    return null;
  },
  role: createTextReader('role', LIMITS.nameMaxChars),
  label: createTextReader('label', LIMITS.labelMaxChars),
  default: createTextReader('defaultValue', LIMITS.valueMaxChars),
  required: flag('required'),
  readonly: flag('readonly'),
  key: (value, tag) => {
    if (!FIELD_KEY.test(value)) return `"${value}" is not a key`;
    tag.key = value;
    return null;
  },
  options: (value, tag) => {
    const options = value
      .split(/[,|]/u)
      .map((option) => option.trim())
      .filter((option) => option !== '');
    if (options.length === 0 || options.length > LIMITS.optionsMax) return 'options are missing or too many';
    if (new Set(options).size !== options.length) return 'an option is repeated';
    tag.options = options;
    return null;
  },
  format: (value, tag) => {
    const format = FORMAT_PATTERNS.find((pattern) => pattern.toLowerCase() === value.toLowerCase());
    if (format === undefined) return `"${value}" is not a format`;
    tag.format = format;
    return null;
  },
  width: createPointsReader('width'),
  height: createPointsReader('height'),
} as const satisfies Readonly<Record<string, Read>>;

/**
 * Reads the text between a tag's braces: `Name;type=date;role=Buyer` or `date, Buyer`. Returns the problem if
 * the text isn't a valid tag.
 */
export function readTag(inner: string): TextTag | TagProblem {
  const said = toPrintable(inner);
  if (said === '' || said.length > TAG_MAX_CHARS) return { reason: 'it is empty or too long' };
  const isList = !said.includes(';') && !said.includes('=');
  const [first = '', ...rest] = said.split(isList ? ',' : ';').map((part) => part.trim());
  const tag: Draft = {};
  const problem = isList ? readList(first, rest, tag) : readAttributes(first, rest, tag);
  if (problem !== null) return { reason: problem };
  const type = tag.type ?? 'text';
  const wrong = findContradiction(type, tag);
  if (wrong !== null) return { reason: wrong };
  return {
    type,
    role: tag.role ?? null,
    label: tag.label ?? null,
    key: tag.key ?? null,
    required: tag.required ?? getFieldTypeFacts(type).startsRequired,
    readonly: tag.readonly ?? false,
    defaultValue: tag.defaultValue ?? null,
    options: tag.options ?? null,
    format: tag.format ?? null,
    width: tag.width ?? null,
    height: tag.height ?? null,
  };
}

/** Reads `type`, or `type, role`. */
function readList(first: string, rest: readonly string[], tag: Draft): string | null {
  const type = findFieldTypeByName(first);
  if (rest.length > 1) return 'it has too many parts';
  if (type === null && rest.length > 0) return `"${first}" is not a field type`;
  if (type === null) return WORDS.label(first, tag);
  tag.type = type;
  const [role] = rest;
  return role === undefined ? null : WORDS.role(role, tag);
}

/** Reads a name followed by `attribute=value` parts. A name on its own may be a type. */
function readAttributes(first: string, rest: readonly string[], tag: Draft): string | null {
  const attributes = first.includes('=') ? [first, ...rest] : rest;
  if (!first.includes('=') && first !== '') {
    const problem = WORDS.label(first, tag);
    if (problem !== null) return problem;
  }
  const given = new Set<string>();
  for (const attribute of attributes) {
    if (attribute === '') continue;
    const at = attribute.indexOf('=');
    const name = (at < 0 ? attribute : attribute.slice(0, at)).trim().toLowerCase();
    const value = at < 0 ? 'true' : attribute.slice(at + 1).trim();
    if (!isWord(name)) return `"${name}" is not an attribute`;
    if (given.has(name)) return `${name} is given twice`;
    given.add(name);
    const problem = WORDS[name](value, tag);
    if (problem !== null) return problem;
  }
  if (!given.has('type')) tag.type = findFieldTypeByName(first) ?? 'text';
  return null;
}

function findContradiction(type: FieldType, tag: Draft): string | null {
  const facts = getFieldTypeFacts(type);
  if (facts.options === 'required' && tag.options === undefined) return `a ${type} needs options`;
  if (facts.options === 'none' && tag.options !== undefined) return `a ${type} has no options`;
  if (tag.format !== undefined && !listFormats(facts.value).some((format) => format === tag.format))
    return `a ${type} doesn't have this format`;
  if (tag.readonly === true && tag.defaultValue === undefined) return 'readonly needs a default';
  if (tag.defaultValue !== undefined && !facts.takesPrefill) return `a ${type} has no default`;
  if (tag.defaultValue == null) return null;
  const problem = findFormProblem({ type, options: tag.options ?? [] }, tag.defaultValue);
  return problem === null ? null : `the default ${problem}`;
}

function listFormats(form: ValueForm): readonly string[] {
  if (form === 'date') return DATE_PATTERNS;
  return form === 'number' ? NUMBER_PATTERNS : [];
}

/** Other names for types, as used by other services. */
const ALIASES: Readonly<Record<string, FieldType>> = {
  sign: 'signature',
  sig: 'signature',
  initial: 'initials',
  fullname: 'name',
  check: 'checkbox',
  select: 'dropdown',
  file: 'attachment',
};

function findFieldTypeByName(value: string): FieldType | null {
  const name = value.toLowerCase();
  return (
    FIELD_TYPES.find((type) => type === name && !isAnnotation({ type })) ??
    (Object.hasOwn(ALIASES, name) ? (ALIASES[name] ?? null) : null)
  );
}

function isWord(name: string): name is keyof typeof WORDS {
  return Object.hasOwn(WORDS, name);
}

function createTextReader(property: 'role' | 'label' | 'defaultValue', most: number): Read {
  return (value, tag) => {
    if (value === '' || value.length > most)
      return `${property === 'defaultValue' ? 'default' : property} is empty or too long`;
    tag[property] = value;
    return null;
  };
}

function flag(property: 'required' | 'readonly'): Read {
  return (value, tag) => {
    const word = value.toLowerCase();
    if (word !== 'true' && word !== 'false') return `${property} must be true or false`;
    tag[property] = word === 'true';
    return null;
  };
}

function createPointsReader(property: 'width' | 'height'): Read {
  return (value, tag) => {
    const number = /^\d{1,4}(\.\d{1,3})?$/u.test(value) ? Number(value) : 0;
    if (number < 4 || number > 2000) return `${property} must be 4 to 2000 points`;
    tag[property] = number;
    return null;
  };
}
