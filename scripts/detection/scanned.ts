import { deflateSync } from 'node:zlib';
import type { GrayPage } from '../../src/reading/scans/gray-page.ts';
import { renderGrayPage, VIEWING, type Resolution } from '../../src/server/pdf/reading/gray-page.ts';
import { createPageSpace } from '../../src/server/pdf/engine/page-space.ts';
import { loadPdfium } from '../../src/server/pdf/engine/pdfium.ts';

type ScanOptions = {
  readonly resolution?: Resolution;
  readonly damage?: (gray: GrayPage) => Promise<GrayPage>;
};

/**
 * Draws the pages of a PDF at their displayed sizes as pictures, like a scanner without text recognition: at
 * 144 dpi unless `resolution` says otherwise, and as `damage` leaves them.
 */
export async function scanPages(
  bytes: Uint8Array,
  sizes: readonly { readonly width: number; readonly height: number }[],
  { resolution = VIEWING, damage }: ScanOptions = {},
): Promise<Uint8Array> {
  const library = await loadPdfium();
  const { api } = library;
  const file = library.allocate(bytes.length);
  new Uint8Array(library.memory(), file, bytes.length).set(bytes);
  const document = api.FPDF_LoadMemDocument(file, bytes.length, 0);
  const objects: Buffer[] = [];
  const pages: number[] = [];
  for (const [index, { width, height }] of sizes.entries()) {
    const page = api.FPDF_LoadPage(document, index);
    const space = createPageSpace({ x: 0, y: 0, width, height }, 0);
    const clean = renderGrayPage(library, page, space, resolution);
    api.FPDF_ClosePage(page);
    if (clean === null) throw new Error('no memory for a page');
    const gray = damage === undefined ? clean : await damage(clean);
    const first = objects.length + 3;
    const image = deflateSync(gray.values);
    objects.push(
      stream(
        image,
        `/Type /XObject /Subtype /Image /Width ${gray.width} /Height ${gray.height} /ColorSpace /DeviceGray /BitsPerComponent 8 /Filter /FlateDecode`,
      ),
      stream(Buffer.from(`${width} 0 0 ${height} 0 0 cm /I Do`), ''),
      Buffer.from(
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${width} ${height}] /Contents ${first + 1} 0 R /Resources << /XObject << /I ${first} 0 R >> >> >>`,
      ),
    );
    pages.push(first + 2);
  }
  api.FPDF_CloseDocument(document);
  library.free(file);
  const kids = pages.map((page) => `${page} 0 R`).join(' ');
  return writePdf([
    Buffer.from('<< /Type /Catalog /Pages 2 0 R >>'),
    Buffer.from(`<< /Type /Pages /Count ${pages.length} /Kids [${kids}] >>`),
    ...objects,
  ]);
}

function stream(content: Buffer, entries: string): Buffer {
  return Buffer.concat([
    Buffer.from(`<< ${entries} /Length ${content.length} >>\nstream\n`),
    content,
    Buffer.from('\nendstream'),
  ]);
}

function writePdf(objects: readonly Buffer[]): Uint8Array {
  const parts: Buffer[] = [Buffer.from('%PDF-1.7\n')];
  const offsets: number[] = [];
  let at = 9;
  for (const [index, object] of objects.entries()) {
    const part = Buffer.concat([Buffer.from(`${index + 1} 0 obj\n`), object, Buffer.from('\nendobj\n')]);
    offsets.push(at);
    at += part.length;
    parts.push(part);
  }
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const size = objects.length + 1;
  parts.push(
    Buffer.from(
      `xref\n0 ${size}\n0000000000 65535 f \n${rows}trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${at}\n%%EOF\n`,
    ),
  );
  return Buffer.concat(parts);
}
