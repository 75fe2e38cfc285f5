import type { FieldAttachment } from '#domain/decision.ts';
import { resolveActingSigner } from '#domain/envelope/turn.ts';
import { consent } from '#domain/envelope/visit.ts';
import { decline } from '#domain/envelope/decline.ts';
import { delegate } from '#domain/envelope/delegate.ts';
import type { EnvelopeGraph, MarkPurpose, SignatureMark } from '#domain/envelope/graph.ts';
import type { SubmittedValue } from '#domain/envelope/sign-answers.ts';
import { sign } from '#domain/envelope/sign.ts';
import { createInvalidRefusal, createRefusal, type Issue } from '#domain/errors.ts';
import { getFieldTypeFacts } from '#domain/field/catalogue.ts';
import { LIMITS } from '#domain/limits.ts';
import { isTimeZone } from '#domain/timestamp.ts';
import {
  consentInput,
  declineInput,
  delegateAnswer,
  delegateInput,
  type MarkInput,
  type SignBody,
  signInput,
  statusAnswer,
} from '#wire/signer.ts';
import { readTransaction } from '#server/db/client/transaction.ts';
import { readUploads } from '#server/db/envelopes/attachments.ts';
import { readAttachment, type ReadAttachment, storeAttachment } from '#server/document/attachment.ts';
import { buildIntentStatement } from '#server/envelopes/intent-statement.ts';
import { findLongValues } from '#server/envelopes/long-values.ts';
import { requireRightTime } from '#server/envelopes/right-time.ts';
import { readSignatureImage, SignatureImageError } from '#server/pdf/image/signature-image.ts';
import { withAttachmentsLimit } from '#server/procedures/attachment.ts';
import type { Services } from '#server/runtime/services.ts';
import { signerProcedure } from '#server/trpc/audience.ts';
import { commitAsSigner, loadSignerEnvelope } from './load-signer-envelope.ts';

/** Records the signer's consent to electronic records and signatures. */
export const giveConsent = signerProcedure
  .meta({
    openapi: {
      method: 'POST',
      path: '/api/signer/consent',
      tags: ['Signer'],
      summary: 'Consent to sign electronically',
      description: 'Required before signing if consumerDisclosure is true. Repeating it changes nothing.',
    },
    rest: { errors: ['not_your_turn', 'invalid_state', 'clock_wrong'] },
  })
  .input(consentInput)
  .output(statusAnswer)
  .mutation(async ({ ctx }) => {
    const { organization } = await loadSignerEnvelope(ctx, ['sign']);
    await requireRightTime(ctx.services);
    const graph = await commitAsSigner(ctx, organization.id, (current, facts) =>
      consent(current, ctx.claims.part, facts),
    );
    return { status: graph.envelope.status };
  });

/** Signs with all of the signer's values at once. */
export const signEnvelope = signerProcedure
  .meta({
    openapi: {
      method: 'POST',
      path: '/api/signer/sign',
      tags: ['Signer'],
      summary: 'Sign',
      description:
        'Submits all values of the signer at once. Repeating the call after success returns the same response. If `consumerDisclosure` is true, the signer must consent first; otherwise the call returns 409 `invalid_state` with the reason consent_required. Send the `language` of your page, so that the log records which statement the person agreed to, and the `pages` that it has shown.',
    },
    rest: {
      errors: ['not_your_turn', 'invalid_state', 'clock_wrong', 'payload_too_large'],
      maxBodyBytes: LIMITS.signBodyMaxBytes,
    },
  })
  .input(signInput)
  .output(statusAnswer)
  .mutation(async ({ ctx, input }) => {
    const { services, claims } = ctx;
    const { graph: before, participant, organization } = await loadSignerEnvelope(ctx, ['sign']);
    if (participant.status === 'signed') return { status: before.envelope.status };
    await requireRightTime(services);
    // Nothing is stored for someone who can't sign now. The decision checks this again under the lock.
    const acting = resolveActingSigner(before, claims.part, 'sign', services.clock().toISOString());
    if (acting.kind === 'refuse') throw createRefusal(acting.code, acting.details);
    const issues: Issue[] = [];
    const marks = await readMarks(services, organization.id, input, issues);
    issues.push(...(await findLongValues(services, before, claims.part, input.values)));
    const { values, attachments } = await readAttachments(services, before, claims.part, input, issues);
    const signed = {
      values,
      marks,
      attachments,
      documentHash: input.documentHash,
      pages: input.pages ?? null,
      organizationName: organization.name,
      timeZone: input.timeZone !== undefined && isTimeZone(input.timeZone) ? input.timeZone : null,
    };
    const { language } = input;
    const graph = await withAttachmentsLimit(() =>
      commitAsSigner(ctx, organization.id, (current, facts) => {
        const statement =
          language === undefined ? null : buildIntentStatement(current, participant.role, language);
        return sign(current, claims.part, { ...signed, statement }, facts);
      }),
    );
    return { status: graph.envelope.status };
  });

