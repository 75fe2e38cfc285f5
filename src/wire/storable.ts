import { toJsonPointer, type Issue } from '#domain/errors.ts';

/** Deeper than any valid request, but shallow enough for the stack. */
const MAX_DEPTH = 32;

/**
 * Finds what schemas don't check: texts and numbers that the database or canonical JSON can't represent (NUL,
 * lone surrogates, out-of-range numbers), and values that are nested too deeply.
 */
export function validateStorable(value: unknown, sanitized: readonly string[] = []): Issue[] {
  return validateValue(value, '', 0).filter(({ path }) => !sanitized.includes(path));
}

/** Checks whether a text can be stored and hashed. */
export function isText(value: string): boolean {
  return !value.includes('\0') && value.isWellFormed();
}

function validateValue(value: unknown, path: string, depth: number): Issue[] {
  if (typeof value === 'string')
    return isText(value) ? [] : [{ path, message: 'contains an unsupported character' }];
  if (typeof value === 'number' && !Number.isFinite(value)) return [{ path, message: 'is out of range' }];
  if (typeof value !== 'object' || value === null) return [];
  if (depth === MAX_DEPTH) return [{ path, message: 'is nested too deeply' }];
  return Object.entries(value).flatMap(([key, inner]) => {
    const at = path + toJsonPointer(key);
    // Schemas for records silently skip this name.
    if (key === '__proto__') return [{ path: at, message: 'is not a known property' }];
    return [...validateValue(key, at, depth), ...validateValue(inner, at, depth + 1)];
  });
}
