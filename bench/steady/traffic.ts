import { setTimeout as delay } from 'node:timers/promises';

import { type Dashboard, signUp } from '../../scripts/client/dashboard.ts';
import { type Envelopes, createEnvelopesClient } from '../../scripts/client/envelopes.ts';
import { type HttpClient, openHttpClient, RefusedError } from '../../scripts/client/http.ts';
import { createSignerClient } from '../../scripts/client/signing.ts';
import { linkTo } from '../../tests/slow/boot/crash/mail-book.ts';
import { plainPdf } from '../../tests/support/envelopes.ts';

const OWNER = {
  organization: 'Steady Ltd',
  name: 'Olga',
  email: 'owner@example.com',
  password: 'a long enough password',
};
const BOX = { page: 1, x: 0.1, y: 0.8, width: 0.3, height: 0.05, type: 'signature', participantIndex: 0 };
const LOOK_AGAIN_MS = 200;

/** Requests that got no answer, or an answer saying that the server failed. */
export interface Tally {
  requests: number;
  readonly milliseconds: number[];
  readonly failures: string[];
  sealed: number;
}

/**
 * Clients that send, sign and read, one step after another, until they are stopped. They never retry a
 * request.
 */
export async function startTraffic(
  origin: string,
  { lanes, pauseMs }: { readonly lanes: number; readonly pauseMs: number },
): Promise<{ readonly tally: Tally; readonly stop: () => Promise<void> }> {
  const tally: Tally = { requests: 0, milliseconds: [], failures: [], sealed: 0 };
  const http = withTally(openHttpClient(origin), tally);
  const dashboard = await signUp(http, OWNER);
  const token = await dashboard.newApiKey('Steady');
  const work = { http, token, dashboard, api: createEnvelopesClient(http, token), pdf: await plainPdf(2) };
  let isOver = false;
  const runLane = async (number: number): Promise<void> => {
    for (let round = 0; !isOver; round += 1) {
      try {
        await runEnvelope(work, `${number}-${round}`, () => isOver, tally);
      } catch {
        // The failure has been counted. Gives up on this envelope.
      }
      await delay(pauseMs);
    }
  };
  const running = Promise.all(Array.from({ length: lanes }, (_, number) => runLane(number)));
  return {
    tally,
    stop: async () => {
      isOver = true;
      await running;
      http.close();
    },
  };
}

interface Work {
  readonly http: HttpClient;
  readonly token: string;
  readonly dashboard: Dashboard;
  readonly api: Envelopes;
  readonly pdf: Uint8Array;
}

/** Takes an envelope from its upload to its seal, with reads in between. */
async function runEnvelope(work: Work, name: string, isOver: () => boolean, tally: Tally): Promise<void> {
  const { http, token, api, dashboard, pdf } = work;
  const email = `signer-${name}@example.com`;
  const draft = { participants: [{ name: 'Алиса', email }], fields: [BOX] };
  const made = await api.createInline(`${name}.pdf`, pdf, draft);
  const { id } = made.envelope;
  let graph = made;
  while (graph.envelope.documentHash === null && !isOver()) {
    await delay(LOOK_AGAIN_MS);
    graph = await api.get(id);
  }
  await api.send(id, graph.envelope.version);
  let link: string | null = null;
  while (link === null && !isOver()) {
    await delay(LOOK_AGAIN_MS);
    link = await linkTo(dashboard, email);
    await http.json('GET', '/api/v1/envelopes?limit=20', { token });
  }
  if (link === null) return;
  const signer = createSignerClient(http, link);
  await signer.invitation();
  await signer.open();
  await signer.document();
  await signer.sign({ values: [], signature: { kind: 'typed', text: 'Алиса' } });
  for (; !isOver(); await delay(LOOK_AGAIN_MS)) {
    graph = await api.get(id);
    if (graph.envelope.sealedAt === null) continue;
    tally.sealed += 1;
    return;
  }
}

/** Counts each request and records failed ones. */
export function withTally(http: HttpClient, tally: Tally): HttpClient {
  const trackRequest = async <T>(method: string, path: string, send: () => Promise<T>): Promise<T> => {
    tally.requests += 1;
    const startedAt = performance.now();
    try {
      return await send();
    } catch (error) {
      if (!(error instanceof RefusedError) || error.status >= 500)
        tally.failures.push(`${method} ${path.replace(/[?].*$/, '')}: ${String(error)}`);
      throw error;
    } finally {
      tally.milliseconds.push(performance.now() - startedAt);
    }
  };
  return {
    ...http,
    request: (method, path, call) => trackRequest(method, path, () => http.request(method, path, call)),
    json: (method, path, call) => trackRequest(method, path, () => http.json(method, path, call)),
    bytes: (method, path, call) => trackRequest(method, path, () => http.bytes(method, path, call)),
  };
}
