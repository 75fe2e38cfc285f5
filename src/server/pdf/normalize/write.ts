import { createHash } from 'node:crypto';
import { deflateSync } from 'node:zlib';
import {
  PdfArray,
  PdfBool,
  PdfDict,
  PdfName,
  PdfNumber,
  PdfRef,
  PdfStream,
  PdfString,
  type PdfObject,
} from '@libpdf/core';
import { toRefKey } from '#server/pdf/engine/objects.ts';

/** What to write: the object to start from, how to follow references, and how to sanitize each object. */
export interface Revision {
  readonly version: string;
  readonly catalog: PdfRef;
  readonly info: PdfRef | null;
  readonly resolve: (ref: PdfRef) => PdfObject | null;
  /** Returns what to write for an object; null removes it. Streams stay streams. */
  readonly sanitize: (object: PdfObject) => PdfObject | null;
}

/** Unfiltered streams longer than this are compressed. */
const COMPRESSION_THRESHOLD_BYTES = 256;

/** Stream entries that the writer replaces, or that refer to other files (ISO 32000-2, table 5). */
const STREAM_ENTRIES_DROPPED = new Set(['Length', 'DL', 'F', 'FFilter', 'FDecodeParms']);

/**
 * Writes everything reachable from the catalog as one revision: a classic cross-reference table, objects
 * numbered from 1 with generation 0, one `%%EOF`. The same input always gives the same bytes.
 */
export function writeRevision(revision: Revision): Uint8Array {
  const writer = new RevisionWriter(revision);
  return writer.write();
}

class RevisionWriter {
  private readonly revision: Revision;
  private readonly numbers = new Map<string, number>();
  private readonly queue: PdfObject[] = [];
  private readonly chunks: Buffer[] = [];
  private readonly offsets: number[] = [];
  private length = 0;

  constructor(revision: Revision) {
    this.revision = revision;
  }

  write(): Uint8Array {
    const { version, catalog, info } = this.revision;
    this.append(Buffer.from(`%PDF-${version}\n%\xe2\xe3\xcf\xd3\n`, 'latin1'));
    const root = this.reference(catalog);
    const information = info ? this.reference(info) : 'null';
    for (let index = 0; index < this.queue.length; index += 1) {
      const object = this.queue[index];
      if (object) this.writeIndirect(index + 1, object);
    }
    this.writeTrailer(root, information);
    return Buffer.concat(this.chunks, this.length);
  }

  private append(chunk: Buffer): void {
    this.chunks.push(chunk);
    this.length += chunk.length;
  }

  private writeIndirect(number: number, object: PdfObject): void {
    this.offsets.push(this.length);
    if (object instanceof PdfStream) {
      this.writeStream(number, object);
      return;
    }
    this.append(Buffer.from(`${number} 0 obj\n${this.text(object)}\nendobj\n`, 'latin1'));
  }

