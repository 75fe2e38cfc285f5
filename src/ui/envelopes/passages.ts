import { m } from '#i18n/compiled/messages.js';
import type { EnvelopeListItem } from '#wire/envelope-list.ts';
import { hasWords, splitSearchWords, type Part } from '#ui/kit/found.ts';
import { dashboard } from './dashboard-client.ts';

/** A place in a document where the searched words occur. */
export type Passage = { readonly page: number; readonly parts: readonly Part[]; readonly matches: number };

/** Words of a document, to be marked on their page. */
export type MarkedPassage = { readonly page: number; readonly text: string };

/** How many envelopes a single request asks about. */
const AT_ONCE = 25;

/** Returns passages for the envelopes whose names and people don't show why they were found. */
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

/** Describes which page a passage is on, and how many matches that page has. */
export function describePassage({ page, matches }: Passage): string {
  return matches > 1
    ? m.dashboard_found_matches({ count: matches, number: page })
    : m.dashboard_found_page({ number: page });
}

/** Returns the URL that opens an envelope at a passage. */
export function buildPageHref(id: string, { page }: Passage): string {
  return `/envelopes/${id}#page-${page}`;
}
