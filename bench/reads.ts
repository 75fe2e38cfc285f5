import { createAgreement } from './agreement.ts';
import { runConcurrently, type Extent, type Figure, createFigure, measureRounds } from './figures.ts';
import { buildTwoSignerFields } from './lifecycles.ts';
import { openHttpClient } from '../scripts/client/http.ts';
import type { BenchServer } from './server.ts';

const CLIENTS = 10;
const ITEMS = 50;

/**
 * Counts GETs of one envelope and of a page of the list per second, with ten clients that keep their
 * connections open.
 */
export async function benchReads(
  server: BenchServer,
  { rounds, seconds, envelopes }: Extent,
): Promise<Figure[]> {
  const { api, apiKey } = await server.tenant();
  const pdf = await createAgreement(1);
  const people = [
    { name: 'Alice Ångström', email: 'alice@example.com' },
    { name: 'Боб Петров', email: 'bob@example.com' },
  ];
  const ids: string[] = [];
  await runConcurrently(CLIENTS, envelopes, async (index) => {
    const draft = { participants: people, fields: buildTwoSignerFields(1) };
    const { envelope } = await api.createInline(`Agreement ${index}.pdf`, pdf, draft);
    if (index % 2 === 0) await api.send(envelope.id, envelope.version);
    ids.push(envelope.id);
  });

  const http = openHttpClient(server.http.origin, CLIENTS);
  const rate = async (path: () => string) => {
    const end = performance.now() + seconds * 1000;
    const start = performance.now();
    let answered = 0;
    const runClient = async () => {
      while (performance.now() < end) {
        const { status } = await http.request('GET', path(), { token: apiKey });
        if (status !== 200) throw new Error(`a read was answered with ${status}`);
        answered += 1;
      }
    };
    await Promise.all(Array.from({ length: CLIENTS }, runClient));
    return (answered * 1000) / (performance.now() - start);
  };
  let turn = 0;
  const getNextPath = () => `/api/v1/envelopes/${ids[turn++ % ids.length] ?? ''}`;
  const buildListPath = () => `/api/v1/envelopes?limit=${ITEMS}`;
  try {
    await rate(getNextPath);
    const gets = await measureRounds(rounds, () => rate(getNextPath));
    await rate(buildListPath);
    const lists = await measureRounds(rounds, () => rate(buildListPath));
    return [
      createFigure(`GET envelope, ${CLIENTS} clients`, '1/s', gets, { atLeast: 700 }),
      createFigure(`GET list of ${ITEMS} out of ${envelopes}, ${CLIENTS} clients`, '1/s', lists, {
        atLeast: 400,
      }),
    ];
  } finally {
    http.close();
  }
}
