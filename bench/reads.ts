import { agreement } from './agreement.ts';
import { concurrently, type Extent, type Figure, figure, measured } from './figures.ts';
import { twoSignersFields } from './lifecycles.ts';
import { openHttpClient } from '../scripts/client/http.ts';
import type { BenchServer } from './server.ts';

const CLIENTS = 10;
const ITEMS = 50;

/** GET of one envelope, and of a page of the list, a second, with ten clients that keep their connections. */
export async function benchReads(
  server: BenchServer,
  { rounds, seconds, envelopes }: Extent,
): Promise<Figure[]> {
  const { api, apiKey } = await server.tenant();
  const pdf = await agreement(1);
  const people = [
    { name: 'Alice Ångström', email: 'alice@example.com' },
    { name: 'Боб Петров', email: 'bob@example.com' },
  ];
  const ids: string[] = [];
  await concurrently(CLIENTS, envelopes, async (index) => {
    const draft = { participants: people, fields: twoSignersFields(1) };
    const { envelope } = await api.createInline(`Agreement ${index}.pdf`, pdf, draft);
    if (index % 2 === 0) await api.send(envelope.id, envelope.version);
    ids.push(envelope.id);
  });

  const http = openHttpClient(server.http.origin, CLIENTS);
  const rate = async (path: () => string) => {
    const end = performance.now() + seconds * 1000;
    const start = performance.now();
    let answered = 0;
    const client = async () => {
      while (performance.now() < end) {
        const { status } = await http.request('GET', path(), { token: apiKey });
        if (status !== 200) throw new Error(`a read was answered with ${status}`);
        answered += 1;
      }
    };
    await Promise.all(Array.from({ length: CLIENTS }, client));
    return (answered * 1000) / (performance.now() - start);
  };
  let turn = 0;
  const one = () => `/api/v1/envelopes/${ids[turn++ % ids.length] ?? ''}`;
  const page = () => `/api/v1/envelopes?limit=${ITEMS}`;
  try {
    await rate(one);
    const gets = await measured(rounds, () => rate(one));
    await rate(page);
    const lists = await measured(rounds, () => rate(page));
    return [
      figure(`GET envelope, ${CLIENTS} clients`, '1/s', gets, { atLeast: 700 }),
      figure(`GET list of ${ITEMS} out of ${envelopes}, ${CLIENTS} clients`, '1/s', lists, { atLeast: 400 }),
    ];
  } finally {
    http.close();
  }
}
