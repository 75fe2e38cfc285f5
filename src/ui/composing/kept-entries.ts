import { createCopy, createParticipant } from '#ui/editor/draft/changes.ts';
import type { DraftCopy, DraftMessage, DraftParticipant } from '#ui/editor/draft/draft.ts';
import { createRandomId } from '#ui/kit/random-id.ts';
import { createRole, type RoleEntry } from './roles/role-entry.ts';

/** What was typed for a new envelope or template before saving it, and the draft that has its files. */
export type Entries = {
  readonly id: string | null;
  /** The envelope's name. Null to use the name of its first file. */
  readonly name: string | null;
  readonly participants: readonly DraftParticipant[];
  /** A template has roles instead of people, and says where the fields of no role go. */
  readonly roles: readonly RoleEntry[];
  readonly strays: string;
  readonly copies: readonly DraftCopy[];
  readonly message: DraftMessage;
  /** What is filled in for a template's fields and variables, by input. Null before the first change. */
  readonly values: Readonly<Record<string, string>> | null;
};

export const NO_ENTRIES: Entries = {
  id: null,
  name: null,
  participants: [],
  roles: [],
  strays: '',
  copies: [],
  message: { subject: '', body: '' },
  values: null,
};

/** What is composed: something new, or an envelope from a template. Each keeps entries of its own. */
export type Composing = 'envelope' | 'template' | `of-${string}`;

const getStorageKey = (composing: Composing) => `countersign.new-${composing}`;

/** Keeps what was typed so that it survives a reload of this tab. Access codes aren't written anywhere. */
export function keepEntries(composing: Composing, entries: Entries): void {
  const participants = entries.participants.map((one) => ({ ...one, accessCode: '' }));
  try {
    sessionStorage.setItem(getStorageKey(composing), JSON.stringify({ ...entries, participants }));
  } catch {
    // Without storage, the entries last as long as the page is open.
  }
}

/** Returns the entries that were kept in this tab. Anything unexpected is left out. */
export function readEntries(composing: Composing): Entries {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(getStorageKey(composing)) ?? 'null');
    if (!isRecord(kept)) return NO_ENTRIES;
    const { subject, body } = isRecord(kept['message']) ? kept['message'] : {};
    return {
      id: readTextOr(kept['id'], null),
      name: readTextOr(kept['name'], null),
      participants: readList(kept['participants'], createParticipant),
      roles: readList(kept['roles'], createRole),
      strays: readTextOr(kept['strays'], ''),
      copies: readList(kept['copies'], createCopy),
      message: { subject: readTextOr(subject, ''), body: readTextOr(body, '') },
      values: readTexts(kept['values']),
    };
  } catch {
    return NO_ENTRIES;
  }
}

/**
 * Reads the items of a list. Properties that are missing or have another type get the value they have in a
 * new item.
 */
function readList<T extends { readonly key: string }>(list: unknown, create: (key: string) => T): T[] {
  if (!Array.isArray(list)) return [];
  return list.filter(isRecord).map((kept) => {
    const fresh = create(readTextOr(kept['key'], createRandomId()));
    const known = Object.entries(fresh).map(([name, value]): [string, unknown] => [
      name,
      typeof kept[name] === typeof value || value === null ? (kept[name] ?? value) : value,
    ]);
    return Object.fromEntries(known) as T;
  });
}

function readTexts(value: unknown): Record<string, string> | null {
  if (!isRecord(value)) return null;
  const texts = Object.entries(value).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  );
  return Object.fromEntries(texts);
}

function readTextOr<T>(value: unknown, otherwise: T): string | T {
  return typeof value === 'string' ? value : otherwise;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
