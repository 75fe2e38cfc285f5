import type { TestApi } from './api.ts';
import { answerOf, type JsonAnswer } from './answers.ts';
import { ALICE, sendDraft, SIGNATURE } from './envelopes.ts';
import { tokenOf, type WireGraph } from './signer.ts';
import type { VirtualPasskey } from './virtual-passkey.ts';

/** The origin of the signing pages in tests. */
export const SITE = 'http://localhost:3000';

export const BODY = {
  values: [],
  signature: { kind: 'typed' as const, text: ALICE.name },
  language: 'en' as const,
};

type Signing = { method: 'click' } | { method: 'passkey'; required?: boolean; known?: boolean };

/** Sends an envelope that its only signer signs in this way. */
export async function sendForPasskey(
  api: TestApi,
  key: string,
  { signing = { method: 'passkey' }, ...person }: { signing?: Signing; email?: string; name?: string } = {},
) {
  const who = { ...ALICE, ...person };
  const graph = (await sendDraft(api, key, {
    participants: [{ ...who, signing }],
    fields: [
      { ...SIGNATURE, participantIndex: 0 },
      { ...SIGNATURE, type: 'date', y: 0.5, participantIndex: 0, autoSource: 'signed_date', locked: true },
    ],
  })) as WireGraph;
  return { graph, token: await tokenOf(api, graph, who.email) };
}

/** Starts an attempt. */
export async function startSigning(api: TestApi, key: string, body: object = BODY): Promise<JsonAnswer> {
  return await answerOf(api.client(key).POST('/api/signer/sign/start', { body: body as typeof BODY }));
}

/** Continues an attempt. */
export async function continueSigning(api: TestApi, key: string, body: object): Promise<JsonAnswer> {
  return await answerOf(
    api.client(key).POST('/api/signer/sign/continue', { body: body as { attempt: string } }),
  );
}

/** Signs from the beginning to the end, creating the passkey if `isNew`. Returns the last answer. */
export async function signWith(
  api: TestApi,
  token: string,
  passkey: VirtualPasskey,
  { isNew = false }: { isNew?: boolean } = {},
): Promise<JsonAnswer> {
  const { json, status } = await startSigning(api, token);
  if (status !== 200) return { json, status } as JsonAnswer;
  const { attempt, next } = json;
  if (isNew) {
    const created = await continueSigning(api, token, { attempt, created: passkey.create(next.create) });
    if (created.status !== 200) return created;
  }
  return await continueSigning(api, token, { attempt, passkey: passkey.get(next.options) });
}
