import { SHORT_CLAIMS_BYTES, unpackClaims } from '#server/crypto/short-claims.ts';
import type { BrowserContextOptions, Page } from '@playwright/test';
import type { App } from '#server/main/app.ts';
import type { PageCaller } from '#server/procedures/router.ts';
import type { WireEvent } from '#wire/event.ts';
import type { WireGraph } from '#wire/envelope-graph.ts';
import type { TestDatabase } from '../support/cluster.ts';
import { plainPdf } from '../support/envelopes.ts';
import { patience } from '../support/patience.ts';
import { PASSWORD } from '../support/password.ts';
import { openAppHarness, type AppOptions } from './app-harness.ts';

const PATIENCE_MS = 20_000;
const ASK_AGAIN_MS = 50;
let senders = 0;

type Draft = {
  readonly participants: readonly Record<string, unknown>[];
  readonly fields: readonly Record<string, unknown>[];
  readonly policy?: Record<string, unknown>;
  readonly copies?: readonly Record<string, unknown>[];
  /** The number of pages in the document. */
  readonly pages?: number;
};

type Sender = {
  /** The sender's email address. */
  readonly sender: string;
  /** The dashboard's operations, as this person. */
  readonly dashboard: PageCaller;
  /** Sends a two-page document. Returns the envelope's id. */
  readonly send: (draft: Draft) => Promise<string>;
  /** Calls the API with the sender's key. */
  readonly call: <T>(method: string, path: string, body?: unknown) => Promise<T>;
  /** Downloads a file with the sender's key. */
  readonly download: (path: string) => Promise<Buffer>;
  readonly graph: (id: string) => Promise<WireGraph>;
  readonly events: (id: string) => Promise<WireEvent[]>;
  readonly voidEnvelope: (id: string) => Promise<void>;
  /** Replaces the link of the first participant. */
  readonly resendLink: (id: string) => Promise<void>;
  /** Returns the link in the newest email to an address about the last envelope that was sent to it. */
  readonly linkFor: (email: string) => Promise<string>;
  /** Returns the newest email to an address whose subject starts like this. */
  readonly mailTo: (email: string, subject: string) => Promise<{ subject: string; text: string }>;
};

/** The program, a sender and a browser, for tests of the signer's page. */
export type SignerHarness = Sender & {
  readonly origin: string;
  readonly database: TestDatabase;
  readonly publishLog: () => Promise<void>;
  /** Returns a sender in a test environment. */
  readonly testSender: () => Promise<Sender>;
  /** Opens a page in a new browser context. `faults` collects errors and requests to other origins. */
  readonly visit: (options?: BrowserContextOptions) => Promise<{ page: Page; faults: string[] }>;
  readonly close: () => Promise<void>;
};

export async function openSignerHarness(options?: AppOptions): Promise<SignerHarness> {
  const { app, origin, database, publishLog, visit, close } = await openAppHarness(options);
  return {
    ...{ origin, database, publishLog },
    ...(await senderOf(app, origin)),
    testSender: () => senderOf(app, origin, { isTest: true }),
    visit: (options) => visit({ viewport: { width: 1280, height: 900 }, ...options }, { refusals: false }),
    close,
  };
}

