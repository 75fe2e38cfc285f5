import { fromBase64, decodeLatin1 } from './bytes.ts';

/** Returns the DER structures of a file: everything in a PEM file, or the file itself. */
export function readDerStructures(bytes: Uint8Array): Uint8Array[] {
  const blocks = [
    ...decodeLatin1(bytes).matchAll(/-----BEGIN ([A-Z0-9 ]+)-----([A-Za-z0-9+/=\s]+)-----END \1-----/g),
  ];
  return blocks.length === 0 ? [bytes] : blocks.map(([, , body = '']) => fromBase64(body.replace(/\s/g, '')));
}
