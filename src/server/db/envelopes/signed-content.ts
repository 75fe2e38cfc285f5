import { eq, inArray } from 'drizzle-orm';
import type { FieldAttachment } from '#domain/decision.ts';
import type { MarkPurpose, SignatureMark } from '#domain/envelope/graph.ts';
import type { Transaction } from '#server/db/client/client.ts';
import { envelopeFields } from '#server/db/schema/envelope-fields.ts';
import { fieldAttachments } from '#server/db/schema/field-attachments.ts';
import { participants } from '#server/db/schema/participants.ts';
import { signatureMarks } from '#server/db/schema/signature-marks.ts';

export type ParticipantMark = {
  readonly participantId: string;
  readonly purpose: MarkPurpose;
  readonly mark: SignatureMark;
};

/** Returns the signatures and initials of an envelope's participants. */
export async function readMarks(tx: Transaction, envelopeId: string): Promise<ParticipantMark[]> {
  const rows = await tx
    .select({
      participantId: signatureMarks.participantId,
      purpose: signatureMarks.purpose,
      kind: signatureMarks.kind,
      text: signatureMarks.text,
      image: signatureMarks.image,
    })
    .from(signatureMarks)
    .innerJoin(participants, eq(participants.id, signatureMarks.participantId))
    .where(eq(participants.envelopeId, envelopeId));
  return rows.map(({ participantId, purpose, kind, text, image }) => ({
    participantId,
    purpose,
    mark: kind === 'typed' ? { kind, text: text ?? '' } : { kind, image: image ?? new Uint8Array() },
  }));
}

/** Returns the files that signers attached. */
export async function readAttachments(tx: Transaction, envelopeId: string): Promise<FieldAttachment[]> {
  const ofEnvelope = tx
    .select({ id: envelopeFields.id })
    .from(envelopeFields)
    .where(eq(envelopeFields.envelopeId, envelopeId));
  const rows = await tx.select().from(fieldAttachments).where(inArray(fieldAttachments.fieldId, ofEnvelope));
  return rows.map(({ fieldId, filename, contentType, sha256, sizeBytes, key }) => ({
    fieldId,
    filename,
    contentType,
    sha256,
    sizeBytes,
    key,
  }));
}
