import { setTimeout as delay } from 'node:timers/promises';

import type { WireGraph } from '#wire/envelope-graph.ts';

import type { Dashboard } from '../client/dashboard.ts';
import type { Envelopes } from '../client/envelopes.ts';
import type { HttpClient } from '../client/http.ts';
import { prove } from './proof.ts';

const PATIENCE_MS = 60_000;
const ASK_AGAIN_MS = 100;

/** What the scenes of the demo share. */
export interface Stage {
  readonly http: HttpClient;
  readonly api: Envelopes;
  readonly dashboard: Dashboard;
  /** Different in each run, because a run finds its emails by it. */
  readonly run: string;
}

/** Waits for the seal and examines it together with the log. Returns the sealed PDF. */
export async function waitForSeal({ api }: Stage, sent: WireGraph): Promise<Buffer> {
  const { id, documentHash } = sent.envelope;
  const { envelope } = await waitUntil('the seal', async () => {
    const graph = await api.get(id);
    return graph.envelope.sealedAt === null ? null : graph;
  });
  const sealed = await api.document(id, 'sealed');
  const proof = await prove(sealed, await api.events(id), documentHash ?? '');
  say('Chain', `${proof.events} events recomputed; head at completion ${proof.headAtCompletion}`);
  say('Seal', `intact, by ${proof.sealedBy}; begins with the ${proof.presentedBytes} bytes that were signed`);
  say('Sealed', `${sealed.length} bytes, ${envelope.sealedAt}`);
  return sealed;
}

/** Waits for an email to an address with this start of a subject. Returns the text of the newest one. */
export async function waitForEmail(dashboard: Dashboard, address: string, subject = ''): Promise<string> {
  const mail = await waitUntil(`a mail to ${address}`, async () => {
    const { items } = await dashboard.mails();
    return items.find((kept) => kept.to === address && kept.subject.startsWith(subject));
  });
  say('Mail', `to ${mail.to}: ${mail.subject}`);
  return await dashboard.mailText(mail.id);
}

async function waitUntil<T>(what: string, look: () => Promise<T | null | undefined>): Promise<T> {
  const deadline = Date.now() + PATIENCE_MS;
  for (;;) {
    const found = await look();
    if (found !== null && found !== undefined) return found;
    if (Date.now() > deadline) throw new Error(`${what} did not come within ${PATIENCE_MS / 1000} s`);
    await delay(ASK_AGAIN_MS);
  }
}

export function say(what: string, text: string): void {
  process.stdout.write(`${what.padEnd(16)}${text}\n`);
}
