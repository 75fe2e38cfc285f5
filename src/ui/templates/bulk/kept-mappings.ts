import { z } from 'zod';
import { DAY_ORDERS } from '#domain/bulk-send/days.ts';
import type { Mapping } from '#domain/bulk-send/guess-columns.ts';

const kept = z.record(
  z.string(),
  z.object({ target: z.string().nullable(), dayOrder: z.enum(DAY_ORDERS).nullable() }),
);
const keyOf = (templateId: string) => `countersign:bulk-mappings:${templateId}`;

/** Returns how columns of earlier files were mapped, by normalized header. */
export function recallMappings(templateId: string): Readonly<Record<string, Mapping>> {
  try {
    const parsed = kept.safeParse(JSON.parse(localStorage.getItem(keyOf(templateId)) ?? '{}'));
    if (!parsed.success) return {};
    return Object.fromEntries(
      Object.entries(parsed.data).map(([header, mapping]) => [header, { ...mapping, guess: null }]),
    );
  } catch {
    // The browser keeps nothing.
    return {};
  }
}

export function keepMappings(templateId: string, mappings: readonly (readonly [string, Mapping])[]): void {
  const entries = mappings.map(([header, { target, dayOrder }]) => [header, { target, dayOrder }] as const);
  try {
    localStorage.setItem(keyOf(templateId), JSON.stringify(Object.fromEntries(entries)));
  } catch {
    // The browser keeps nothing: the next file is mapped like the first.
  }
}

export function forgetMappings(templateId: string): void {
  try {
    localStorage.removeItem(keyOf(templateId));
  } catch {
    // Nothing was kept.
  }
}
