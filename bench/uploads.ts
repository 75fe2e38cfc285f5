import { createAgreement, scan } from './agreement.ts';
import { type Extent, type Figure, createFigure, measureRounds } from './figures.ts';
import type { BenchServer } from './server.ts';

const PAGES = 500;
const SCANNED_PAGE_BYTES = 40_000;
const TARGET = { atMost: 50 };

/**
 * Measures the longest time that the server's event loop is blocked while a large document is uploaded, for
 * each way to upload.
 */
export async function benchUploads(server: BenchServer, { rounds }: Extent): Promise<Figure[]> {
  const { api } = await server.tenant();
  const measureStall = async (action: () => Promise<unknown>) =>
    (await server.observed(action)).longestStallMs;
  const uploadInline = (pdf: Uint8Array) => api.createInline('Agreement.pdf', pdf);
  const uploadDeferred = async (pdf: Uint8Array) => {
    const { envelope, upload } = await api.createDeferred('Agreement.pdf');
    await api.upload(upload, pdf);
    await api.completeUpload(envelope.id);
  };
  const text = await createAgreement(PAGES);
  const scanned = await scan(PAGES, SCANNED_PAGE_BYTES);
  await uploadInline(await createAgreement(1));

  const figures = [
    createFigure(
      'stall, idle for a second',
      'ms',
      await measureRounds(rounds, () => measureStall(waitSecond)),
    ),
  ];
  for (const [what, pdf] of [
    ['text', text],
    ['scans', scanned],
  ] as const) {
    const size = `${PAGES} pages of ${what}, ${(pdf.length / 1e6).toFixed(1)} MB`;
    const ways = { inline: uploadInline, deferred: uploadDeferred };
    for (const [way, send] of Object.entries(ways)) {
      const stalls = await measureRounds(rounds, () => measureStall(() => send(pdf)));
      figures.push(createFigure(`stall, ${way} upload of ${size}`, 'ms', stalls, TARGET));
    }
  }
  return figures;
}

function waitSecond(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 1000));
}
