import { describe, expect, it } from 'vitest';
import { expectIssues } from '../../support/answers.ts';
import { useApi } from '../../support/api.ts';
import { ACCESS_CODE, tryCode } from '../../support/authentication.ts';
import { ALICE, BOB, createDraft } from '../../support/envelopes.ts';
import { tokenOf } from '../../support/signer.ts';

const api = useApi({ work: true });
const withCode = { method: 'access_code', code: ACCESS_CODE };
const kept = { method: 'access_code' };

async function drafted() {
  const { apiKey: key } = await api.tenant();
  const participants = [{ ...ALICE, authentication: withCode }, BOB];
  const { json } = await createDraft(api, key, { participants });
  return { key, id: json.envelope.id as string };
}
const put = (key: string, id: string, participants: object[]) =>
  api.call('PUT', `/api/v1/envelopes/${id}/draft`, { key, body: { participants, fields: [] } });
const methods = ({ json }: { json: any }) =>
  json.participants.map(({ authentication: { method } }: any) => ({ method }));

/** What happens to a code when the envelope is sent to its first participant. */
async function opens(key: string, id: string, code: string): Promise<number> {
  const current = (await api.ask('GET /api/v1/envelopes/{id}', { key, path: { id } })).json;
  const body = { expectedVersion: current.envelope.version };
  const sent = await api.ask('POST /api/v1/envelopes/{id}/send', { key, path: { id }, body });
  const token = await tokenOf(api, sent.json as never, sent.json.participants[0]?.email ?? '');
  return (await tryCode(api, token, code)).status;
}

describe('a draft', () => {
  it('names the method of each participant, which is the link unless another was given', async () => {
    const { key, id } = await drafted();
    const graph = await api.ask('GET /api/v1/envelopes/{id}', { key, path: { id } });
    expect(methods(graph)).toEqual([kept, { method: 'link' }]);
  });

  it('keeps a code that an update does not send, for the same email and else the same position', async () => {
    const { key, id } = await drafted();
    expect(
      methods(await put(key, id, [BOB, { ...ALICE, email: 'ALICE@example.com', authentication: kept }])),
    ).toEqual([{ method: 'link' }, kept]);
    const renamed = await put(key, id, [BOB, { ...ALICE, email: 'ada@example.com', authentication: kept }]);
    expect(methods(renamed)).toEqual([{ method: 'link' }, kept]);
    await put(key, id, [{ ...ALICE, email: 'ada@example.com', authentication: kept }]);
    expect(await opens(key, id, ACCESS_CODE)).toBe(200);
  });

  it('replaces a code, and forgets it with the method', async () => {
    const { key, id } = await drafted();
    await put(key, id, [{ ...ALICE, authentication: { ...withCode, code: 'another code' } }]);
    await put(key, id, [{ ...ALICE, authentication: kept }]);
    expect(await opens(key, id, 'another code')).toBe(200);
    const other = await drafted();
    expect(methods(await put(other.key, other.id, [ALICE, BOB]))).toEqual([
      { method: 'link' },
      { method: 'link' },
    ]);
    expectIssues(await put(other.key, other.id, [{ ...ALICE, authentication: kept }]), [
      '/participants/0/authentication/code',
    ]);
  });

  it('refuses one code kept twice, and a participant who never had one', async () => {
    const { key, id } = await drafted();
    expectIssues(
      await put(key, id, [
        { ...ALICE, authentication: kept },
        { ...BOB, authentication: kept },
      ]),
      ['/participants/1/authentication/code'],
    );
    expectIssues(
      await createDraft(api, key, { participants: [{ ...ALICE, authentication: kept }], fields: [] }),
      ['/participants/0/authentication/code'],
    );
  });

  it('refuses texted codes while no SMS gateway is configured', async () => {
    const { key, id } = await drafted();
    const participants = [{ ...ALICE, authentication: { method: 'sms_code', phone: '+14155550142' } }];
    const path = '/participants/0/authentication/method';
    expectIssues(await createDraft(api, key, { participants, fields: [] }), [path]);
    expectIssues(await put(key, id, participants), [path]);
  });

  it('refuses short and long codes, unknown methods, and codes for other methods', async () => {
    const { key } = await drafted();
    for (const authentication of [
      { method: 'access_code', code: '12345' },
      { method: 'access_code', code: '1'.repeat(65) },
      { method: 'access_code', code: '\u200e 12345 ' },
      { method: 'oidc' },
      { method: 'email_code', code: '123456' },
    ]) {
      const answer = await createDraft(api, key, {
        participants: [{ ...ALICE, authentication }],
        fields: [],
      });
      expect([answer.status, answer.json.code]).toEqual([422, 'validation_failed']);
    }
  });
});
