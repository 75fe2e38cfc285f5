import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** An object in a hand-made PDF: its value as text, or a dictionary with its stream's bytes. */
export type RawObject = string | { readonly dict: string; readonly stream: string | Uint8Array };

/**
 * Writes a PDF from objects, numbered from 1 in order; the first is the catalog. Doesn't check or correct
 * anything.
 */
export function rawPdf(objects: readonly RawObject[], trailer = ''): Uint8Array {
  const parts: Buffer[] = [Buffer.from('%PDF-1.7\n')];
  const offsets: number[] = [];
  let length = parts[0]?.length ?? 0;
  const add = (part: Buffer) => {
    parts.push(part);
    length += part.length;
  };
  objects.forEach((object, index) => {
    offsets.push(length);
    if (typeof object === 'string') {
      add(Buffer.from(`${index + 1} 0 obj\n${object}\nendobj\n`, 'latin1'));
      return;
    }
    const stream = Buffer.from(object.stream as string, 'latin1');
    add(Buffer.from(`${index + 1} 0 obj\n<<${object.dict} /Length ${stream.length}>>\nstream\n`, 'latin1'));
    add(stream);
    add(Buffer.from('\nendstream\nendobj\n'));
  });
  const start = length;
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  add(Buffer.from(`xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${rows}`));
  add(
    Buffer.from(
      `trailer\n<</Size ${objects.length + 1} /Root 1 0 R ${trailer}>>\nstartxref\n${start}\n%%EOF\n`,
    ),
  );
  return Buffer.concat(parts);
}

/**
 * A one-page document with the given text; `catalog`, `page` and further objects (from 6) are added to it.
 */
export function onePage(options: {
  readonly text?: string;
  readonly content?: string;
  readonly catalog?: string;
  readonly page?: string;
  readonly resources?: string;
  readonly objects?: readonly RawObject[];
}): Uint8Array {
  const content = options.content ?? `BT /F1 18 Tf 20 150 Td (${options.text ?? 'Hello'}) Tj ET`;
  return rawPdf([
    `<</Type /Catalog /Pages 2 0 R ${options.catalog ?? ''}>>`,
    '<</Type /Pages /Kids [3 0 R] /Count 1>>',
    `<</Type /Page /Parent 2 0 R /MediaBox [0 0 300 200] /Contents 4 0 R
      /Resources <</Font <</F1 5 0 R>> ${options.resources ?? ''}>> ${options.page ?? ''}>>`,
    { dict: '', stream: content },
    '<</Type /Font /Subtype /Type1 /BaseFont /Helvetica>>',
    ...(options.objects ?? []),
  ]);
}

/** A small file whose page draws a text a hundred million times: each form draws the next one ten times. */
export function endlessPage(): Uint8Array {
  const [first, depth] = [6, 8];
  return onePage({
    content: '/X Do',
    resources: `/XObject <</X ${first} 0 R>>`,
    objects: Array.from({ length: depth }, (_, level) => {
      const next = level === depth - 1 ? '' : `/XObject <</X ${first + level + 1} 0 R>>`;
      return {
        dict: `/Type /XObject /Subtype /Form /BBox [0 0 300 200] /Resources <</Font <</F1 5 0 R>> ${next}>>`,
        stream: next === '' ? 'BT /F1 10 Tf 20 150 Td (again) Tj ET' : '/X Do '.repeat(10),
      };
    }),
  });
}

/** A document with this many empty pages. */
export function manyPages(count: number): Uint8Array {
  const kids = Array.from({ length: count }, (_, index) => `${index + 3} 0 R`).join(' ');
  return rawPdf([
    '<</Type /Catalog /Pages 2 0 R>>',
    `<</Type /Pages /Kids [${kids}] /Count ${count} /MediaBox [0 0 100 100]>>`,
    ...Array.from({ length: count }, () => '<</Type /Page /Parent 2 0 R>>'),
  ]);
}

/** A directory for a test's files, and how to remove it. */
export function scratchDirectory(): { path: string; remove: () => void } {
  const path = mkdtempSync(join(tmpdir(), 'countersign-pdf-'));
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}

/** Returns the whole file rewritten by qpdf without compression, so that nothing is hidden in a stream. */
export function uncompressed(path: string): string {
  const args = ['--qdf', '--object-streams=disable', '--decode-level=all', '--warning-exit-0', path, '-'];
  return execFileSync('qpdf', args, { maxBuffer: 1 << 30 }).toString('latin1');
}

/** Returns qpdf's complaints about a file's structure; empty if there are none. */
export function structureFaults(path: string): string {
  const { status, stdout, stderr } = spawnSync('qpdf', ['--check', path], { encoding: 'utf8' });
  return status === 0 ? '' : stdout + stderr;
}

/** Returns the text that poppler finds in a file. */
export function textOf(path: string): string {
  return execFileSync('pdftotext', ['-layout', path, '-']).toString('utf8');
}

/** A page rendered by poppler, 8-bit RGB. */
export interface RenderedPage {
  readonly width: number;
  readonly height: number;
  readonly pixels: Uint8Array;
}

/** Renders a file's first pages, in dots per inch. */
export function renderedPages(path: string, count: number, resolution = 40): RenderedPage[] {
  const scratch = scratchDirectory();
  try {
    const options = ['-r', String(resolution), '-cropbox', '-l', String(count)];
    spawnSync('pdftoppm', [...options, path, join(scratch.path, 'page')]);
    return readdirSync(scratch.path)
      .sort()
      .map((name) => portablePixmap(readFileSync(join(scratch.path, name))));
  } finally {
    scratch.remove();
  }
}

function portablePixmap(file: Buffer): RenderedPage {
  const header = /^P6\n(\d+) (\d+)\n255\n/.exec(file.subarray(0, 64).toString('latin1'));
  if (!header) throw new Error('not a portable pixmap');
  return { width: Number(header[1]), height: Number(header[2]), pixels: file.subarray(header[0].length) };
}

/**
 * Returns the share of color values, 0 to 1, that differ visibly between two renderings of a page; 1 if their
 * sizes differ.
 */
export function visibleDifference(one: RenderedPage, other: RenderedPage): number {
  if (one.width !== other.width || one.height !== other.height) return 1;
  let differing = 0;
  for (let index = 0; index < one.pixels.length; index += 1) {
    if (Math.abs((one.pixels[index] ?? 0) - (other.pixels[index] ?? 0)) > 48) differing += 1;
  }
  return differing / one.pixels.length;
}

/** Writes bytes to a file. Returns its path. */
export function writtenTo(directory: string, name: string, bytes: Uint8Array): string {
  const path = join(directory, name);
  writeFileSync(path, bytes);
  return path;
}
