import { createPublicKey, hash, verify } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { LIMITS } from '#domain/limits.ts';
import { toCanonicalJson } from '#domain/event/canonical.ts';
import { transaction } from '#server/db/client/transaction.ts';
import { sweep } from '#server/jobs/sweep.ts';
import { sql } from 'drizzle-orm';
import { expectInvalidState, expectIssues } from '../../support/answers.ts';
import { useApi } from '../../support/api.ts';
import { ALICE, BOB, createDraft } from '../../support/envelopes.ts';
import {
  BODY,
  continueSigning,
  sendForPasskey,
  signWith,
  SITE,
  startSigning,
} from '../../support/passkey-signing.ts';
import { eventsOf } from '../../support/traces.ts';
import { createVirtualPasskey, FLAGS } from '../../support/virtual-passkey.ts';

const api = useApi();

async function sent(signing?: { method: 'passkey'; required?: boolean; known?: boolean }) {
  const tenant = await api.tenant();
  const one = await sendForPasskey(api, tenant.apiKey, signing === undefined ? {} : { signing });
  const id = one.graph.envelope.id;
  const read = async () =>
    (await api.ask('GET /api/v1/envelopes/{id}', { key: tenant.apiKey, path: { id } })).json;
  const listEvents = async (action: string) =>
    (await eventsOf(api, tenant.apiKey, id)).filter((event) => event.action === action);
  return { ...tenant, ...one, id, read, listEvents, passkey: createVirtualPasskey(SITE) };
}

describe('signing with a passkey', () => {
  it('leaves a proof that a stranger can check with the event alone', async () => {
    const { token, passkey, read, listEvents, organizationId, graph } = await sent();
    const [signatureField, dateField] = graph.fields;
    const started = await startSigning(api, token);
    expect(started.status).toBe(200);
    const { next, statement, values, expiresAt } = started.json;
    expect(next).toMatchObject({
      ...{
        kind: 'passkey',
        options: { rpId: 'localhost', allowCredentials: [], userVerification: 'required' },
      },
      create: {
        rp: { id: 'localhost' },
        attestation: 'none',
        pubKeyCredParams: [{ alg: -7 }, { alg: -257 }],
      },
    });
    expect(Date.parse(expiresAt) - api.clock.now.getTime()).toBe(LIMITS.signingAttemptLifeMs);
    expect(values).toEqual([
      { fieldId: signatureField?.id, value: ALICE.name },
      { fieldId: dateField?.id, value: api.clock.now.toISOString().slice(0, 10) },
    ]);
    expect(next.options.challenge).toBe(hash('sha256', statement, 'base64url'));

    const { attempt } = started.json;
    const created = await continueSigning(api, token, { attempt, created: passkey.create(next.create) });
    expect(created.json.next.options.allowCredentials).toEqual([{ type: 'public-key', id: passkey.id }]);
    const signed = await continueSigning(api, token, { attempt, passkey: passkey.get(next.options) });
    expect([signed.status, signed.json]).toEqual([200, { status: 'completed' }]);

    const [event] = await listEvents('participant.signed');
    const { proof, ...said } = event?.payload as Record<string, any>;
    const { participantId, documentHash, valuesHash, signatureHash, initialsHash, intent } = said as any;
    const rebuilt = toCanonicalJson({
      ...{ format: 'countersign-statement/1', organizationId, envelopeId: graph.envelope.id, participantId },
      ...{
        documentHash,
        valuesHash,
        signatureHash,
        initialsHash,
        attachments: [],
        intent,
        nonce: proof.nonce,
      },
    });
    expect(rebuilt).toBe(statement);
    const client = Buffer.from(proof.clientDataJSON, 'base64url');
    expect(JSON.parse(client.toString()).challenge).toBe(hash('sha256', rebuilt, 'base64url'));
    const key = createPublicKey({
      key: Buffer.from(proof.publicKey, 'base64url'),
      format: 'der',
      type: 'spki',
    });
    const data = Buffer.concat([
      Buffer.from(proof.authenticatorData, 'base64url'),
      hash('sha256', client, 'buffer'),
    ]);
    expect(verify('sha256', data, key, Buffer.from(proof.signature, 'base64url'))).toBe(true);

    const [person] = (await read()).participants;
    expect(person).toMatchObject({
      status: 'signed',
      signing: { method: 'passkey', required: true, known: false },
      signedWith: {
        kind: 'passkey',
        rpId: 'localhost',
        keyHash: passkey.keyHash,
        isSynced: true,
        earlier: null,
      },
    });
    expect(await listEvents('participant.passkey_created')).toMatchObject([
      { payload: { keyHash: passkey.keyHash, isSynced: true } },
    ]);
  });

  it('shows that it was the same passkey as before, and whom else it has signed for', async () => {
    const { apiKey, token, passkey, listEvents } = await sent();
    await signWith(api, token, passkey, { isNew: true });
    const [first] = await listEvents('participant.signed');
    const second = await sendForPasskey(api, apiKey);
    const started = await startSigning(api, second.token);
    expect(started.json.next.options.allowCredentials).toEqual([{ type: 'public-key', id: passkey.id }]);
    expect((await signWith(api, second.token, passkey)).status).toBe(200);
    const as = await sendForPasskey(api, apiKey, BOB);
    expect((await signWith(api, as.token, passkey)).status).toBe(200);

    const path = { id: as.graph.envelope.id };
    const { json } = await api.ask('GET /api/v1/envelopes/{id}', { key: apiKey, path });
    expect(json.participants[0]?.signedWith?.earlier).toEqual({
      ...{ count: 2, firstAt: first?.occurredAt, firstEventHash: first?.hash },
    });
    const listed = await api.ask('GET /api/v1/signer-passkeys', {
      key: apiKey,
      query: { email: ALICE.email },
    });
    expect(listed.json.items).toMatchObject([
      {
        ...{ id: passkey.keyHash, email: ALICE.email, rpId: 'localhost', isSynced: true },
        signedAs: [
          { email: ALICE.email, count: 2 },
          { email: BOB.email, count: 1 },
        ],
      },
    ]);
  });

  it('fixes the day that the statement has', async () => {
    const { token, passkey, read } = await sent();
    const before = api.clock.now;
    api.clock.now = new Date('2027-03-02T23:58:00.000Z');
    const { json } = await startSigning(api, token);
    api.clock.now = new Date('2027-03-03T00:02:00.000Z');
    const { attempt, next } = json;
    await continueSigning(api, token, { attempt, created: passkey.create(next.create) });
    expect((await continueSigning(api, token, { attempt, passkey: passkey.get(next.options) })).status).toBe(
      200,
    );
    expect((await read()).fields[1]?.value).toBe('2027-03-02');
    api.clock.now = before;
  });
});

