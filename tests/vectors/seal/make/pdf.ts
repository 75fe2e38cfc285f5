import { createHash } from 'node:crypto';

/** An object of a revision: its number and what stands between `obj` and `endobj`. */
export type PdfObject = readonly [number: number, body: string | Buffer];

/** Appends a revision with a classic cross-reference table. */
export function revision(
  previous: Buffer,
  objects: readonly PdfObject[],
  { size, trailer = '' }: { readonly size: number; readonly trailer?: string },
): Buffer {
  const parts = [previous];
  let at = previous.length;
  const add = (part: string | Buffer) => {
    const bytes = typeof part === 'string' ? Buffer.from(part, 'latin1') : part;
    parts.push(bytes);
    at += bytes.length;
  };
  const offsets = new Map<number, number>();
  for (const [number, body] of objects) {
    offsets.set(number, at);
    add(`${number} 0 obj\n`);
    add(body);
    add('\nendobj\n');
  }
  const table = at;
  const numbers = [...offsets.keys()].sort((a, b) => a - b);
  add('xref\n');
  if (previous.length < 20) add('0 1\n0000000000 65535 f \n');
  for (const number of numbers)
    add(`${number} 1\n${String(offsets.get(number)).padStart(10, '0')} 00000 n \n`);
  const last = /startxref\n(\d+)\n%%EOF\n$/.exec(previous.toString('latin1'))?.[1];
  add(`trailer\n<< /Size ${size} /Root 1 0 R${last === undefined ? '' : ` /Prev ${last}`}${trailer} >>\n`);
  add(`startxref\n${table}\n%%EOF\n`);
  return Buffer.concat(parts);
}

export function stream(content: string | Buffer, entries = ''): Buffer {
  const bytes = Buffer.from(content);
  return Buffer.concat([
    Buffer.from(`<< /Length ${bytes.length}${entries} >>\nstream\n`),
    bytes,
    Buffer.from('\nendstream'),
  ]);
}

const RANGE = '[0 9999999999 9999999999 9999999999]';

/** Returns a signature dictionary with room for a signature. */
export function signatureDictionary(entries: string, holeBytes: number): string {
  return `<< ${entries} /ByteRange ${RANGE} /Contents <${'0'.repeat(holeBytes * 2)}> >>`;
}

/** Fills the last hole of a file with what `sign` makes of the bytes around it. */
export async function signHole(file: Buffer, sign: (covered: Buffer) => Promise<Buffer>): Promise<Buffer> {
  const bytes = Buffer.from(file);
  const text = bytes.toString('latin1');
  const range = text.lastIndexOf(RANGE);
  const start = text.indexOf('/Contents <', range) + '/Contents '.length;
  const end = text.indexOf('>', start) + 1;
  bytes.write(`[0 ${start} ${end} ${bytes.length - end}`.padEnd(RANGE.length - 1) + ']', range, 'latin1');
  const signature = await sign(Buffer.concat([bytes.subarray(0, start), bytes.subarray(end)]));
  if (signature.length * 2 > end - start - 2) throw new Error('the signature does not fit');
  bytes.write(signature.toString('hex'), start + 1, 'latin1');
  return bytes;
}

export function sha256(content: Uint8Array | string): string {
  return createHash('sha256').update(content).digest('hex');
}
