import { m } from '#i18n/compiled/messages.js';
import type { Intent } from '#ui/kit/intent.ts';
import type { IconName } from '#ui/kit/icons/icon-paths.ts';
import type { EnvelopeListItem } from '#wire/envelope-list.ts';
import { rowStatus } from '../list/row-status.ts';

/** Something that the palette can open. */
export type Found = {
  readonly href: string;
  readonly icon: IconName;
  readonly name: string;
  readonly detail?: string | undefined;
  readonly status?: { readonly label: string; readonly intent: Intent };
};
export type Group = { readonly title: string; readonly items: readonly Found[] };
export type Place = { readonly href: string; readonly label: () => string; readonly icon: IconName };

/** Returns the words of a search, without case and accents. */
export function wordsOf(text: string): string[] {
  return plain(text)
    .split(/[^\p{L}\p{N}@._-]+/u)
    .filter((word) => word !== '');
}

/** Whether a text has all words. */
export function hasWords(text: string, words: readonly string[]): boolean {
  return words.every((word) => plain(text).includes(word));
}

/** Groups envelopes by whether their names and people say why they were found, or only their documents can. */
export function envelopeGroups(envelopes: readonly EnvelopeListItem[], text: string): Group[] {
  const words = wordsOf(text);
  const byName = ({ displayName, originalFilename, signers }: EnvelopeListItem) =>
    hasWords([displayName, originalFilename, ...signers.map(({ name }) => name)].join(' '), words);
  const parts = Map.groupBy(envelopes, (item) => byName(item));
  return [
    { title: m.settings_envelopes(), items: (parts.get(true) ?? []).map(envelopeEntry) },
    { title: m.dashboard_palette_inside(), items: (parts.get(false) ?? []).map(envelopeEntry) },
  ];
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

/** Splits a text into parts that were searched for and others, to mark them. */
export function markedParts(text: string, words: readonly string[]): { text: string; isHit: boolean }[] {
  const hits = words.map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`));
  if (hits.length === 0) return [{ text, isHit: false }];
  return text
    .split(new RegExp(`(${hits.join('|')})`, 'giu'))
    .map((part, at) => ({ text: part, isHit: at % 2 === 1 }))
    .filter((part) => part.text !== '');
}

function plain(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
}
