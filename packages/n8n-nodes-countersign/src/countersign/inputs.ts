import type { ExecuteFunctions } from '../shared/n8n.ts';

/** Reads the inputs of a node for one item. */
export type Inputs = {
  readonly text: (name: string) => string;
  readonly number: (name: string) => number;
  readonly flag: (name: string) => boolean;
  /** Returns the non-empty entries of a `collection`. */
  readonly options: (name: string) => Readonly<Record<string, unknown>>;
  /** Returns the entries of the group `group` in a `fixedCollection`. */
  readonly entries: (name: string, group: string) => readonly Readonly<Record<string, string>>[];
};

export function createInputs(functions: ExecuteFunctions, index: number): Inputs {
  const read = (name: string, fallback: unknown) => functions.getNodeParameter(name, index, fallback);
  return {
    text: (name) => String(read(name, '')).trim(),
    number: (name) => Number(read(name, 0)),
    flag: (name) => read(name, false) === true,
    options: (name) =>
      Object.fromEntries(
        Object.entries(read(name, {}) as Record<string, unknown>).filter(([, value]) => !isEmpty(value)),
      ),
    entries: (name, group) =>
      ((read(name, {}) as Record<string, unknown>)[group] as Record<string, string>[] | undefined) ?? [],
  };
}

function isEmpty(value: unknown): boolean {
  return (
    value === '' || value === null || value === undefined || (Array.isArray(value) && value.length === 0)
  );
}

/** Reads a JSON input. n8n passes it as text, or already parsed if it comes from an expression. */
export function parseJson(value: unknown, label: string): unknown {
  if (typeof value !== 'string') return value;
  if (value.trim() === '') return undefined;
  try {
    return JSON.parse(value) as unknown;
  } catch {
    throw new Error(`${label} must be valid JSON.`);
  }
}

/** Returns the message made of two options; nothing if neither is given. */
export function buildMessage({ subject, message }: Readonly<Record<string, unknown>>) {
  if (subject === undefined && message === undefined) return {};
  return {
    message: {
      ...(subject === undefined ? {} : { subject: String(subject) }),
      ...(message === undefined ? {} : { body: String(message) }),
    },
  };
}