/** The identifiers of files that were uploaded before. */
const UPLOADS = /^att_[0-9a-z]{26}(?:, ?att_[0-9a-z]{26})*$/;
const UPLOAD_GONE = 'names a file that was replaced or removed; upload it again';

/** Declines to sign when it is the signer's turn. */
export const declineEnvelope = signerProcedure
  .meta({
    openapi: {
      method: 'POST',
      path: '/api/signer/decline',
      tags: ['Signer'],
      summary: 'Decline to sign',
      description: 'Ends the envelope. The sender and everyone who has signed are notified.',
    },
    rest: { errors: ['not_your_turn', 'invalid_state', 'clock_wrong'], sanitizes: ['/reason'] },
  })
  .input(declineInput)
  .output(statusAnswer)
  .mutation(async ({ ctx, input }) => {
    const { organization } = await loadSignerEnvelope(ctx, ['sign']);
    await requireRightTime(ctx.services);
    const reason = input.reason === undefined || input.reason === '' ? null : input.reason;
    const graph = await commitAsSigner(ctx, organization.id, (current, facts) =>
      decline(current, ctx.claims.part, reason, facts),
    );
    return { status: graph.envelope.status };
  });

/** Hands the signer's turn over to another person. */
export const delegateEnvelope = signerProcedure
  .meta({
    openapi: {
      method: 'POST',
      path: '/api/signer/delegate',
      tags: ['Signer'],
      summary: 'Ask someone else to sign',
      description:
        "Hands the turn over to another person, who gets a link by email. The caller's link stops working, and the sender is notified. The other person consents and proves who they are again: an emailed code goes to their address, a texted one to their own `phone`, and an access code stays the same. Refused with `details.reason` delegation_not_allowed if the sender doesn't allow it or the turn has been handed over three times.",
    },
    rest: { errors: ['not_your_turn', 'invalid_state', 'clock_wrong'], sanitizes: ['/reason'] },
  })
  .input(delegateInput)
  .output(delegateAnswer)
  .mutation(async ({ ctx, input: { name, email, phone, reason } }) => {
    const { organization } = await loadSignerEnvelope(ctx, ['sign']);
    await requireRightTime(ctx.services);
    const to = {
      name,
      email,
      phone: phone ?? null,
      reason: reason === undefined || reason === '' ? null : reason,
    };
    await commitAsSigner(ctx, organization.id, (current, facts) =>
      delegate(current, ctx.claims.part, to, facts),
    );
    return { status: 'delegated' as const };
  });

async function readMarks(
  services: Services,
  organizationId: string,
  input: SignBody,
  issues: Issue[],
): Promise<Partial<Record<MarkPurpose, SignatureMark>>> {
  const marks: Partial<Record<MarkPurpose, SignatureMark>> = {};
  for (const purpose of ['signature', 'initials'] as const) {
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
  const uploads = input.values.some(isUpload) ? await listUploads(services, graph, participantId) : [];
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
async function listUploads(
  { db }: Services,
  { envelope: { organizationId, id: envelopeId } }: EnvelopeGraph,
  participantId: string,
): Promise<FieldAttachment[]> {
  return await readTransaction(db, { organizationId }, (tx) =>
    readUploads(tx, { envelopeId, participantId }),
  );
}
