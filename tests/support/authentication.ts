import { readAttempts } from '#server/db/envelopes/code-attempts.ts';
import { transaction } from '#server/db/client/transaction.ts';
import type { Answer, Tenant, TestApi } from './api.ts';
import { ALICE, sendDraft } from './envelopes.ts';
import { tokenOf, type WireGraph } from './signer.ts';

export const ACCESS_CODE = 'blue harbor 42';

/** An envelope whose first signer authenticates with a method, and the token of her link. */
export async function sentWith(api: TestApi, authentication: object, tenant?: Tenant) {
  const { apiKey: key, organizationId } = tenant ?? (await api.tenant());
  const participants = [{ ...ALICE, authentication }];
  const fields = [
    { type: 'signature', page: 1, x: 0.1, y: 0.7, width: 0.3, height: 0.06, participantIndex: 0 },
  ];
  const graph = (await sendDraft(api, key, { participants, fields })) as WireGraph;
  const token = await tokenOf(api, graph, ALICE.email);
  return { key, organizationId, graph, id: graph.envelope.id, alice: graph.participants[0]?.id ?? '', token };
}

export const tryCode = (api: TestApi, token: string, code: string): Promise<Answer> =>
  api.call('POST', '/api/signer/authenticate', { key: token, body: { code } });

export const startCode = (api: TestApi, token: string): Promise<Answer> =>
  api.call('POST', '/api/signer/authenticate/start', { key: token, body: {} });

/** Waits until an organization has sent `count` emails with a code. Returns the code in the latest one. */
export async function mailedCode(api: TestApi, organizationId: string, count = 1): Promise<string> {
  return await api.until(`${count} emailed codes`, async () => {
    const codes = (await api.mails(organizationId, 0)).flatMap(({ text }) => /^\d{6}$/m.exec(text) ?? []);
    return codes.length >= count ? (codes.at(-1) ?? null) : null;
  });
}

/** Returns the database's counters for a participant. */
export const attemptsOf = (api: TestApi, organizationId: string, participantId: string) =>
  transaction(api.services.db, { organizationId }, (tx) => readAttempts(tx, participantId));
