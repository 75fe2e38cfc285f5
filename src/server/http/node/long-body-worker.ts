import { move, transferableSymbol, valueSymbol } from 'piscina';
import { sha256Hex } from '#server/crypto/hash.ts';
import { z } from 'zod';

/** A JSON text that was read: its value, and apart from it the document that stood in it as base64. */
export type ReadLongBody =
  | { readonly kind: 'malformed' }
  | {
      readonly kind: 'read';
      readonly value: unknown;
      /** Null bytes where the text is not base64; null where there is no document. */
      readonly document: { readonly bytes: Uint8Array | null; readonly textSha256: string } | null;
    };

type WithDocument = { document: { contentBase64: string } };

const base64 = z.base64();

/** Reads a long JSON text in UTF-8, and decodes the document within. Takes the bytes, gives the document's. */
export function readLongBody(body: Uint8Array): unknown {
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
  } catch {
    return { kind: 'malformed' } satisfies ReadLongBody;
  }
  if (!hasDocument(value)) return { kind: 'read', value, document: null } satisfies ReadLongBody;
  const text = value.document.contentBase64;
  const bytes = decoded(text);
  value.document.contentBase64 = '';
  const read: ReadLongBody = { kind: 'read', value, document: { bytes, textSha256: sha256Hex(text) } };
  if (bytes === null) return read;
  return move({ [transferableSymbol]: [bytes.buffer], [valueSymbol]: read } as unknown as Parameters<
    typeof move
  >[0]);
}

/** Writing the bytes again costs less than matching the text; only what then differs may still be another way to write them. */
function decoded(text: string): Uint8Array<ArrayBuffer> | null {
  const bytes = new Uint8Array(Buffer.byteLength(text, 'base64'));
  const buffer = Buffer.from(bytes.buffer);
  const written = buffer.write(text, 'base64');
  if (written === bytes.length && buffer.toString('base64') === text) return bytes;
  return base64.safeParse(text).success ? bytes.slice(0, written) : null;
}

function hasDocument(value: unknown): value is WithDocument {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, 'document')) return false;
  const { document } = value as { document: unknown };
  if (typeof document !== 'object' || document === null || !Object.hasOwn(document, 'contentBase64'))
    return false;
  return typeof (document as { contentBase64: unknown }).contentBase64 === 'string';
}
