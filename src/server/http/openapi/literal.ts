import { isObject } from './model.ts';

/** How a programming language writes values. */
export type Dialect = {
  readonly text: (value: string) => string;
  readonly key: (name: string) => string;
  readonly words: Readonly<Record<'true' | 'false' | 'null', string>>;
  /** Whether braces have spaces inside, as in `{ a: 1 }`. */
  readonly spaced: boolean;
};

const WIDTH = 78;

export const JSON_DIALECT: Dialect = {
  text: JSON.stringify,
  key: JSON.stringify,
  words: { true: 'true', false: 'false', null: 'null' },
  spaced: true,
};

export const TYPESCRIPT: Dialect = {
  text: quoteText,
  key: (name) => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : quoteText(name)),
  words: { true: 'true', false: 'false', null: 'null' },
  spaced: true,
};

export const PYTHON: Dialect = {
  text: JSON.stringify,
  key: JSON.stringify,
  words: { true: 'True', false: 'False', null: 'None' },
  spaced: false,
};

/**
 * Formats a JSON value as a literal: on one line if it fits after `taken` characters, otherwise with one line
 * per member.
 */
export function formatLiteral(value: unknown, dialect: Dialect, indent = '', taken = indent.length): string {
  const short = onOneLine(value, dialect);
  if (taken + short.length <= WIDTH || !isContainer(value)) return short;
  const inner = `${indent}${dialect === PYTHON ? '    ' : '  '}`;
  const comma = dialect === JSON_DIALECT ? '' : ',';
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}'];
  const lines = listMembers(value, dialect).map(
    ({ prefix, member }) =>
      `${inner}${prefix}${formatLiteral(member, dialect, inner, inner.length + prefix.length)}`,
  );
  return `${open}\n${lines.join(',\n')}${comma}\n${indent}${close}`;
}

function onOneLine(value: unknown, dialect: Dialect): string {
  if (typeof value === 'string') return dialect.text(value);
  if (typeof value === 'number') return String(value);
  if (value === true || value === false || value === null) return dialect.words[`${value}`];
  const members = listMembers(value, dialect).map(
    ({ prefix, member }) => `${prefix}${onOneLine(member, dialect)}`,
  );
  if (Array.isArray(value)) return `[${members.join(', ')}]`;
  const space = dialect.spaced && members.length > 0 ? ' ' : '';
  return `{${space}${members.join(', ')}${space}}`;
}

function listMembers(value: unknown, dialect: Dialect): { prefix: string; member: unknown }[] {
  if (Array.isArray(value)) return value.map((member: unknown) => ({ prefix: '', member }));
  if (!isObject(value)) throw new TypeError('not a JSON value');
  return Object.entries(value).map(([name, member]) => ({ prefix: `${dialect.key(name)}: `, member }));
}

function isContainer(value: unknown): boolean {
  return (Array.isArray(value) && value.length > 0) || (isObject(value) && Object.keys(value).length > 0);
}

function quoteText(text: string): string {
  return `'${JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
}
