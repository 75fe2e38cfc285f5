import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { refuse } from '#domain/decision.ts';
import type { EnvelopeGraph } from '#domain/envelope/graph.ts';
import { mayUseNewPasskey, noteFailedProof, notePasskey, resolveProvable } from '#domain/envelope/prove.ts';
import { sign, type SignInput } from '#domain/envelope/sign.ts';
import type { ProofFault } from '#domain/envelope/signing.ts';
import { createInvalidRefusal, createRefusal } from '#domain/errors.ts';
import { LIMITS } from '#domain/limits.ts';
import {
  attemptId,
  continueSigningInput,
  type PasskeyAssertion,
  type PasskeyCreation,
  signingStepAnswer,
  startSigningAnswer,
} from '#wire/signing-attempt.ts';
import { signInput, statusAnswer } from '#wire/signer.ts';
import {
  checkAssertion,
  readNewPasskey,
  type RelyingParty,
  toChallenge,
} from '#server/crypto/webauthn/signer-passkey.ts';
import { getSigningParty } from '#server/crypto/webauthn/signing-party.ts';
import { readTransaction, transaction } from '#server/db/client/transaction.ts';
import {
  endAttempt,
  readAttempt,
  type SigningAttempt,
  startAttempt,
  takeCreationChallenge,
} from '#server/db/envelopes/signing-attempts.ts';
import {
  hasSignedFor,
  insertSignerPasskey,
  isCredentialTaken,
  readEarlier,
  readSignerPasskey,
  useSignerPasskey,
} from '#server/db/organizations/signer-passkeys.ts';
import { requireRightTime } from '#server/envelopes/right-time.ts';
import { withAttachmentsLimit } from '#server/procedures/attachment.ts';
import { collectFacts } from '#server/runtime/context.ts';
import type { Services } from '#server/runtime/services.ts';
import { signerProcedure } from '#server/trpc/audience.ts';
import { type Call, commitAsSigner, loadSignerEnvelope, type OwnEnvelope } from './load-signer-envelope.ts';
import { keepInput, restoreInput } from './kept-input.ts';
import { buildStep } from './passkey-step.ts';
import { listOwnUploads, readSignInput, readStatement } from './sign-input.ts';

/** Fixes what a signer is about to sign with their own key, and returns the statement that the key has to sign. */
export const startSigning = signerProcedure
  .meta({
    openapi: {
      method: 'POST',
      path: '/api/signer/sign/start',
      tags: ['Signer'],
      summary: 'Start signing with a passkey',
      description:
        'Takes the body of `POST /api/signer/sign` and checks all that it checks. Returns the statement that the passkey has to sign. Your page should build the statement from what it has shown and stop if a member differs. The values, also those that the service fills in, are fixed for 10 minutes. There is one attempt per participant: a new one ends the one before. 409 `invalid_state` with the reason no_proof_needed if they sign by a click.',
    },
    rest: {
      errors: ['not_your_turn', 'invalid_state', 'clock_wrong', 'payload_too_large'],
      maxBodyBytes: LIMITS.signBodyMaxBytes,
    },
  })
  .input(signInput)
  .output(startSigningAnswer)
  .mutation(async ({ ctx, input }) => {
    const { services, claims } = ctx;
    const own = await loadSignerEnvelope(ctx, ['sign']);
    const { graph, participant, organization } = own;
    if (participant.status === 'signed') throw createStateRefusal(graph, 'already_signed');
    await requireRightTime(services);
    const party = requireParty(services);
    const signed = await readSignInput(ctx, graph, organization, input);
    const uploads = await listOwnUploads(services, graph, participant.id);
    const facts = collectFacts({ type: 'signer', id: claims.part }, services, ctx.audit);
    const { language = null } = input;
    const nonce = randomBytes(16).toString('hex');
    const statement = readStatement(graph, participant, input.language);
    const agreed = resolveProvable(graph, participant.id, { ...signed, statement }, nonce, facts);
    if (agreed.kind === 'refuse') throw createRefusal(agreed.code, agreed.details);
    const startedAt = new Date(facts.now);
    const attempt: SigningAttempt = {
      participantId: participant.id,
      organizationId: organization.id,
      id: services.newId('signingAttempt'),
      linkEpoch: participant.linkEpoch,
      input: keepInput(signed, language, uploads),
      ...{ nonce, statement: agreed.statement },
      creationChallenge: randomBytes(32).toString('base64url'),
      startedAt,
      expiresAt: new Date(startedAt.getTime() + LIMITS.signingAttemptLifeMs),
    };
    await transaction(services.db, { organizationId: organization.id }, (tx) => startAttempt(tx, attempt));
    return {
      attempt: attempt.id,
      statement: agreed.statement,
      values: [...agreed.answered.values].map(([fieldId, value]) => ({ fieldId, value })),
      expiresAt: attempt.expiresAt.toISOString(),
      next: await buildStep(services, own, attempt, party),
    };
  });

