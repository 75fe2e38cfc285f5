import { and, eq } from 'drizzle-orm';
import type { MarkPurpose, SignatureMark } from '#domain/envelope/graph.ts';
import type { Transaction } from '#server/db/client/client.ts';
import { matchScope } from '#server/db/client/transaction.ts';
import { participants } from '#server/db/schema/participants.ts';
import { signatureMarks } from '#server/db/schema/signature-marks.ts';

export type ParticipantMark = {
  readonly participantId: string;
  readonly purpose: MarkPurpose;
  readonly mark: SignatureMark;
};

/** Returns the signatures, initials and stamps of an envelope's participants. */
export async function readMarks(tx: Transaction, envelopeId: string): Promise<ParticipantMark[]> {
  const rows = await tx
    .select({
      participantId: signatureMarks.participantId,
      purpose: signatureMarks.purpose,
      kind: signatureMarks.kind,
      text: signatureMarks.text,
      style: signatureMarks.style,
      image: signatureMarks.image,
    })
    .from(signatureMarks)
    .innerJoin(
      participants,
      and(
        eq(participants.organizationId, signatureMarks.organizationId),
        eq(participants.id, signatureMarks.participantId),
      ),
    )
    .where(and(matchScope(tx, participants), eq(participants.envelopeId, envelopeId)));
  return rows.map(({ participantId, purpose, kind, text, style, image }) => ({
    participantId,
    purpose,
    mark:
      kind === 'typed'
        ? { kind, text: text ?? '', ...(style === null ? {} : { style }) }
        : { kind, image: image ?? new Uint8Array() },
  }));
}
