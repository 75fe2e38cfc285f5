import type { EnvelopeField, EnvelopeGraph, Participant } from '#domain/envelope/graph.ts';
import type { Timestamp } from '#domain/timestamp.ts';
import { isAnnotation } from '#domain/field/answer.ts';
import type { FieldType } from '#domain/field/catalogue.ts';
import { TYPE_LABELS } from '#domain/field/type-label.ts';
import { readLabeledMeaning, type SemanticDateKind } from './labeled-values.ts';
import { type Meaning, combineMeaning } from './meaning.ts';
import type { ContractReading } from './read-contract.ts';

type ExtractedParty = Pick<Participant, 'name' | 'email' | 'company' | 'title' | 'signedAt'> & {
  readonly participantId: string;
  readonly role: string | null;
};
type ExtractedField = {
  readonly fieldId: string;
  readonly label: string;
  readonly key: string;
  readonly type: FieldType;
  readonly participantId: string | null;
  readonly value: string | null;
};
export type ExtractedContract = {
  readonly parties: readonly ExtractedParty[];
  readonly dates: {
    readonly createdAt: Timestamp;
    readonly sentAt: Timestamp | null;
    readonly completedAt: Timestamp | null;
    readonly agreementDate: string | null;
    readonly effectiveDate: string | null;
    readonly expirationDate: string | null;
  };
  readonly fields: readonly ExtractedField[];
  readonly semantic: Meaning;
};

/**
 * Returns a completed contract as data; null before completion. `reading` is what was read from its text, or
 * null if the text wasn't read. Values that signers filled in take precedence over printed ones.
 */
export function extractContract(
  { envelope, participants, fields }: EnvelopeGraph,
  reading: ContractReading | null,
): ExtractedContract | null {
  if (envelope.status !== 'completed') return null;
  const semantic = combineMeaning(readLabeledMeaning(fields), reading);
  const findDate = (kind: SemanticDateKind) =>
    semantic.dates.find((date) => date.kind === kind)?.value ?? null;
  return {
    parties: participants.map((participant) => toParty(participant, fields)),
    dates: {
      createdAt: envelope.createdAt,
      sentAt: envelope.sentAt,
      completedAt: envelope.completedAt,
      agreementDate: findDate('agreement'),
      effectiveDate: findDate('effective'),
      expirationDate: findDate('expiration'),
    },
    fields: fields.filter((field) => !isAnnotation(field)).map(toField),
    semantic,
  };
}

function toParty(participant: Participant, fields: readonly EnvelopeField[]): ExtractedParty {
  const { id, name, email, company, title, signedAt, apiRoleName } = participant;
  const named = fields.find(
    ({ participantId, syntheticRoleName }) => participantId === id && syntheticRoleName !== null,
  );
  return {
    participantId: id,
    name,
    email,
    company,
    title,
    signedAt,
    role: apiRoleName ?? named?.syntheticRoleName ?? null,
  };
}

function toField({ id, label, key, type, participantId, value }: EnvelopeField): ExtractedField {
  return { fieldId: id, label: label ?? TYPE_LABELS[type], key, type, participantId, value };
}