/** Takes a new passkey, or the passkey's signature over the statement, with which the signer signs. */
export const continueSigning = signerProcedure
  .meta({
    openapi: {
      method: 'POST',
      path: '/api/signer/sign/continue',
      tags: ['Signer'],
      summary: 'Sign with a passkey',
      description:
        'Takes `created`, what `navigator.credentials.create` returned, and answers with the next step; or `passkey`, what `navigator.credentials.get` returned, and signs. An answer that proves nothing is refused with `validation_failed` and logged; it never locks the link. 409 `invalid_state` with the reason attempt_over if the attempt has expired or was replaced, statement_changed if the envelope has changed since, and new_passkey if it must be a passkey that has signed before.',
    },
    rest: { errors: ['not_your_turn', 'invalid_state', 'clock_wrong', 'payload_too_large'] },
  })
  .input(continueSigningInput)
  .output(z.union([signingStepAnswer, statusAnswer]))
  .mutation(async ({ ctx, input }) => {
    const { services } = ctx;
    const own = await loadSignerEnvelope(ctx, ['sign']);
    const { graph, participant, organization } = own;
    if (participant.status === 'signed') return { status: graph.envelope.status };
    await requireRightTime(services);
    const party = requireParty(services);
    const attempt = await readTransaction(services.db, { organizationId: organization.id }, (tx) =>
      readAttempt(tx, { participantId: participant.id, id: input.attempt }, services.clock()),
    );
    if (attempt === null || attempt.linkEpoch !== participant.linkEpoch)
      throw createStateRefusal(graph, 'attempt_over');
    if (input.created !== undefined) {
      await addPasskey(ctx, own, attempt, input.created, party);
      const step = await buildStep(services, own, { ...attempt, creationChallenge: null }, party);
      return { attempt: attempt.id, next: step };
    }
    if (input.passkey === undefined)
      throw createInvalidRefusal([{ path: '/passkey', message: 'is required without created' }]);
    return await signWithPasskey(ctx, own, attempt, input.passkey, party);
  });

/** Ends an attempt, also one that is over. */
export const cancelSigning = signerProcedure
  .meta({
    openapi: {
      method: 'DELETE',
      path: '/api/signer/sign/{attempt}',
      tags: ['Signer'],
      summary: 'Stop signing with a passkey',
      description: 'Ends the attempt. One that is over stays so.',
    },
    rest: { success: 204, errors: [] },
  })
  .input(z.strictObject({ attempt: attemptId }))
  .output(z.undefined())
  .mutation(async ({ ctx, input: { attempt } }) => {
    const { participant, organization } = await loadSignerEnvelope(ctx, ['sign']);
    await transaction(ctx.services.db, { organizationId: organization.id }, (tx) =>
      endAttempt(tx, { participantId: participant.id, id: attempt }),
    );
  });

