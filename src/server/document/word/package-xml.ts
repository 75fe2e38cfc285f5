import { SaxesParser } from 'saxes';

/** An element of a part. Its name has no namespace. */
export interface PartElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
}

/**
 * Thrown for XML that is malformed or has a document type declaration, which parts may not have (ECMA-376
 * part 2, 6.2.5).
 */
export class BadXml extends Error {}

/**
 * Returns all elements of a small part of an Office package in document order, without prefixes and with
 * resolved entities. @throws BadXml
 */
export function readElements(bytes: Buffer): PartElement[] {
  const elements: PartElement[] = [];
  const parser = createStrictParser();
  parser.on('opentag', ({ name, attributes }) => {
    elements.push({
      name: getLocalName(name),
      attributes: Object.fromEntries(
        Object.entries(attributes).map(([key, value]) => [getLocalName(key), value]),
      ),
    });
  });
  parser.write(new TextDecoder(detectEncoding(bytes)).decode(bytes)).close();
  return elements;
}

/** Parses a part while it is unpacked. Ends early once `isDone` returns true. @throws BadXml */
export async function parsePieces(
  parser: PartParser,
  pieces: AsyncIterable<Buffer>,
  isDone: () => boolean = () => false,
): Promise<void> {
  let decoder: TextDecoder | null = null;
  for await (const piece of pieces) {
    decoder ??= new TextDecoder(detectEncoding(piece));
    parser.write(decoder.decode(piece, { stream: true }));
    if (isDone()) return;
  }
  parser.write(decoder?.decode() ?? '').close();
}

/** Escapes text for an attribute or the content of an element. */
export function escapeXml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll(/[\t\n\r]/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** A parser of parts. It throws BadXml for malformed XML and for a document type declaration. */
export type PartParser = SaxesParser<{ xmlns: false }>;

export function createStrictParser(): PartParser {
  const parser = new SaxesParser({ xmlns: false });
  parser.on('error', (error) => {
    throw new BadXml(error.message);
  });
  parser.on('doctype', () => {
    throw new BadXml('it has a document type');
  });
  return parser;
}

/** Returns a name without its prefix. */
export function getLocalName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

function detectEncoding(bytes: Buffer): string {
  return bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : bytes[0] === 0xfe ? 'utf-16be' : 'utf-8';
}
