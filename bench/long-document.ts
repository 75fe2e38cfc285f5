import { parseArgs } from 'node:util';
import { setTimeout as delay } from 'node:timers/promises';

import { createAgreement, scan } from './agreement.ts';
import { measureMoment } from './machine.ts';
import { startServer } from './server.ts';
import { watchSpending } from './spending.ts';

const POLL_MS = 200;
/** How long the search may take to find a document. */
const MOST_POLLS = 300;
const SCANNED_PAGE_BYTES = 82_000;

await main();

/**
 * `node bench/long-document.ts [--pages 500] [--rounds 3] [--scans]`: creates an envelope with a long document
 * in the request. Measures how long the request takes, and the processor time of all processes until the
 * search finds the document by its text. With `--scans`, each page is a picture, and the search has nothing
 * to find. Linux only. Prints JSON.
 */
async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      pages: { type: 'string', default: '500' },
      rounds: { type: 'string', default: '3' },
      scans: { type: 'boolean', default: false },
    },
  });
  const pages = Number(values.pages);
  const before = measureMoment();
  const server = await startServer();
  const spending = watchSpending(server);
  try {
    const { api, apiKey } = await server.tenant();
    const finds = async (id: string) => {
      const { status, bytes } = await server.http.request('GET', '/api/v1/envelopes?search=reasonable', {
        token: apiKey,
      });
      if (status !== 200) throw new Error(`the search was answered with ${status}`);
      return bytes.includes(id);
    };
    const rounds = [];
    // The first document starts the processes, so it isn't counted.
    for (let round = 0; round <= Number(values.rounds); round += 1) {
      const pdf = values.scans ? await scan(pages, SCANNED_PAGE_BYTES) : await createAgreement(pages);
      const earlier = spending.spent();
      const since = performance.now();
      const { envelope } = await api.createInline('Agreement.pdf', pdf, { detect: false });
      const createdMs = Math.round(performance.now() - since);
      const created = spending.spent();
      for (let poll = 0; !values.scans && !(await finds(envelope.id)); poll += 1) {
        if (poll === MOST_POLLS) throw new Error("the search doesn't find the document");
        await delay(POLL_MS);
      }
      const found = spending.spent();
      if (round > 0)
        rounds.push({
          createdMs,
          createdCpuMs: created.product - earlier.product,
          foundMs: Math.round(performance.now() - since),
          foundCpuMs: found.product - earlier.product,
          databaseCpuMs: found.database - earlier.database,
        });
    }
    process.stdout.write(`${JSON.stringify({ before, after: measureMoment(), pages, rounds }, null, 1)}\n`);
  } finally {
    spending.stop();
    await server.stop();
  }
}
