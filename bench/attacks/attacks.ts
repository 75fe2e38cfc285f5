import { createAgreement } from '../agreement.ts';
import { type Extent, type Figure, createFigure, measureMilliseconds } from '../figures.ts';
import { type BenchServer, startServer } from '../server.ts';
import { docx } from '../../tests/support/docx.ts';
import { createAdaptedDocx, createAdaptedPdf, createHostileDocx, createHostilePdf } from './hostile-files.ts';
import { benchSlowSockets } from './slow-sockets.ts';

const HOSTILE_UPLOADS = 8;
const HOSTILE_CONVERSIONS = 3;
const UPLOAD_EVERY_MS = 1_000;
const CONVERSION_EVERY_MS = 4_000;
const POLL_MS = 100;
/** How much longer others may wait during an attack. */
const TIMES_QUIET = 3;
const DOCX = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';

type Api = Awaited<ReturnType<BenchServer['tenant']>>['api'];
type Tenant = Awaited<ReturnType<BenchServer['tenant']>>;

/**
 * Measures how long one organization's documents take while another uploads files that run into their limits,
 * compared with an idle server, and how requests fare while thousands of connections are open. Each attack
 * gets a server of its own, so that no attack affects the next.
 */
export async function benchAttacks(server: BenchServer, extent: Extent): Promise<Figure[]> {
  const figures = [...(await benchSlowSockets(server))];
  const uploads = [
    ['known shape', await createHostilePdf()],
    ['adapted', await createAdaptedPdf()],
  ] as const;
  const conversions = [
    ['known shape', createHostileDocx()],
    ['adapted', createAdaptedDocx()],
  ] as const;
  for (const [shape, hostile] of uploads)
    figures.push(...(await onFreshServer((fresh) => benchUploadAttack(fresh, shape, hostile, extent))));
  for (const [shape, hostile] of conversions)
    figures.push(...(await onFreshServer((fresh) => benchConversionAttack(fresh, shape, hostile, extent))));
  return figures;
}

async function onFreshServer(bench: (server: BenchServer) => Promise<Figure[]>): Promise<Figure[]> {
  const fresh = await startServer();
  try {
    return await bench(fresh);
  } finally {
    await fresh.stop();
  }
}

async function benchUploadAttack(
  server: BenchServer,
  shape: string,
  hostile: Uint8Array,
  { rounds }: Extent,
): Promise<Figure[]> {
  const [attacker, other] = [await server.tenant(), await server.tenant()];
  const pdf = await createAgreement(2);
  return await compareUnderAttack(`2-page upload, ${shape}`, {
    count: rounds * 4,
    everyMs: UPLOAD_EVERY_MS,
    act: () => other.api.createInline('Agreement.pdf', pdf, { detect: false }),
    attack: () => settleAll(HOSTILE_UPLOADS, () => attacker.api.createInline('Hostile.pdf', hostile)),
  });
}

async function benchConversionAttack(
  server: BenchServer,
  shape: string,
  hostile: Uint8Array,
  { rounds }: Extent,
): Promise<Figure[]> {
  const [attacker, other] = [await server.tenant(), await server.tenant()];
  const word = docx('Consulting agreement', 'between Alice and Bob');
  return await compareUnderAttack(`Word file, ${shape}`, {
    count: rounds * 2,
    everyMs: CONVERSION_EVERY_MS,
    act: () => convertWordFile(server, other, word),
    attack: () => settleAll(HOSTILE_CONVERSIONS, () => convertWordFile(server, attacker, hostile)),
  });
}

interface Comparison {
  readonly count: number;
  readonly everyMs: number;
  readonly act: () => Promise<unknown>;
  /** Runs until the server stops, unless it ends earlier. */
  readonly attack: () => Promise<unknown>;
}

/**
 * Acts at fixed intervals, whether or not earlier actions have finished: first on an idle server, then from
 * the start of an attack.
 */
async function compareUnderAttack(
  what: string,
  { count, everyMs, act, attack }: Comparison,
): Promise<Figure[]> {
  await act();
  const actRegularly = () => settleAll(count, (index) => measureLater(index * everyMs, act));
  const quiet = await actRegularly();
  void attack();
  const attacked = await actRegularly();
  const quietMs = computePercentile(quiet, 0.95);
  const attackedMs = computePercentile(attacked, 0.95);
  return [
    createFigure(`${what}, quiet`, 'ms', quiet),
    createFigure(`${what}, quiet, p95`, 'ms', [quietMs]),
    createFigure(`${what}, under attack`, 'ms', attacked),
    createFigure(`${what}, under attack, p95`, 'ms', [attackedMs], {
      atMost: Math.round(TIMES_QUIET * quietMs),
    }),
  ];
}

async function measureLater(ms: number, act: () => Promise<unknown>): Promise<number> {
  await new Promise((resolve) => setTimeout(resolve, ms));
  return await measureMilliseconds(act);
}

/** Does something several times at once. A refusal counts as finished. */
async function settleAll<T>(count: number, act: (index: number) => Promise<T>): Promise<T[]> {
  const ends = await Promise.allSettled(Array.from({ length: count }, (_, index) => act(index)));
  return ends.flatMap((end) => (end.status === 'fulfilled' ? [end.value] : []));
}

/** Uploads a Word file and waits until it has been converted or refused. */
async function convertWordFile(
  { http }: BenchServer,
  { api, apiKey }: Tenant,
  bytes: Uint8Array,
): Promise<void> {
  const contentBase64 = Buffer.from(bytes).toString('base64');
  const json = {
    originalFilename: 'Agreement.docx',
    document: { contentBase64, contentType: DOCX },
    detect: false,
  };
  const created: Awaited<ReturnType<Api['get']>> = await http.json('POST', '/api/v1/envelopes', {
    token: apiKey,
    json,
  });
  let { envelope } = created;
  while (envelope.documentStatus === 'processing') {
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    ({ envelope } = await api.get(envelope.id));
  }
}

function computePercentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.ceil(sorted.length * share) - 1] ?? Number.NaN;
}
