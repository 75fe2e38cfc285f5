import { jsonPointer, type Issue } from '#domain/errors.ts';

/** No request nests its values deeper: this leaves room, and keeps the stack from running out. */
const MAX_DEPTH = 32;

/**
 * What no schema sees: texts and numbers that neither the database nor canonical JSON could hold (NUL, halves of
 * surrogate pairs, numbers beyond the largest), and values nested too deeply to be looked at.
 */
export function storableIssues(value: unknown, sanitized: readonly string[] = []): Issue[] {
  return issuesAt(value, '', 0).filter(({ path }) => !sanitized.includes(path));
}

/** Whether a text can be stored and hashed. */
export function isText(value: string): boolean {
  return !value.includes('\0') && value.isWellFormed();
}

function issuesAt(value: unknown, path: string, depth: number): Issue[] {
  if (typeof value === 'string')
    return isText(value) ? [] : [{ path, message: 'contains an unsupported character' }];
  if (typeof value === 'number' && !Number.isFinite(value)) return [{ path, message: 'is out of range' }];
  if (typeof value !== 'object' || value === null) return [];
  if (depth === MAX_DEPTH) return [{ path, message: 'is nested too deeply' }];
  return Object.entries(value).flatMap(([key, inner]) => {
    const at = path + jsonPointer(key);
    // Schemas of maps pass over this name without a word.
    if (key === '__proto__') return [{ path: at, message: 'is not a known property' }];
    return [...issuesAt(key, at, depth), ...issuesAt(inner, at, depth + 1)];
  });
}
