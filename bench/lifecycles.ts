import { randomUUID } from 'node:crypto';

import type { Envelopes, FieldInput } from '../scripts/client/envelopes.ts';
import type { HttpClient } from '../scripts/client/http.ts';
import { createSignerClient } from '../scripts/client/signing.ts';
import { createAgreement } from './agreement.ts';
import { type Arrivals, watchOutbox } from './arrivals.ts';
import {
  runConcurrently,
  type Extent,
  type Figure,
  createFigure,
  measureRounds,
  measureMilliseconds,
} from './figures.ts';
import type { BenchServer } from './server.ts';

const CLIENTS = 4;
export const PAGES = 10;

/**
 * Counts full lifecycles per second: create with an inline document, draft, send, two signers read and sign,
 * sealed.
 */
export async function benchLifecycles(
  server: BenchServer,
  { rounds, lifecycles }: Extent,
): Promise<Figure[]> {
  const { api, dashboard } = await server.tenant();
  const arrivals = watchOutbox(dashboard);
  const pdf = await createAgreement(PAGES);
  const run = (count: number) =>
    runConcurrently(CLIENTS, count, () => runLifecycle(server.http, api, arrivals, pdf));
  try {
    await run(2 * CLIENTS);
    const rates = await measureRounds(rounds, async () => {
      return (lifecycles * 1000) / (await measureMilliseconds(() => run(lifecycles)));
    });
    return [createFigure(`lifecycles, ${PAGES} pages, ${CLIENTS} at a time`, '1/s', rates, { atLeast: 5 })];
  } finally {
    await arrivals.stop();
  }
}

/** The fields of two signers: a signature each, the first one's text and the second one's date. */
export function buildTwoSignerFields(page: number): FieldInput[] {
  const box = { page, width: 0.3, height: 0.05, y: 0.8 };
  return [
    { ...box, type: 'signature', participantIndex: 0, x: 0.1 },
    { ...box, type: 'text', participantIndex: 0, x: 0.1, y: 0.9, height: 0.03, label: 'Place' },
    { ...box, type: 'signature', participantIndex: 1, x: 0.6 },
    {
      ...box,
      type: 'date',
      participantIndex: 1,
      x: 0.6,
      y: 0.9,
      height: 0.03,
      autoSource: 'signed_date',
    },
  ];
}

/** Runs one lifecycle, from creating the envelope to its last email. */
export async function runLifecycle(
  http: HttpClient,
  api: Envelopes,
  arrivals: Arrivals,
  pdf: Uint8Array,
): Promise<void> {
  const run = randomUUID();
  const signers = [
    { name: 'Alice Ångström', email: `alice.${run}@example.com` },
    { name: 'Боб Петров', email: `bob.${run}@example.com` },
  ];
  const draft = { participants: signers, fields: buildTwoSignerFields(PAGES) };
  // A document with fields of its own skips detection, which would have to be awaited.
  const { envelope } = await api.createInline('Agreement.pdf', pdf, draft);
  const drafted = await api.draft(envelope.id, draft);
  await api.send(envelope.id, drafted.envelope.version);
  for (const { name, email } of signers) {
    const signer = createSignerClient(http, await arrivals.link(email));
    const { fields, envelope: shown } = await signer.open();
    await signer.document();
    const values = fields
      .filter(({ type }) => type === 'text')
      .map(({ id }) => ({ fieldId: id, value: 'Malmö' }));
    await signer.sign({
      values,
      signature: { kind: 'typed', text: name },
      ...(shown.documentHash === null ? {} : { documentHash: shown.documentHash }),
    });
  }
  await arrivals.completion(signers[1]?.email ?? '');
}
