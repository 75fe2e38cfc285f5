import { m } from '#i18n/compiled/messages.js';
import type { EnvelopeListItem } from '#wire/envelope-list.ts';
import { hasWords, splitSearchWords, type Part } from '#ui/kit/found.ts';
import { dashboard } from './dashboard-client.ts';

/** Where a document says what was searched for. */
export type Passage = { readonly page: number; readonly parts: readonly Part[]; readonly matches: number };

/** How many envelopes are asked about at once. */
const AT_ONCE = 25;

/** Returns passages of the envelopes whose names and people don't say why they were found. */
export async function readPassages(
  search: string,
  items: readonly EnvelopeListItem[],
): Promise<ReadonlyMap<string, Passage>> {
  const words = splitSearchWords(search);
  const ids = items.filter((item) => !hasWords(joinNames(item), words)).map(({ id }) => id);
  const asked = Array.from({ length: Math.ceil(ids.length / AT_ONCE) }, (_, at) =>
    dashboard.envelope.passages.query({
      search,
      envelopeIds: ids.slice(at * AT_ONCE, (at + 1) * AT_ONCE),
    }),
  );
  const found = (await Promise.all(asked)).flat();
  return new Map(found.map(({ envelopeId, ...passage }) => [envelopeId, passage]));
}

function joinNames({ displayName, originalFilename, signers }: EnvelopeListItem): string {
  return [displayName, originalFilename, ...signers.map(({ name }) => name)].join(' ');
}

/** Says on which page a passage is, and how often that page has what was searched for. */
export function describePassage({ page, matches }: Passage): string {
  return matches > 1
    ? m.dashboard_found_matches({ count: matches, number: page })
    : m.dashboard_found_page({ number: page });
}

/** Returns the address of an envelope, opened at a passage. */
export function buildPageHref(id: string, { page }: Passage): string {
  return `/envelopes/${id}#page-${page}`;
}