/** Creates an organization that is used over HTTP with its API key, and whose outbox can be read. */
async function senderOf(app: App, origin: string, { isTest = false } = {}): Promise<Sender> {
  const account = {
    organization: 'Acme Legal GmbH',
    name: 'Grace Hopper',
    email: `signing${(senders += 1)}@acme.example`,
    password: PASSWORD,
  };
  const signedUp = await fetch(`${origin}/api/auth/sign-up`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(account),
  });
  const cookie = signedUp.headers.get('set-cookie')?.split(';')[0] ?? '';
  const url = new URL('/outbox', origin);
  const request = new Request(url, { headers: { cookie } });
  const admitted = async () => {
    const page = await app.admit({ request, url, socketAddress: '127.0.0.1' });
    if (page.kind !== 'admitted') throw new Error('the owner was not signed in');
    return page.caller;
  };
  if (isTest) await (await admitted()).organization.enterTestMode({});
  const caller = await admitted();
  const { secret } = await caller.apiKey.create({ name: 'tests' });

  const call = async <T>(method: string, path: string, body?: unknown): Promise<T> => {
    const response = await fetch(`${origin}/api/v1${path}`, {
      method,
      headers: {
        authorization: `Bearer ${secret}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${text}`);
    return JSON.parse(text) as T;
  };
  const graph = (id: string) => call<WireGraph>('GET', `/envelopes/${id}`);
  /** The last envelope that was sent to each address. Its email may not have arrived yet. */
  const sentTo = new Map<string, string>();

  return {
    sender: account.email,
    dashboard: caller,
    call,
    download: async (path: string) => {
      const response = await fetch(`${origin}/api/v1${path}`, {
        headers: { authorization: `Bearer ${secret}` },
      });
      if (!response.ok) throw new Error(`${path} answered ${response.status}`);
      return Buffer.from(await response.arrayBuffer());
    },
    graph,
    send: async ({ participants, fields, policy, copies = [], pages = 2 }: Draft) => {
      const contentBase64 = Buffer.from(await plainPdf(pages)).toString('base64');
      const document = { contentBase64, contentType: 'application/pdf' };
      const created = await call<WireGraph>('POST', '/envelopes', {
        originalFilename: 'Service agreement.pdf',
        document,
        participants,
        fields,
        copies,
        ...(policy === undefined ? {} : { policy }),
      });
      const { id, version } = created.envelope;
      await call('POST', `/envelopes/${id}/send`, { expectedVersion: version });
      for (const { email } of created.participants) sentTo.set(email, id);
      return id;
    },
    events: async (id: string) =>
      (await call<{ items: WireEvent[] }>('GET', `/envelopes/${id}/events`)).items,
    voidEnvelope: async (id: string) => {
      const { envelope } = await graph(id);
      await call('POST', `/envelopes/${id}/void`, { expectedVersion: envelope.version });
    },
    resendLink: async (id: string) => {
      const { envelope, participants } = await graph(id);
      const path = `/envelopes/${id}/participants/${participants[0]?.id}/resend-link`;
      await call('POST', path, { expectedVersion: envelope.version });
    },
    mailTo: (email: string, subject: string) =>
      until(`a mail to ${email} that says ${subject}`, async () => {
        const { items } = await caller.outbox.list({});
        const found = items.find((mail) => mail.to.includes(email) && mail.subject.startsWith(subject));
        return found === undefined ? null : await caller.outbox.get({ id: found.id });
      }),
    linkFor: (email: string) =>
      until(`a mail to ${email}`, async () => {
        const { items } = await caller.outbox.list({});
        for (const { id } of items.filter(({ to }) => to.includes(email))) {
          const { text } = await caller.outbox.get({ id });
          const link = /https?:\/\/\S+#token=[A-Za-z0-9_.-]+/.exec(text)?.[0];
          if (link !== undefined && (sentTo.get(email) ?? envelopeOf(link)) === envelopeOf(link)) return link;
        }
        return null;
      }),
  };
}

async function until<T>(what: string, ask: () => Promise<T | null>): Promise<T> {
  const deadline = Date.now() + patience(PATIENCE_MS);
  for (;;) {
    const answer = await ask();
    if (answer !== null) return answer;
    if (Date.now() > deadline) throw new Error(`timed out waiting for ${what}`);
    await new Promise((resolve) => setTimeout(resolve, ASK_AGAIN_MS));
  }
}

/** Returns the envelope that a link's token belongs to. */
function envelopeOf(link: string): string {
  const token = Buffer.from(new URL(link).hash.replace('#token=', ''), 'base64url');
  return unpackClaims(token.subarray(0, SHORT_CLAIMS_BYTES))?.env ?? '';
}
