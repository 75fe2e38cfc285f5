import { move, transferableSymbol, valueSymbol } from 'piscina';
import { countBase64Bytes } from '#domain/document/base64.ts';
import { findBase64Holder } from '#wire/base64.ts';
import { findRepeatedName } from '#wire/repeated-name.ts';
import { computeSha256Hex } from '#server/crypto/hash.ts';

/** The value of a JSON text and, separately, the file that it contained as base64. */
export type ReadLongBody =
  | { readonly kind: 'malformed' }
  | {
      readonly kind: 'read';
      readonly value: unknown;
      /** The JSON pointer of the first name that an object has more than once. */
      readonly repeated: string | null;
      /** `bytes` is null if the text isn't base64. The whole document is null if the JSON contains none. */
      readonly document: { readonly bytes: Uint8Array | null; readonly textSha256: string } | null;
    };

/** Reads a long JSON text in UTF-8 and decodes the file in it. The file's bytes are transferred back. */
export function readLongBody(body: Uint8Array): unknown {
  let value: unknown;
  let repeated: string | null;
  try {
    const json = new TextDecoder('utf-8', { fatal: true }).decode(body);
    value = JSON.parse(json);
    repeated = findRepeatedName(json);
  } catch {
    return { kind: 'malformed' } satisfies ReadLongBody;
  }
  const holder = findBase64Holder(value);
  const text = holder?.contentBase64;
  if (holder === null || typeof text !== 'string')
    return { kind: 'read', value, repeated, document: null } satisfies ReadLongBody;
  const bytes = decodeText(text);
  holder.contentBase64 = '';
  const read: ReadLongBody = {
    kind: 'read',
    value,
    repeated,
    document: { bytes, textSha256: computeSha256Hex(text) },
  };
  if (bytes === null) return read;
  return move({ [transferableSymbol]: [bytes.buffer], [valueSymbol]: read } as unknown as Parameters<
    typeof move
  >[0]);
}

function decodeText(text: string): Uint8Array<ArrayBuffer> | null {
  const size = countBase64Bytes(text);
  if (size === null) return null;
  const bytes = new Uint8Array(size);
  Buffer.from(bytes.buffer).write(text, 'base64');
  return bytes;
}
