import { z } from 'zod';
import { DAY_ORDERS } from '#domain/bulk-send/days.ts';
import type { Mapping } from '#domain/bulk-send/guess-columns.ts';
import { normalizeHeader } from '#domain/bulk-send/header-words.ts';

const kept = z.record(
  z.string(),
  z.object({ target: z.string().nullable(), dayOrder: z.enum(DAY_ORDERS).nullable() }),
);
const getStorageKey = (templateId: string) => `countersign:bulk-mappings:${templateId}`;

/**
 * Returns the key that each column is remembered by, or null if its header doesn't distinguish it from the
 * others.
 */
export function toHeaderKeys(header: readonly string[]): (string | null)[] {
  const keys = header.map(normalizeHeader);
  return keys.map((key) => (key !== '' && keys.indexOf(key) === keys.lastIndexOf(key) ? key : null));
}

/**
 * Returns how the columns of earlier files were mapped, by normalized header. The next file may write its
 * days in a different order, so any order other than year-month-day has to be confirmed again.
 */
export function recallMappings(templateId: string): ReadonlyMap<string, Mapping> {
  try {
    const parsed = kept.safeParse(JSON.parse(localStorage.getItem(getStorageKey(templateId)) ?? '{}'));
    return new Map(
      Object.entries(parsed.data ?? {}).map(([key, { target, dayOrder }]) => [
        key,
        { target, dayOrder, guess: dayOrder === null || dayOrder === 'ymd' ? null : 'days' },
      ]),
    );
  } catch {
    // The browser doesn't store anything.
    return new Map();
  }
}

export function keepMappings(
  templateId: string,
  header: readonly string[],
  mappings: readonly Mapping[],
): void {
  const keys = toHeaderKeys(header);
  const entries = mappings.flatMap(({ target, dayOrder }, at) => {
    const key = keys[at] ?? null;
    return key === null ? [] : [[key, { target, dayOrder }] as const];
  });
  try {
    localStorage.setItem(getStorageKey(templateId), JSON.stringify(Object.fromEntries(entries)));
  } catch {
    // The browser doesn't store anything, so the next file is mapped like the first one.
  }
}

export function forgetMappings(templateId: string): void {
  try {
    localStorage.removeItem(getStorageKey(templateId));
  } catch {
    // Nothing was stored.
  }
}
