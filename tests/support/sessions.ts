import type { Answer, TestApi } from './api.ts';
import { ALICE, BOB, sendDraft, SIGNATURE } from './envelopes.ts';
import type { WireGraph } from './signer.ts';

export const APP = 'https://app.example.com';
export const RETURN_URL = `${APP}/contracts/4711?step=2`;

/** An envelope for Alice, who isn't emailed, and Bob, who is. The application's origin is registered. */
export async function sentForSession(
  api: TestApi,
  { delivery = 'embedded', ...alice }: Record<string, unknown> = {},
) {
  const tenant = await api.tenant();
  const key = tenant.apiKey;
  await registerOrigins(api, key, [APP]);
  const graph = (await sendDraft(api, key, {
    participants: [{ ...ALICE, delivery, ...alice }, BOB],
    fields: [0, 1].map((participantIndex) => ({ ...SIGNATURE, participantIndex })),
  })) as WireGraph;
  const [first, second] = graph.participants;
  return { ...tenant, key, graph, id: graph.envelope.id, alice: first?.id ?? '', bob: second?.id ?? '' };
}

export const registerOrigins = (api: TestApi, key: string, origins: readonly string[]): Promise<Answer> =>
  api.call('PUT', '/api/v1/embedding', { key, body: { origins } });

export const requestSession = (
  api: TestApi,
  { key, id, alice }: { readonly key: string; readonly id: string; readonly alice: string },
  body: object = { returnUrl: RETURN_URL },
): Promise<Answer> =>
  api.call('POST', `/api/v1/envelopes/${id}/participants/${alice}/session`, { key, body });

/** The token in a session URL. */
export const tokenIn = (answer: Answer): string => new URL(answer.json.url).hash.replace('#token=', '');

export const openSession = (api: TestApi, token: string): Promise<Answer> =>
  api.call('POST', '/api/signer/session', { key: token, body: {} });

/** Returns the token of a page opened with a new session URL. */
export async function openedPage(
  api: TestApi,
  sent: { readonly key: string; readonly id: string; readonly alice: string },
): Promise<string> {
  const opened = await openSession(api, tokenIn(await requestSession(api, sent)));
  if (opened.status !== 200) throw new Error(`the session answered ${opened.status}`);
  return opened.json.token;
}
