import type { Page } from '@playwright/test';
import { plainPdf } from '../support/envelopes.ts';

/** Creates an API key in the signed-in organization. */
export async function apiKeyOf(page: Page): Promise<string> {
  return (await call<{ secret: string }>(page, 'apiKey.create', { name: 'Tests' })).secret;
}

type Person = {
  readonly name: string;
  readonly email: string;
  readonly delivery?: string;
  readonly orderIndex?: number;
};
export const ADA: Person = { name: 'Ada Lovelace', email: 'ada@example.com' };
export const BEN: Person = { name: 'Ben Bitdiddle', email: 'ben@example.com' };

/**
 * Creates and sends an envelope to these people over the API, or only a draft without `send`. Returns its id.
 */
export async function makeEnvelope(
  page: Page,
  key: string,
  displayName: string,
  {
    people = [ADA, BEN] as readonly Person[],
    send = true,
    policy = {} as Record<string, unknown>,
    document = undefined as Uint8Array | undefined,
  } = {},
): Promise<string> {
  const contentBase64 = Buffer.from(document ?? (await plainPdf())).toString('base64');
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const box = { type: 'signature', page: 1, x: 0.1, width: 0.3, height: 0.05 };
  const post = async (path: string, data: unknown) => {
    const origin = new URL(page.url()).origin;
    const answer = await fetch(`${origin}/api/v1/envelopes${path}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(data),
    });
    const body = (await answer.json()) as { envelope: { id: string; version: number } };
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${JSON.stringify(body)}`);
    return body.envelope;
  };
  const { id, version } = await post('', {
    originalFilename: `${displayName}.pdf`,
    displayName,
    document: { contentBase64, contentType: 'application/pdf' },
    detect: false,
    participants: people,
    fields: people.map((_, participantIndex) => ({
      ...box,
      y: 0.1 + participantIndex * 0.08,
      participantIndex,
    })),
    policy,
  });
  if (send) await post(`/${id}/send`, { expectedVersion: version });
  return id;
}

/** Signs with the latest link that was emailed to an address. */
export async function signByLink(page: Page, email: string, name: string): Promise<void> {
  const token = await tokenIn(page, email);
  const answer = await fetch(`${new URL(page.url()).origin}/api/signer/sign`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ values: [], signature: { kind: 'typed', text: name } }),
  });
  if (!answer.ok) throw new Error(`sign answered ${answer.status}: ${await answer.text()}`);
}

/** Waits for an email to an address. Returns the token of its latest link, by default one for signing. */
export async function tokenIn(page: Page, email: string, link = /#token=([A-Za-z0-9_.-]+)/): Promise<string> {
  for (const deadline = Date.now() + 20_000; Date.now() < deadline;) {
    const { items } = await read<{ items: { id: string; to: string }[] }>(page, 'outbox.list', {});
    const mail = items.find(({ to }) => to === email);
    if (mail !== undefined) {
      const { text } = await read<{ text: string }>(page, 'outbox.get', { id: mail.id });
      const token = link.exec(text)?.[1];
      if (token !== undefined) return token;
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`no mail to ${email}`);
}

/** Calls a mutation as the page's signed-in person. */
export async function call<T>(page: Page, procedure: string, data: unknown): Promise<T> {
  const origin = new URL(page.url()).origin;
  const answer = await page.request.post(`/api/trpc/${procedure}`, { data, headers: { origin } });
  if (!answer.ok()) throw new Error(`${procedure} answered ${answer.status()}: ${await answer.text()}`);
  return ((await answer.json()) as { result: { data: T } }).result.data;
}

/** Calls a query. */
export async function read<T>(page: Page, procedure: string, input: unknown): Promise<T> {
  const query = encodeURIComponent(JSON.stringify(input));
  const answer = await page.request.get(`/api/trpc/${procedure}?input=${query}`);
  return ((await answer.json()) as { result: { data: T } }).result.data;
}