/** Signs with a passkey's signature over the statement, once. */
async function signWithPasskey(
  call: Call,
  own: OwnEnvelope,
  attempt: SigningAttempt,
  { id, response }: PasskeyAssertion,
  party: RelyingParty,
) {
  const { services, claims } = call;
  const { participant, organization } = own;
  const known = await readTransaction(services.db, { organizationId: organization.id }, async (tx) => {
    const passkey = await readSignerPasskey(tx, id);
    if (passkey === null || passkey.rpId !== party.id) return null;
    const earlier = await readEarlier(tx, passkey.keyHash);
    return { passkey, earlier, isFamiliar: await hasSignedFor(tx, passkey.keyHash, participant.email) };
  });
  if (known === null) throw await refuseProof(call, own, 'unknown_passkey');
  const { passkey, earlier, isFamiliar } = known;
  const challenge = toChallenge(attempt.statement);
  const checked = checkAssertion(response, { challenge, party, publicKey: passkey.publicKey });
  if (checked.kind === 'fault') throw await refuseProof(call, own, checked.reason);
  if (!isFamiliar && !mayUseNewPasskey(participant)) {
    await noteFault(call, own, 'new_passkey');
    throw createStateRefusal(own.graph, 'new_passkey');
  }
  if (checked.counter < passkey.counter)
    services.log.warn({ participantId: participant.id }, "the counter of a signer's passkey went backwards");
  const { clientDataJSON, authenticatorData, signature } = response;
  const proof = {
    ...{ kind: 'passkey' as const, nonce: attempt.nonce, rpId: party.id },
    ...{ publicKey: passkey.publicKey, keyHash: passkey.keyHash },
    ...{ authenticatorData, clientDataJSON, signature, isSynced: checked.backedUp, earlier },
  };
  const { language, uploads } = attempt.input;
  const kept = await listOwnUploads(services, own.graph, participant.id);
  if (uploads.some((upload) => !kept.some((one) => one.id === upload)))
    throw createStateRefusal(own.graph, 'statement_changed');
  const input = restoreInput(attempt.input, organization.name, attempt.startedAt);
  const graph = await withAttachmentsLimit(() =>
    commitAsSigner(
      call,
      organization.id,
      (current, facts) => {
        const statement = readStatement(current, participant, language ?? undefined);
        const signed: SignInput = { ...input, statement };
        const again = resolveProvable(current, claims.part, signed, attempt.nonce, facts);
        if (again.kind === 'refuse') return again;
        if (again.statement !== attempt.statement)
          return refuse('invalid_state', { status: current.envelope.status, reason: 'statement_changed' });
        return sign(current, claims.part, { ...signed, proof }, facts);
      },
      async (tx) => {
        if (!(await endAttempt(tx, attempt))) throw createStateRefusal(own.graph, 'attempt_over');
        const use = { counter: Math.max(checked.counter, passkey.counter), backedUp: checked.backedUp };
        if (!(await useSignerPasskey(tx, id, { ...use, lastUsedAt: services.clock() })))
          throw createStateRefusal(own.graph, 'passkey_forgotten');
      },
    ),
  );
  return { status: graph.envelope.status };
}

/** Adds the passkey that a signer has created for this organization. */
async function addPasskey(
  call: Call,
  own: OwnEnvelope,
  attempt: SigningAttempt,
  { response }: PasskeyCreation,
  party: RelyingParty,
): Promise<void> {
  const { services } = call;
  const { graph, participant, organization } = own;
  const { creationChallenge: challenge } = attempt;
  if (!mayUseNewPasskey(participant)) throw createStateRefusal(graph, 'new_passkey');
  if (challenge === null) throw createStateRefusal(graph, 'attempt_over');
  const created = readNewPasskey(response, { challenge, party });
  if (created.kind === 'fault') throw await refuseProof(call, own, created.reason, '/created');
  const { keyHash, backedUp, publicKey, counter, id } = created;
  if (await isCredentialTaken(services.db, id)) throw createStateRefusal(graph, 'passkey_taken');
  await commitAsSigner(
    call,
    organization.id,
    (current) => notePasskey(current, participant.id, { keyHash, isSynced: backedUp }),
    async (tx) => {
      if (!(await takeCreationChallenge(tx, attempt))) throw createStateRefusal(graph, 'attempt_over');
      const createdAt = services.clock();
      const row = { id, organizationId: organization.id, email: participant.email, publicKey, keyHash };
      const isNew = await insertSignerPasskey(tx, {
        ...row,
        ...{ rpId: party.id, counter, backedUp, createdAt, lastUsedAt: null },
      });
      if (!isNew) throw createStateRefusal(graph, 'passkey_taken');
    },
  );
}

/** Logs an answer that proves nothing, and returns its refusal. */
async function refuseProof(call: Call, own: OwnEnvelope, reason: ProofFault, path = '/passkey') {
  await noteFault(call, own, reason);
  return createInvalidRefusal([{ path, message: FAULTS[reason] }]);
}

async function noteFault(call: Call, { participant, organization }: OwnEnvelope, reason: ProofFault) {
  await commitAsSigner(call, organization.id, () => noteFailedProof(participant.id, reason));
}

const FAULTS: Readonly<Record<ProofFault, string>> = {
  malformed: 'is not what an authenticator returns',
  statement: 'is for another statement',
  site: 'is for another site',
  not_verified: 'must have checked the person (user verification)',
  signature: 'has a wrong signature',
  unknown_passkey: 'is a passkey that this organization does not know',
  new_passkey: 'is a passkey that has not signed before',
};

function requireParty(services: Services): RelyingParty {
  const party = getSigningParty(services.config.http);
  if (party === null) throw createRefusal('unavailable', { reason: 'no_passkeys' });
  return party;
}

function createStateRefusal(graph: EnvelopeGraph, reason: string) {
  return createRefusal('invalid_state', { status: graph.envelope.status, reason });
}
