import type { Envelope, EnvelopeField, Participant } from '../envelope/graph.ts';
import { formatDay, type Timestamp } from '../timestamp.ts';
import type { AutoSource } from './catalogue.ts';

export type AutofillSources = {
  readonly envelope: Pick<Envelope, 'senderName' | 'senderEmail'>;
  readonly participant: Pick<Participant, 'name' | 'email' | 'company' | 'title'>;
  readonly organizationName: string;
  readonly now: Timestamp;
  /** The signer's time zone. Null if it isn't known, in which case UTC is used. */
  readonly timeZone: string | null;
};

/**
 * Returns the automatic value of a field at signing. Null if its source is empty, in which case the signer
 * fills it in.
 */
export function getAutoValue(source: AutoSource, from: AutofillSources): string | null {
  switch (source) {
    case 'signed_date':
      return formatDay(from.now, from.timeZone);
    case 'signer_name':
      return from.participant.name;
    case 'signer_email':
      return from.participant.email;
    case 'signer_company':
      return from.participant.company;
    case 'signer_title':
      return from.participant.title;
    case 'sender_name':
      return from.envelope.senderName;
    case 'sender_email':
      return from.envelope.senderEmail;
    case 'sender_organization':
      return from.organizationName;
    default:
      return source satisfies never;
  }
}

/** Returns the automatic values of a signer's fields. */
export function resolveAutoValues(
  fields: readonly EnvelopeField[],
  from: AutofillSources,
): { fieldId: string; autoSource: AutoSource; value: string }[] {
  return fields.flatMap((field) => {
    if (field.autoSource === null) return [];
    const value = getAutoValue(field.autoSource, from);
    return value === null || value === '' ? [] : [{ fieldId: field.id, autoSource: field.autoSource, value }];
  });
}
