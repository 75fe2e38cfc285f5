import { expect, it } from 'vitest';
import { sealEnvelope } from '#server/jobs/seal-envelope.ts';
import { computeSha256Hex } from '#server/crypto/hash.ts';
import { useApi } from '../../support/api.ts';
import { ALICE, sendDraft, SIGNATURE, createDraft } from '../../support/envelopes.ts';
import { expectIssues } from '../../support/answers.ts';
import { useOwner } from '../../support/owner.ts';
import { signAs, tokenOf } from '../../support/signer.ts';
import { eventsOf } from '../../support/traces.ts';
import { fontsOf } from '../../pdf/support/pdf-tools.ts';

const api = useApi();
const owner = useOwner(api);
const text = { type: 'text', page: 1, x: 0.1, y: 0.2, width: 0.3, height: 0.04, participantIndex: 0 };
const alone = (...fields: object[]) => ({
  participants: [{ name: 'Ada', email: ALICE.email }],
  fields: [{ ...SIGNATURE, participantIndex: 0 }, ...fields],
});

it('removes bidirectional controls, so that a value reads the same everywhere', async () => {
  const { apiKey: key } = await api.tenant();
  const sent = await sendDraft(api, key, alone(text));
  await signAs(api, sent, ALICE, [{ fieldId: sent.fields[1].id, value: '100\u202E00\u202C USD' }]);
  const { json } = await api.ask('GET /api/v1/envelopes/{id}', { key, path: { id: sent.envelope.id } });
  expect(json.fields[1].value).toBe('10000 USD');
});

it('keeps a locked field empty if its source is empty', async () => {
  const { apiKey: key } = await api.tenant();
  const locked = { ...text, type: 'company', locked: true, autoSource: 'signer_company' };
  const sent = await sendDraft(api, key, alone({ ...locked, required: false }));
  expectIssues(await signAs(api, sent, ALICE, [{ fieldId: sent.fields[1].id, value: 'EVIL' }]), [
    '/values/0/value',
  ]);
  expect((await signAs(api, sent, ALICE)).status).toBe(200);
  const { json } = await api.ask('GET /api/v1/envelopes/{id}', { key, path: { id: sent.envelope.id } });
  expect(json.fields[1].value).toBeNull();

  const draft = (await createDraft(api, key, alone(locked))).json;
  const send = await api.ask('POST /api/v1/envelopes/{id}/send', {
    key,
    path: { id: draft.envelope.id },
    body: { expectedVersion: 1 },
  });
  expectIssues(send, ['/fields/1']);
});

it('logs no disclosure if none was shown', async () => {
  const { apiKey: key } = await api.tenant();
  const sent = await sendDraft(api, key, alone());
  const token = await tokenOf(api, sent, ALICE.email);
  await api.ask('POST /api/signer/consent', { key: token, body: { accepted: true } });
  expect((await eventsOf(api, key, sent.envelope.id)).at(-1)).toMatchObject({
    action: 'participant.consented',
    payload: { disclosureVersion: null, disclosureLocale: null, disclosureHash: null },
  });
});

it('logs the signature, and seals only that one', async () => {
  const { apiKey: key, organizationId } = await api.tenant();
  const sent = await sendDraft(api, key, alone());
  await signAs(api, sent, ALICE);
  const signed = (await eventsOf(api, key, sent.envelope.id)).find(
    ({ action }) => action === 'participant.signed',
  );
  expect(signed?.payload).toMatchObject({ signatureHash: computeSha256Hex(ALICE.name), initialsHash: null });

  const target = { organizationId, envelopeId: sent.envelope.id };
  await owner.sql`update signature_marks set text = 'Mallory' where participant_id = ${sent.participants[0].id}`;
  await expect(sealEnvelope(api.services, target)).rejects.toThrow('differs from the one that was signed');
  await owner.sql`update signature_marks set text = ${ALICE.name} where participant_id = ${sent.participants[0].id}`;
  await sealEnvelope(api.services, target);
  expect(
    (await api.ask('GET /api/v1/envelopes/{id}', { key, path: { id: sent.envelope.id } })).json.envelope
      .sealedAt,
  ).not.toBeNull();
});

it('logs the style of a typed signature with it, and seals only that one', async () => {
  const { apiKey: key, organizationId } = await api.tenant();
  const sent = await sendDraft(api, key, alone());
  const token = await tokenOf(api, sent, ALICE.email);
  const sign = (style: string) =>
    api.call('POST', '/api/signer/sign', {
      key: token,
      body: { values: [], signature: { kind: 'typed', text: ALICE.name, style } },
    });
  expectIssues(await sign('gothic'), ['/signature/style']);
  expect((await sign('clear')).status).toBe(200);
  const signed = (await eventsOf(api, key, sent.envelope.id)).find(
    ({ action }) => action === 'participant.signed',
  );
  expect(signed?.payload).toMatchObject({ signatureHash: computeSha256Hex(`${ALICE.name}\nclear`) });

  const target = { organizationId, envelopeId: sent.envelope.id };
  const participantId = sent.participants[0].id;
  await owner.sql`update signature_marks set style = 'bold' where participant_id = ${participantId}`;
  await expect(sealEnvelope(api.services, target)).rejects.toThrow('differs from the one that was signed');
  await owner.sql`update signature_marks set style = 'clear' where participant_id = ${participantId}`;
  await sealEnvelope(api.services, target);
  const sealed = await api.ask('GET /api/v1/envelopes/{id}/document', {
    key,
    path: { id: sent.envelope.id },
    query: { variant: 'sealed' },
  });
  expect(fontsOf(sealed.bytes)).toContainEqual(expect.stringContaining('Kalam'));
});
