import { and, asc, eq, isNotNull, isNull, notInArray, inArray } from 'drizzle-orm';
import type { FieldAttachment } from '#domain/decision.ts';
import type { Transaction } from '#server/db/client/client.ts';
import { matchScope } from '#server/db/client/transaction.ts';
import { getDatabaseFault } from '#server/db/client/fault.ts';
import { envelopeFields } from '#server/db/schema/envelope-fields.ts';
import { fieldAttachments } from '#server/db/schema/field-attachments.ts';

const COLUMNS = {
  id: fieldAttachments.id,
  fieldId: fieldAttachments.fieldId,
  filename: fieldAttachments.filename,
  contentType: fieldAttachments.contentType,
  sha256: fieldAttachments.sha256,
  sizeBytes: fieldAttachments.sizeBytes,
  key: fieldAttachments.key,
};

/** Returns the files that signers attached and have signed with. */
export async function readAttachments(tx: Transaction, envelopeId: string): Promise<FieldAttachment[]> {
  return await tx
    .select(COLUMNS)
    .from(fieldAttachments)
    .where(
      and(
        matchScope(tx, fieldAttachments),
        eq(fieldAttachments.envelopeId, envelopeId),
        isNotNull(fieldAttachments.signedAt),
      ),
    )
    .orderBy(asc(fieldAttachments.id));
}

/** Returns what a participant uploaded for their fields but hasn't signed with yet. */
export async function readUploads(
  tx: Transaction,
  { envelopeId, participantId }: { readonly envelopeId: string; readonly participantId: string },
): Promise<FieldAttachment[]> {
  return await tx
    .select(COLUMNS)
    .from(fieldAttachments)
    .innerJoin(
      envelopeFields,
      and(
        eq(envelopeFields.organizationId, fieldAttachments.organizationId),
        eq(envelopeFields.id, fieldAttachments.fieldId),
      ),
    )
    .where(
      and(
        matchScope(tx, fieldAttachments),
        eq(fieldAttachments.envelopeId, envelopeId),
        eq(envelopeFields.participantId, participantId),
        isNull(fieldAttachments.signedAt),
      ),
    )
    .orderBy(asc(fieldAttachments.createdAt), asc(fieldAttachments.id));
}

/** Returns a file of an envelope and whether its signer has signed with it. Null if there is no such file. */
export async function readAttachment(
  tx: Transaction,
  envelopeId: string,
  id: string,
): Promise<(FieldAttachment & { readonly isSigned: boolean }) | null> {
  const [row] = await tx
    .select({ ...COLUMNS, signedAt: fieldAttachments.signedAt })
    .from(fieldAttachments)
    .where(
      and(
        matchScope(tx, fieldAttachments),
        eq(fieldAttachments.envelopeId, envelopeId),
        eq(fieldAttachments.id, id),
      ),
    );
  if (row === undefined) return null;
  const { signedAt, ...file } = row;
  return { ...file, isSigned: signedAt !== null };
}

/**
 * Stores a field's file. The database refuses it if the envelope's files would become too large, or too many for
 * the field.
 */
export async function putAttachment(
  tx: Transaction,
  row: Omit<typeof fieldAttachments.$inferInsert, 'signedAt'> & { readonly signedAt: Date | null },
): Promise<void> {
  const { id: _id, ...set } = row;
  await tx
    .insert(fieldAttachments)
    .values(row)
    .onConflictDoUpdate({ target: [fieldAttachments.organizationId, fieldAttachments.id], set });
}

/** Removes what was uploaded for fields, except the files to keep. */
export async function removeUploads(
  tx: Transaction,
  fieldIds: readonly string[],
  kept: readonly string[] = [],
): Promise<void> {
  await tx
    .delete(fieldAttachments)
    .where(
      and(
        matchScope(tx, fieldAttachments),
        inArray(fieldAttachments.fieldId, [...fieldIds]),
        notInArray(fieldAttachments.id, [...kept]),
        isNull(fieldAttachments.signedAt),
      ),
    );
}

/** Removes one file that was uploaded. */
export async function removeUpload(tx: Transaction, id: string): Promise<void> {
  await tx
    .delete(fieldAttachments)
    .where(
      and(matchScope(tx, fieldAttachments), eq(fieldAttachments.id, id), isNull(fieldAttachments.signedAt)),
    );
}

/** Checks whether a statement failed because an envelope's files would become too large. */
export function isOverAttachmentsLimit(error: unknown): boolean {
  return getDatabaseFault(error).constraint === 'field_attachments_fit';
}

/** Checks whether a statement failed because a field would have too many files. */
export function isOverFilesLimit(error: unknown): boolean {
  return getDatabaseFault(error).constraint === 'field_attachments_count';
}