describe('refused', () => {
  it('a click alone, also with the choice of one who needs a passkey', async () => {
    const { token, graph } = await sent();
    for (const body of [BODY, { ...BODY, withoutPasskey: true }])
      expectInvalidState(
        await api.call('POST', '/api/signer/sign', { key: token, body }),
        graph.envelope['status'],
        'proof_required',
      );
  });

  it('answers that prove nothing, which are logged and never lock the link', async () => {
    const { token, passkey, listEvents } = await sent();
    const { json } = await startSigning(api, token);
    const { attempt, next } = json;
    await continueSigning(api, token, { attempt, created: passkey.create(next.create) });
    const stranger = createVirtualPasskey(SITE);
    const tries = [
      [passkey.get(next.options, { flags: FLAGS & ~0x04 }), 'not_verified'],
      [passkey.get(next.options, { origin: 'https://evil.example' }), 'site'],
      [passkey.get({ ...next.options, challenge: hash('sha256', '{}', 'base64url') }), 'statement'],
      [passkey.get(next.options, { key: stranger.privateKey }), 'signature'],
      [stranger.get(next.options), 'unknown_passkey'],
    ] as const;
    for (const [answer] of [...tries, ...tries])
      expect((await continueSigning(api, token, { attempt, passkey: answer })).status).toBe(422);
    const failed = await listEvents('participant.signing_failed');
    expect(failed.map(({ payload }) => (payload as { reason: string }).reason)).toEqual(
      [...tries, ...tries].map(([, reason]) => reason),
    );
    expect((await continueSigning(api, token, { attempt, passkey: passkey.get(next.options) })).status).toBe(
      200,
    );
  });

  it('an attempt that is over, was replaced or canceled', async () => {
    const { token, passkey, graph } = await sent();
    const [first, second] = [await startSigning(api, token), await startSigning(api, token)];
    const over = async (attempt: string) => {
      const answer = await continueSigning(api, token, {
        attempt,
        passkey: passkey.get(first.json.next.options),
      });
      expectInvalidState(answer, graph.envelope['status'], 'attempt_over');
    };
    await over(first.json.attempt);
    const { attempt } = second.json;
    const path = `/api/signer/sign/${attempt}`;
    expect((await api.call('DELETE', path, { key: token })).status).toBe(204);
    await over(attempt);
    const third = await startSigning(api, token);
    api.clock.now = new Date(api.clock.now.getTime() + LIMITS.signingAttemptLifeMs);
    await over(third.json.attempt);
  });

  it('a key of another organization', async () => {
    const [one, other] = [await sent(), await sent()];
    await signWith(api, one.token, one.passkey, { isNew: true });
    const { json } = await startSigning(api, other.token);
    const { attempt, next } = json;
    expectInvalidState(
      await continueSigning(api, other.token, { attempt, created: one.passkey.create(next.create) }),
      'in_progress',
      'passkey_taken',
    );
    const answer = await continueSigning(api, other.token, {
      attempt,
      passkey: one.passkey.get(next.options),
    });
    expect(answer.status).toBe(422);
  });

  it('a passkey with a click, and a click with a passkey’s attempt', async () => {
    const { apiKey } = await api.tenant();
    const { token } = await sendForPasskey(api, apiKey, { signing: { method: 'click' } });
    expectInvalidState(await startSigning(api, token), 'in_progress', 'no_proof_needed');
  });

  it('a passkey on the host’s device', async () => {
    const { apiKey } = await api.tenant();
    const people = [{ ...ALICE, delivery: 'in_person', signing: { method: 'passkey' } }];
    const answer = await createDraft(api, apiKey, { participants: people, fields: [] });
    expectIssues(answer, ['/participants/0/signing/method']);
  });
});

