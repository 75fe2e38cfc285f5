import { m } from '#i18n/compiled/messages.js';
import { hasWords, wordsOf, type Found } from '#ui/kit/found.ts';
import type { IconName } from '#ui/kit/icons/icon-paths.ts';
import type { EnvelopeListItem } from '#wire/envelope-list.ts';
import { rowStatus } from '../list/row-status.ts';

export type Group = { readonly title: string; readonly items: readonly Found[] };
export type Place = { readonly href: string; readonly label: () => string; readonly icon: IconName };

/** Groups envelopes by whether their names and people say why they were found, or only their documents can. */
export function envelopeGroups(envelopes: readonly EnvelopeListItem[], text: string): Group[] {
  const words = wordsOf(text);
  const byName = ({ displayName, originalFilename, signers }: EnvelopeListItem) =>
    hasWords([displayName, originalFilename, ...signers.map(({ name }) => name)].join(' '), words);
  const parts = Map.groupBy(envelopes, (item) => byName(item));
  return [
    { title: m.settings_envelopes(), items: (parts.get(true) ?? []).map(envelopeEntry) },
    { title: m.dashboard_palette_inside(), items: (parts.get(false) ?? []).map(insideEntry) },
  ];
}

function insideEntry(item: EnvelopeListItem): Found {
  return { ...envelopeEntry(item), icon: 'document' };
}

export function envelopeEntry(item: EnvelopeListItem): Found {
  const { intent, label } = rowStatus(item);
  return {
    href: `/envelopes/${item.id}`,
    icon: 'envelope',
    name: item.displayName,
    detail: item.signers.map(({ name }) => name).join(', '),
    status: { intent, label },
  };
}
