import { invalidate, invalidateAll } from '$app/navigation';
import { navigating } from '$app/state';

/**
 * Reloads what the page shows, or only what depends on `dependency`. Does nothing while the reader is
 * navigating to another page, because SvelteKit would drop that navigation.
 */
export async function refreshPage(dependency?: string): Promise<void> {
  if (navigating.to !== null) return;
  await (dependency === undefined ? invalidateAll() : invalidate(dependency));
}