describe('a passkey that is not required', () => {
  it('can be left out, which the record shows', async () => {
    const { token, read, listEvents } = await sent({ method: 'passkey', required: false });
    const refused = await api.call('POST', '/api/signer/sign', { key: token, body: BODY });
    expectInvalidState(refused, 'in_progress', 'proof_required');
    const body = { ...BODY, withoutPasskey: true };
    expect((await api.call('POST', '/api/signer/sign', { key: token, body })).status).toBe(200);
    expect((await read()).participants[0]).toMatchObject({
      ...{
        status: 'signed',
        signedWith: null,
        signing: { method: 'passkey', required: false, known: false },
      },
    });
    expect((await listEvents('participant.signed'))[0]?.payload).not.toHaveProperty('proof');
  });
});

describe('a passkey that has to be known', () => {
  const known = { method: 'passkey', known: true } as const;

  it('is one that has signed for this address, unless the sender accepts a new one', async () => {
    const { apiKey, passkey, token } = await sent();
    await signWith(api, token, passkey, { isNew: true });
    const again = await sendForPasskey(api, apiKey, { signing: known });
    expect((await startSigning(api, again.token)).json.next.create).toBeNull();
    expect((await signWith(api, again.token, passkey)).status).toBe(200);

    const asBob = await sendForPasskey(api, apiKey, { ...BOB, signing: known });
    expectInvalidState(await signWith(api, asBob.token, passkey), 'in_progress', 'new_passkey');
    const { envelope, participants } = asBob.graph;
    const path = { id: envelope.id, participantId: participants[0]?.id ?? '' };
    const accept = (expectedVersion: number) =>
      api.ask('POST /api/v1/envelopes/{id}/participants/{participantId}/accept-passkey', {
        ...{ key: apiKey, path, body: { expectedVersion } },
      });
    const accepted = await accept(envelope['version']);
    expect(accepted.status).toBe(200);
    expect((await accept(accepted.json.envelope.version)).json.envelope.version).toBe(
      accepted.json.envelope.version,
    );
    const own = createVirtualPasskey(SITE);
    expect((await signWith(api, asBob.token, own, { isNew: true })).status).toBe(200);
  });
});

