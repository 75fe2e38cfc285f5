import type { Answer, TestApi } from './api.ts';
import { createDraft } from './envelopes.ts';
import { APP, registerOrigins, tokenIn } from './sessions.ts';

export const EDITED_URL = `${APP}/drafts/4711`;

/** A draft with a document, whose organization has registered the application's origin. */
export async function draftForEditing(
  api: TestApi,
  tenant: { readonly apiKey: string },
  body: Record<string, unknown> = {},
) {
  const key = tenant.apiKey;
  await registerOrigins(api, key, [APP]);
  const graph = (await createDraft(api, key, body)).json;
  return { key, id: graph.envelope.id as string, graph };
}
type Draft = { readonly key: string; readonly id: string };

export const requestEditing = (
  api: TestApi,
  { key, id }: Draft,
  body: object = { returnUrl: EDITED_URL },
): Promise<Answer> => api.call('POST', `/api/v1/envelopes/${id}/session`, { key, body });

export const openEditing = (api: TestApi, token: string): Promise<Answer> =>
  api.call('POST', '/api/editing/session', { key: token, body: {} });

/** Returns the token of a page opened with a new session URL. */
export async function editedPage(api: TestApi, draft: Draft, body?: object): Promise<string> {
  const opened = await openEditing(api, tokenIn(await requestEditing(api, draft, body)));
  if (opened.status !== 200) throw new Error(`the session answered ${opened.status}`);
  return opened.json.token;
}
