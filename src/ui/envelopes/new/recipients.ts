import { isMailAddress } from '#domain/mail-address.ts';
import type { WireGraph } from '#wire/envelope-graph.ts';
import { OWN_ROLE_PREFIX, type DraftParticipant } from '#ui/editor/draft/draft.ts';
import { readDraft } from '#ui/editor/draft/read-draft.ts';
import { writeDraft, type DraftBody } from '#ui/editor/draft/write-draft.ts';

/** Somebody who is to sign, as typed before the document is there. `id` names the row alone. */
export type Recipient = {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly company: string;
  readonly title: string;
};

/** What is missing of a recipient, in words; null where nothing is, or where nothing was typed at all. */
export function whatIsMissing({ name, email }: Recipient): string | null {
  if (name.trim() === '' && email.trim() === '') return null;
  if (email.trim() === '') return 'Their e-mail address is missing.';
  if (!isMailAddress(email.trim())) return 'This is no e-mail address.';
  return name.trim() === '' ? 'Their name is missing.' : null;
}

/** Those of whom something was typed. */
export function typedRecipients(recipients: readonly Recipient[]): Recipient[] {
  return recipients.filter(({ name, email }) => name.trim() !== '' || email.trim() !== '');
}

/**
 * The draft with these recipients in their order. Whoever has the address of a party that the document names takes that
 * party's place with its fields; the others take the places that are left, and whoever comes after those is added.
 */
export function withRecipients(
  graph: WireGraph,
  recipients: readonly Recipient[],
): Pick<DraftBody, 'participants' | 'fields'> {
  const draft = readDraft(graph);
  const left = [...draft.participants];
  const byAddress = recipients.map(({ email }) => take(left, (place) => sameAddress(place.email, email)));
  const people = recipients.map((recipient, index): DraftParticipant => {
    const place = byAddress[index] ?? left.shift();
    return {
      key: place?.key ?? recipient.id,
      slot: place?.slot ?? { kind: 'role', id: `${OWN_ROLE_PREFIX}${recipient.id}` },
      detectedPartyIndex: place?.detectedPartyIndex ?? null,
      language: place?.language ?? null,
      name: recipient.name.trim(),
      email: recipient.email.trim(),
      company: recipient.company,
      title: recipient.title,
    };
  });
  // Whom the document names and the sender does not is proposed by the editor, and asked by nobody else.
  const open = left.map((place) => ({ ...place, email: '' }));
  const { participants, fields } = writeDraft({ ...draft, participants: [...people, ...open] });
  return { participants, fields };
}

function take(places: DraftParticipant[], fits: (place: DraftParticipant) => boolean) {
  const at = places.findIndex(fits);
  return at < 0 ? undefined : places.splice(at, 1)[0];
}

function sameAddress(one: string, other: string): boolean {
  return one !== '' && one.trim().toLowerCase() === other.trim().toLowerCase();
}
