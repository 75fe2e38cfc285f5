import type { FieldAttachment } from '#domain/decision.ts';
import { resolveActingSigner } from '#domain/envelope/turn.ts';
import {
  type EnvelopeGraph,
  MARK_PURPOSES,
  type MarkPurpose,
  type Participant,
  type SignatureMark,
} from '#domain/envelope/graph.ts';
import type { ShownStatement } from '#domain/envelope/intent.ts';
import type { SubmittedValue } from '#domain/envelope/sign-answers.ts';
import type { SignInput } from '#domain/envelope/sign.ts';
import { createInvalidRefusal, createRefusal, type Issue } from '#domain/errors.ts';
import { getFieldTypeFacts } from '#domain/field/catalogue.ts';
import type { Language } from '#domain/language.ts';
import { isTimeZone } from '#domain/timestamp.ts';
import type { MarkInput, SignBody } from '#wire/signer.ts';
import { readTransaction } from '#server/db/client/transaction.ts';
import { readUploads } from '#server/db/envelopes/attachments.ts';
import { readAttachment, type ReadAttachment, storeAttachment } from '#server/document/attachment.ts';
import type { Organization } from '#server/db/organizations/organizations.ts';
import { buildIntentStatement } from '#server/envelopes/intent-statement.ts';
import { findLongValues } from '#server/envelopes/long-values.ts';
import { readSignatureImage, SignatureImageError } from '#server/pdf/image/signature-image.ts';
import type { Services } from '#server/runtime/services.ts';
import type { Call } from './load-signer-envelope.ts';

/**
 * Reads what a signer sends: checks the pictures and stores the files. Refuses for someone who can't sign now,
 * so that nothing is stored for them.
 */
export async function readSignInput(
  { services, claims }: Call,
  before: EnvelopeGraph,
  organization: Organization,
  input: SignBody,
): Promise<Omit<SignInput, 'statement'>> {
  // The decision checks this again under the lock.
  const acting = resolveActingSigner(before, claims.part, 'sign', services.clock().toISOString());
  if (acting.kind === 'refuse') throw createRefusal(acting.code, acting.details);
  const issues: Issue[] = [];
  const marks = await readMarks(services, organization.id, input, issues);
  issues.push(...(await findLongValues(services, before, claims.part, input.values)));
  const { values, attachments } = await readAttachments(services, before, claims.part, input, issues);
  return {
    values,
    marks,
    attachments,
    documentHash: input.documentHash,
    pages: input.pages ?? null,
    organizationName: organization.name,
    timeZone: input.timeZone !== undefined && isTimeZone(input.timeZone) ? input.timeZone : null,
  };
}

/** Returns the statement that was shown in a language, or null if the page didn't say in which. */
export function readStatement(
  graph: EnvelopeGraph,
  signer: Pick<Participant, 'role' | 'signing'>,
  language: Language | undefined,
): ShownStatement | null {
  return language === undefined ? null : buildIntentStatement(graph, signer, language);
}

/** The identifiers of files that were uploaded before. */
const UPLOADS = /^att_[0-9a-z]{26}(?:, ?att_[0-9a-z]{26})*$/;
const UPLOAD_GONE = 'names a file that was replaced or removed; upload it again';

async function readMarks(
  services: Services,
  organizationId: string,
  input: SignBody,
  issues: Issue[],
): Promise<Partial<Record<MarkPurpose, SignatureMark>>> {
  const marks: Partial<Record<MarkPurpose, SignatureMark>> = {};
  for (const purpose of MARK_PURPOSES) {
    const given = input[purpose];
    const mark =
      given === undefined
        ? null
        : await readMark(services, organizationId, given, `/${purpose}/image`, issues);
    if (mark !== null) marks[purpose] = mark;
  }
  return marks;
}

/**
 * Refuses an image that sealing couldn't decode. Otherwise, the envelope would be completed but never sealed.
 */
async function readMark(
  services: Services,
  organizationId: string,
  given: MarkInput,
  path: string,
  issues: Issue[],
): Promise<SignatureMark | null> {
  if (given.kind === 'typed') return given;
  try {
    const mark = { kind: given.kind, image: readSignatureImage(given.image) };
    await services.sealing.checkPicture(organizationId, mark);
    return mark;
  } catch (error) {
    if (!(error instanceof SignatureImageError)) throw error;
    issues.push({ path, message: error.message });
    return null;
  }
}

/** Extracts the files from the values. If all are valid, they are stored and the decision refers to them. */
async function readAttachments(
  services: Services,
  graph: EnvelopeGraph,
  participantId: string,
  input: SignBody,
  issues: Issue[],
) {
  const expected = new Set(
    graph.fields
      .filter(
        (field) => field.participantId === participantId && getFieldTypeFacts(field.type).answer === 'file',
      )
      .map(({ id }) => id),
  );
  const isUpload = ({ fieldId, value }: SubmittedValue) => expected.has(fieldId) && UPLOADS.test(value);
  const uploads = input.values.some(isUpload) ? await listOwnUploads(services, graph, participantId) : [];
  const attachments: FieldAttachment[] = [];
  const files: { fieldId: string; file: ReadAttachment }[] = [];
  const values = input.values.map(({ fieldId, value }, index) => {
    if (!expected.has(fieldId) || value === '') return { fieldId, value };
    if (isUpload({ fieldId, value })) {
      const named = new Set(value.split(/, ?/));
      const own = [...named].map((id) => uploads.find((one) => one.id === id && one.fieldId === fieldId));
      const found = own.filter((upload) => upload !== undefined);
      if (found.length < own.length)
        issues.push({ path: `/values/${index}/value`, message: `field ${fieldId} ${UPLOAD_GONE}` });
      else attachments.push(...found);
      return { fieldId, value: '' };
    }
    const read = readAttachment(value);
    if ('problem' in read)
      issues.push({ path: `/values/${index}/value`, message: `field ${fieldId} ${read.problem}` });
    else files.push({ fieldId, file: read });
    // Keep the position, so that issues refer to the caller's indexes.
    return { fieldId, value: '' };
  });
  if (issues.length > 0) throw createInvalidRefusal(issues);
  for (const { fieldId, file } of files)
    attachments.push(await storeAttachment(services, graph.envelope.organizationId, fieldId, file));
  return { values, attachments };
}

/**
 * Returns the participant's uploads. One that is replaced at the same moment stays in place, because its row
 * is written again with the signature.
 */
export async function listOwnUploads(
  { db }: Services,
  { envelope: { organizationId, id: envelopeId } }: EnvelopeGraph,
  participantId: string,
): Promise<FieldAttachment[]> {
  return await readTransaction(db, { organizationId }, (tx) =>
    readUploads(tx, { envelopeId, participantId }),
  );
}
