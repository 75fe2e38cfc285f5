/** What a page that is slow to come is drawn as meanwhile. */
export type SkeletonKind = 'list' | 'rows' | 'envelope' | 'section';

const PAGES: readonly (readonly [SkeletonKind, RegExp])[] = [
  ['list', /^\/envelopes$/],
  ['envelope', /^\/envelopes\/(?!new$)[^/]+$/],
  ['rows', /^\/(?:templates|outbox)$/],
  ['section', /^\/settings(?:\/|$)/],
];

/**
 * Returns the skeleton of the page at `to`; null for pages that look like no other. `within` tells that `to` is another section
 * of the settings, whose navigation stays.
 */
export function findSkeleton(from: string, to: string): { kind: SkeletonKind; within: boolean } | null {
  const kind = PAGES.find(([, path]) => path.test(to))?.[0];
  if (kind === undefined || from === to) return null;
  return { kind, within: kind === 'section' && from.startsWith('/settings/') };
}
