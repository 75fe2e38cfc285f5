import { isMailAddress } from '#domain/mail-address.ts';
import { m } from '#i18n/compiled/messages.js';
import type { WireGraph } from '#wire/envelope-graph.ts';
import { OWN_ROLE_PREFIX, type DraftParticipant } from '#ui/editor/draft/draft.ts';
import { readDraft } from '#ui/editor/draft/read-draft.ts';
import { writeDraft, type DraftBody } from '#ui/editor/draft/write-draft.ts';

/** A recipient as typed, before the document is ready. `id` identifies only the row. */
export type Recipient = {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly company: string;
  readonly title: string;
};

/** Explains what is missing. Returns null if the recipient is complete or the row is empty. */
export function recipientProblem({ name, email }: Recipient): string | null {
  if (name.trim() === '' && email.trim() === '') return null;
  if (email.trim() === '') return m.envelopes_email_missing();
  if (!isMailAddress(email.trim())) return m.envelopes_email_invalid();
  return name.trim() === '' ? m.envelopes_name_missing() : null;
}

/** Returns the rows in which something was typed. */
export function typedRecipients(recipients: readonly Recipient[]): Recipient[] {
  return recipients.filter(({ name, email }) => name.trim() !== '' || email.trim() !== '');
}

/**
 * Puts recipients into the draft in their order. A recipient whose email the document gives for a party takes that
 * party's place and fields; the others fill the remaining places, and further ones are added.
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
      role: place?.role ?? 'signer',
      delivery: place?.delivery ?? 'email',
      authentication: place?.authentication ?? 'link',
      accessCode: '',
      hasAccessCode: place?.hasAccessCode ?? false,
      canDelegate: place?.canDelegate ?? null,
      message: place?.message ?? '',
      withPrevious: place?.withPrevious ?? false,
      name: recipient.name.trim(),
      email: recipient.email.trim(),
      company: recipient.company,
      title: recipient.title,
    };
  });
  // Parties that the sender didn't list stay as suggestions in the editor.
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
