import type { FieldAttachment } from '#domain/decision.ts';
import type { EnvelopeGraph, MarkPurpose, SignatureMark } from '#domain/envelope/graph.ts';
import { sign } from '#domain/envelope/sign.ts';
import { invalid, type Issue } from '#domain/errors.ts';
import { LIMITS } from '#domain/limits.ts';
import { signInput, statusAnswer, type MarkInput, type SignBody } from '#wire/signer.ts';
import { readAttachment, storeAttachment } from '#server/document/attachment.ts';
import { readSignatureImage, SignatureImageError } from '#server/pdf/signature-image.ts';
import { signing } from '#server/trpc/audience.ts';
import type { World } from '#server/world.ts';
import { commitAsSigner, ownEnvelope } from './own-envelope.ts';

/** Signs: all of the signer's values at once. */
export const signEnvelope = signing
  .meta({
    openapi: {
      method: 'POST',
      path: '/api/signer/sign',
      tags: ['Signer'],
      summary: 'Sign',
      description: 'All required values of the signer, atomically. A repeat after success answers the same.',
    },
    rest: { errors: ['not_your_turn', 'invalid_state'], maxBodyBytes: LIMITS.signBodyMaxBytes },
  })
  .input(signInput)
  .output(statusAnswer)
  .mutation(async ({ ctx, input }) => {
    const { world, claims } = ctx;
    const { graph: before, organization } = await ownEnvelope(ctx, ['sign']);
    const issues: Issue[] = [];
    const marks = readMarks(input, issues);
    const { values, attachments } = await readAttachments(world, before, claims.part, input, issues);
    if (issues.length > 0) throw invalid(issues);
    const signed = {
      values,
      marks,
      attachments,
      documentHash: input.documentHash,
      organizationName: organization.name,
    };
    const graph = await commitAsSigner(ctx, organization.id, (current, facts) =>
      sign(current, claims.part, signed, facts),
    );
    return { status: graph.envelope.status };
  });

function readMarks(input: SignBody, issues: Issue[]): Partial<Record<MarkPurpose, SignatureMark>> {
  const marks: Partial<Record<MarkPurpose, SignatureMark>> = {};
  for (const purpose of ['signature', 'initials'] as const) {
    const given = input[purpose];
    const mark = given === undefined ? null : readMark(given, `/${purpose}/image`, issues);
    if (mark !== null) marks[purpose] = mark;
  }
  return marks;
}

function readMark(given: MarkInput, path: string, issues: Issue[]): SignatureMark | null {
  if (given.kind === 'typed') return { kind: 'typed', text: given.text };
  try {
    const image = readSignatureImage(given.image);
    return { kind: given.kind, image: image.bytes };
  } catch (error) {
    if (!(error instanceof SignatureImageError)) throw error;
    issues.push({ path, message: error.message });
    return null;
  }
}

/** Takes the files out of the values: they are stored, and the decision names them. */
async function readAttachments(
  world: World,
  graph: EnvelopeGraph,
  participantId: string,
  input: SignBody,
  issues: Issue[],
) {
  const expected = new Set(
    graph.fields
      .filter((field) => field.participantId === participantId && field.type === 'attachment')
      .map(({ id }) => id),
  );
  const values: SignBody['values'] = [];
  const attachments: FieldAttachment[] = [];
  for (const [index, entry] of input.values.entries()) {
    if (!expected.has(entry.fieldId) || entry.value === '') {
      values.push(entry);
      continue;
    }
    const read = readAttachment(entry.value);
    if ('problem' in read)
      issues.push({ path: `/values/${index}/value`, message: `field ${entry.fieldId} ${read.problem}` });
    else attachments.push(await storeAttachment(world, graph.envelope.organizationId, entry.fieldId, read));
  }
  return { values, attachments };
}
