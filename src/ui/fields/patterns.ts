import { createSubscriber } from 'svelte/reactivity';
import type { Matches } from '#domain/field/value/problem.ts';

let engine: Matches | null = null;
let isLoading = false;
let announce = () => {};
const followLoading = createSubscriber((update) => {
  announce = update;
});

/**
 * Checks whether a value matches a field's pattern. The engine is only loaded on pages that have a pattern.
 * Until it's loaded, every value matches.
 */
export function matchesPattern(pattern: string, value: string): boolean {
  followLoading();
  if (engine !== null) return engine(pattern, value);
  void load();
  return true;
}

async function load(): Promise<void> {
  if (isLoading) return;
  isLoading = true;
  try {
    engine = (await import('#wire/pattern.ts')).matchesPattern;
    announce();
  } catch {
    // Without a connection, the server still checks the value. The next value tries to load the engine again.
    isLoading = false;
  }
}
