import { agreement, scan } from './agreement.ts';
import { type Extent, type Figure, figure, measured } from './figures.ts';
import type { BenchServer } from './server.ts';

const PAGES = 500;
const SCANNED_PAGE_BYTES = 40_000;
const TARGET = { atMost: 50 };

/** The longest time that the server's event loop stands still while a large document comes in, each way. */
export async function benchUploads(server: BenchServer, { rounds }: Extent): Promise<Figure[]> {
  const { api } = await server.tenant();
  const stall = async (action: () => Promise<unknown>) => (await server.observed(action)).longestStallMs;
  const inline = (pdf: Uint8Array) => api.createInline('Agreement.pdf', pdf);
  const deferred = async (pdf: Uint8Array) => {
    const { envelope, upload } = await api.createDeferred('Agreement.pdf');
    await api.upload(upload, pdf);
    await api.completeUpload(envelope.id);
  };
  const text = await agreement(PAGES);
  const scanned = await scan(PAGES, SCANNED_PAGE_BYTES);
  await inline(await agreement(1));

  const figures = [figure('stall, idle for a second', 'ms', await measured(rounds, () => stall(second)))];
  for (const [what, pdf] of [
    ['text', text],
    ['scans', scanned],
  ] as const) {
    const size = `${PAGES} pages of ${what}, ${(pdf.length / 1e6).toFixed(1)} MB`;
    const ways = { inline, deferred };
    for (const [way, send] of Object.entries(ways)) {
      const stalls = await measured(rounds, () => stall(() => send(pdf)));
      figures.push(figure(`stall, ${way} upload of ${size}`, 'ms', stalls, TARGET));
    }
  }
  return figures;
}

function second(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 1000));
}
