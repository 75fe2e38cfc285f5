import { m } from '#i18n/compiled/messages.js';
import type { Found } from '#ui/kit/found.ts';
import type { IconName } from '#ui/kit/icons/icon-paths.ts';
import type { EnvelopeListItem } from '#wire/envelope-list.ts';
import { buildPageHref, describePassage, type Passage } from '#ui/envelopes/passages.ts';
import { getRowStatus } from '../list/row-status.ts';

export type Group = { readonly title: string; readonly items: readonly Found[] };
export type Place = { readonly href: string; readonly label: () => string; readonly icon: IconName };

/**
 * Groups envelopes by what matched: first those that match by their names and people, then people, then those
 * that match by their documents.
 */
export function groupEnvelopes(
  envelopes: readonly EnvelopeListItem[],
  passages: ReadonlyMap<string, Passage>,
  people: readonly { readonly name: string; readonly email: string }[],
): Group[] {
  const named = envelopes.filter(({ id }) => !passages.has(id));
  const inside = envelopes.flatMap((item) => {
    const passage = passages.get(item.id);
    return passage === undefined ? [] : [toInsideEntry(item, passage)];
  });
  return [
    { title: m.settings_envelopes(), items: named.map(toEnvelopeEntry) },
    { title: m.dashboard_palette_people(), items: people.map(toPersonEntry) },
    { title: m.dashboard_palette_inside(), items: inside },
  ];
}

/** Links to the envelopes of an earlier recipient. */
function toPersonEntry({ name, email }: { readonly name: string; readonly email: string }): Found {
  return {
    href: `/envelopes?${new URLSearchParams({ recipient: email }).toString()}`,
    ...{ icon: 'user', name, detail: email },
  };
}

function toInsideEntry({ id, displayName }: EnvelopeListItem, passage: Passage): Found {
  return {
    href: buildPageHref(id, passage),
    icon: 'document',
    name: displayName,
    passage: passage.parts,
    note: describePassage(passage),
  };
}

export function toEnvelopeEntry(item: EnvelopeListItem): Found {
  const { intent, label } = getRowStatus(item);
  return {
    href: `/envelopes/${item.id}`,
    icon: 'envelope',
    name: item.displayName,
    detail: item.signers.map(({ name }) => name).join(', '),
    status: { intent, label },
  };
}
