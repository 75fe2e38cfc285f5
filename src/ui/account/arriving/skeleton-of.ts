/** How a page that loads slowly is drawn until it arrives. */
export type SkeletonKind = 'list' | 'rows' | 'envelope' | 'section';

const PAGES: readonly (readonly [SkeletonKind, RegExp])[] = [
  ['list', /^\/envelopes$/],
  ['envelope', /^\/envelopes\/(?!new$)[^/]+$/],
  ['rows', /^\/(?:templates|outbox)$/],
  ['section', /^\/settings(?:\/|$)/],
];

/**
 * Returns the skeleton of the page at `to`, or null for pages that have a layout of their own. `within` means
 * that `to` is another section of the settings, whose navigation stays.
 */
export function findSkeleton(from: string, to: string): { kind: SkeletonKind; within: boolean } | null {
  const kind = PAGES.find(([, path]) => path.test(to))?.[0];
  if (kind === undefined || from === to) return null;
  return { kind, within: kind === 'section' && from.startsWith('/settings/') };
}