describe('at the same moment', () => {
  it('two answers to one attempt sign once', async () => {
    const { token, passkey, listEvents } = await sent();
    const { json } = await startSigning(api, token);
    const { attempt, next } = json;
    await continueSigning(api, token, { attempt, created: passkey.create(next.create) });
    const answers = [passkey.get(next.options), passkey.get(next.options), passkey.get(next.options)];
    const done = await Promise.all(
      answers.map((one) => continueSigning(api, token, { attempt, passkey: one })),
    );
    expect(done.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(1);
    expect(await listEvents('participant.signed')).toHaveLength(1);
  });

  it('an envelope that is recalled while its signer proves is not signed', async () => {
    const { token, passkey, apiKey, id, graph, read, listEvents } = await sent();
    const { json } = await startSigning(api, token);
    const { attempt, next } = json;
    await continueSigning(api, token, { attempt, created: passkey.create(next.create) });
    const [recalled, signed] = await Promise.all([
      api.ask('POST /api/v1/envelopes/{id}/recall', {
        ...{ key: apiKey, path: { id }, body: { expectedVersion: graph.envelope['version'] } },
      }),
      continueSigning(api, token, { attempt, passkey: passkey.get(next.options) }),
    ]);
    const { envelope } = await read();
    const events = await listEvents('participant.signed');
    if (recalled.status === 200)
      expect([signed.status, envelope.status, events.length]).toEqual([401, 'draft', 0]);
    else expect([signed.status, envelope.status, events.length]).toEqual([200, 'completed', 1]);
  });
});

describe('the database', () => {
  it('lets nobody sign without the passkey that they need, and keeps what they signed with', async () => {
    const { organizationId, graph, token, passkey } = await sent();
    const id = graph.participants[0]?.id;
    const run = (statement: ReturnType<typeof sql>) =>
      transaction(api.services.db, { organizationId }, (tx) => tx.execute(statement));
    const sign = sql`update participants set status = 'signed', signed_at = now() where id = ${id}`;
    await expect(run(sign)).rejects.toMatchObject({ cause: { constraint_name: 'participants_proof' } });
    const click = sql`update participants set signing = '{"method": "click"}' where id = ${id}`;
    await expect(run(click)).rejects.toMatchObject({ cause: { code: '23514' } });
    await signWith(api, token, passkey, { isNew: true });
    const other = sql`update participants set signed_with = signed_with || '{"isSynced": false}' where id = ${id}`;
    await expect(run(other)).rejects.toMatchObject({ cause: { code: '23514' } });
  });

  it('forgets attempts that are over', async () => {
    const { token, organizationId } = await sent();
    await startSigning(api, token);
    api.clock.now = new Date(api.clock.now.getTime() + LIMITS.signingAttemptLifeMs + 1);
    await sweep(api.services);
    const left = await transaction(api.services.db, { organizationId }, (tx) =>
      tx.execute(sql`select 1 from signing_attempts`),
    );
    expect(left).toHaveLength(0);
  });
});

it('is forgotten on request, and its proof stays', async () => {
  const { apiKey, token, passkey, read } = await sent();
  await signWith(api, token, passkey, { isNew: true });
  const path = { id: passkey.keyHash };
  expect((await api.ask('DELETE /api/v1/signer-passkeys/{id}', { key: apiKey, path })).status).toBe(204);
  expect((await api.ask('DELETE /api/v1/signer-passkeys/{id}', { key: apiKey, path })).status).toBe(404);
  expect((await read()).participants[0]?.signedWith?.keyHash).toBe(passkey.keyHash);
  const again = await sendForPasskey(api, apiKey);
  expect((await signWith(api, again.token, passkey)).status).toBe(422);
});

it('is kept in a copy, not what was signed with it', async () => {
  const { apiKey, token, passkey, id } = await sent();
  await signWith(api, token, passkey, { isNew: true });
  const { json } = await api.ask('POST /api/v1/envelopes/{id}/copy', { key: apiKey, path: { id } });
  expect(json.participants[0]).toMatchObject({ signing: { method: 'passkey' }, signedWith: null });
});