  private writeStream(number: number, stream: PdfStream): void {
    let bytes: Uint8Array = stream.data;
    let added = '';
    if (!stream.has('Filter') && bytes.length > COMPRESSION_THRESHOLD_BYTES && !isMetadata(stream)) {
      bytes = deflateSync(bytes);
      added = '/Filter /FlateDecode ';
    }
    const entries = this.entries(stream, STREAM_ENTRIES_DROPPED);
    this.append(
      Buffer.from(`${number} 0 obj\n<<${entries} ${added}/Length ${bytes.length}>>\nstream\n`, 'latin1'),
    );
    this.append(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
    this.append(Buffer.from('\nendstream\nendobj\n', 'latin1'));
  }

  private writeTrailer(root: string, info: string): void {
    const hash = createHash('sha256');
    for (const chunk of this.chunks) hash.update(chunk);
    const id = hash.digest('hex').slice(0, 32);
    const size = this.offsets.length + 1;
    const rows = this.offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
    const information = info === 'null' ? '' : ` /Info ${info}`;
    this.append(
      Buffer.from(
        `xref\n0 ${size}\n0000000000 65535 f \n${rows}trailer\n` +
          `<</Size ${size} /Root ${root}${information} /ID [<${id}> <${id}>]>>\nstartxref\n${this.length}\n%%EOF\n`,
        'latin1',
      ),
    );
  }

  /** Returns a reference in the new numbering, or `null` if it leads nowhere. */
  private reference(ref: PdfRef): string {
    const key = toRefKey(ref);
    const known = this.numbers.get(key);
    if (known !== undefined) return known === 0 ? 'null' : `${known} 0 R`;
    const target = this.revision.resolve(ref);
    const object = target && this.revision.sanitize(target);
    if (!object || object.type === 'null') {
      this.numbers.set(key, 0);
      return 'null';
    }
    if (object instanceof PdfRef) {
      this.numbers.set(key, 0);
      return this.reference(object);
    }
    const number = this.queue.push(object);
    this.numbers.set(key, number);
    return `${number} 0 R`;
  }

  private text(object: PdfObject): string {
    if (object instanceof PdfRef) return this.reference(object);
    if (object instanceof PdfName) return formatName(object.value);
    if (object instanceof PdfNumber) return formatNumber(object.value);
    if (object instanceof PdfString) return formatString(object.bytes);
    if (object instanceof PdfArray) return `[${Array.from(object, (item) => this.nested(item)).join(' ')}]`;
    if (object instanceof PdfBool) return object.value ? 'true' : 'false';
    if (object instanceof PdfStream) return 'null';
    if (object instanceof PdfDict) return `<<${this.entries(object)}>>`;
    return 'null';
  }

  private nested(object: PdfObject): string {
    if (!(object instanceof PdfDict)) return this.text(object);
    const sanitized = this.revision.sanitize(object);
    return sanitized ? this.text(sanitized) : 'null';
  }

  private entries(dict: PdfDict, dropped?: ReadonlySet<string>): string {
    const parts: string[] = [];
    for (const [key, value] of dict) {
      if (dropped?.has(key.value)) continue;
      const text = this.nested(value);
      // A null entry is equivalent to a missing one (ISO 32000-2, 7.3.7).
      if (text !== 'null') parts.push(`${formatName(key.value)} ${text}`);
    }
    return parts.join(' ');
  }
}

function isMetadata(stream: PdfStream): boolean {
  return stream.getName('Type')?.value === 'Metadata';
}

const PLAIN_NAME = /^[A-Za-z0-9_.+\-*,:;@$&!?^|~='"`\\]*$/;

/** Characters beyond Latin-1 can only come from UTF-8 (ISO 32000-2, 7.3.5); all others are bytes. */
function formatName(value: string): string {
  if (PLAIN_NAME.test(value)) return `/${value}`;
  const bytes = Buffer.from(value, /[^\u0000-\u00ff]/.test(value) ? 'utf8' : 'latin1');
  let text = '/';
  for (const byte of bytes) {
    const character = String.fromCharCode(byte);
    text += PLAIN_NAME.test(character) ? character : `#${byte.toString(16).padStart(2, '0')}`;
  }
  return text;
}

/**
 * Writes a number exactly as it was read, but without an exponent, which PDF doesn't support (ISO 32000-2,
 * 7.3.3).
 */
function formatNumber(value: number): string {
  if (!Number.isFinite(value)) return '0';
  const text = String(value);
  if (!text.includes('e')) return text;
  return Math.abs(value) < 1 ? value.toFixed(20).replace(/0+$/, '') : value.toFixed(0);
}

/** Writes a string as a literal if it is mostly readable, otherwise in hexadecimal. */
function formatString(bytes: Uint8Array): string {
  const readable = bytes.every((byte) => byte >= 32 && byte < 127);
  if (!readable) return `<${Buffer.from(bytes).toString('hex')}>`;
  return `(${Buffer.from(bytes)
    .toString('latin1')
    .replace(/[\\()]/g, (character) => `\\${character}`)})`;
}
