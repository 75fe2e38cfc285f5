import { createHash } from 'node:crypto';
import { messageImprint } from '#server/crypto/timestamp/request.ts';
import { readTimestamp } from '#server/crypto/timestamp/token.ts';
import { timestampsIn } from '../signature-hole.ts';

/** An object as our writer encodes it: a dictionary, and a stream if it has a length. */
const OBJECT = /(\d+) 0 obj\n(<<\n[^]*?\n?>>)\n(?:endobj\n|stream\n)/y;
const XREF_TABLE = /xref\n[\d nf\r\n]+trailer\n<<[^]*?>>\n?/y;
const REVISION_END = /\n?startxref\n\d+\n%%EOF\n?/y;

/**
 * Returns what is wrong with the revisions behind a seal, null for nothing. Only long-term validation data may be there:
 * the security store, document timestamps with their fields, and the catalog that refers to them (EN 319 142-1, 5.4).
 */
export function tailFault(bytes: Uint8Array, sealEnd: number): string | null {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
  return foreignObject(file, sealEnd) ? 'data was appended after the seal' : timestampFault(bytes, sealEnd);
}

function foreignObject(file: string, sealEnd: number): boolean {
  const sealed = file.slice(0, sealEnd);
  const firstNew = Number(/[^]*\/Size (\d+)/.exec(sealed)?.[1] ?? Number.NaN);
  const catalog = catalogIn(sealed);
  let fields = fieldsOf(catalog?.[2] ?? '');
  let at = sealEnd;
  while (at < file.length) {
    const end = matchAt(REVISION_END, file, at) ?? matchAt(XREF_TABLE, file, at);
    const object = end === null ? matchAt(OBJECT, file, at) : null;
    if (end !== null) {
      at += end[0].length;
      continue;
    }
    if (object === null || catalog === null) return true;
    const [text, number, dictionary = ''] = object;
    if (number === catalog[1]) {
      const now = fieldsOf(dictionary);
      if (withoutAdded(dictionary) !== withoutAdded(catalog[2] ?? '') || !now.startsWith(fields)) return true;
      fields = now;
    } else if (!(Number(number) >= firstNew) || !isAllowed(dictionary)) return true;
    at += text.length;
    if (!text.endsWith('stream\n')) continue;
    at += Number(/\/Length (\d+)/.exec(dictionary)?.[1] ?? Number.NaN);
    const close = '\nendstream\nendobj\n';
    if (!file.startsWith(close, at)) return true;
    at += close.length;
  }
  return at !== file.length;
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

function catalogIn(sealed: string): RegExpExecArray | null {
  const at = sealed.lastIndexOf(' 0 obj\n<<\n/Type /Catalog');
  return at === -1 ? null : matchAt(OBJECT, sealed, sealed.lastIndexOf('\n', at) + 1);
}

function fieldsOf(catalog: string): string {
  return /\/AcroForm <<[^]*?\/Fields \[([\d R]*)\]/.exec(catalog)?.[1] ?? 'none';
}

function withoutAdded(catalog: string): string {
  return catalog.replace(/\n\/DSS \d+ 0 R/, '').replace(/(\/AcroForm <<[^]*?\/Fields )\[[\d R]*\]/, '$1[]');
}

const ALLOWED = [
  /^<<\n\/Length \d+(\/Filter \/FlateDecode)?\n?>>$/,
  /^<<\n\/Length \d+\/Type \/XRef\n[^]*>>$/,
  /^<<\n\/Type \/DSS\n(\/(Certs|CRLs) \[[\d R]*\]\n)*>>$/,
  /^<<\n\/Type \/DocTimeStamp\n\/Filter \/Adobe\.PPKLite\n\/SubFilter \/ETSI\.RFC3161\n\/ByteRange \[[\d ]*\]\n\/Contents <[0-9a-fA-F]*>\n>>$/,
  /^<<\n\/Type \/Annot\n\/Subtype \/Widget\n\/FT \/Sig\n\/T \([^()\\]*\)\n\/V \d+ 0 R\n\/P \d+ 0 R\n\/F 132\n\/Rect \[0 0 0 0\]\n>>$/,
];

function isAllowed(dictionary: string): boolean {
  return ALLOWED.some((pattern) => pattern.test(dictionary));
}

/** Every document timestamp must be for the bytes before and after its own hole, and the last one reach the end. */
function timestampFault(bytes: Uint8Array, sealEnd: number): string | null {
  const timestamps = timestampsIn(bytes);
  if (typeof timestamps === 'string') return timestamps;
  for (const { byteRange, contents } of timestamps) {
    const [, length, rest, restLength] = byteRange;
    const digest = createHash('sha256')
      .update(bytes.subarray(0, length))
      .update(bytes.subarray(rest, rest + restLength))
      .digest();
    try {
      const { imprint } = readTimestamp(contents);
      if (length < sealEnd || Buffer.compare(imprint, messageImprint(digest)) !== 0)
        return 'a document timestamp is for other data';
    } catch {
      return 'a document timestamp is invalid';
    }
  }
  return null;
}
