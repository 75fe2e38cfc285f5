import { SaxesParser } from 'saxes';

/** An element of a part, without its namespace. */
export interface PartElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
}

/** XML that cannot be read, or with a document type: parts may have none (ECMA-376 part 2, 6.2.5). */
export class BadXml extends Error {}

/**
 * All elements of a small part of an Office package, in document order; entities are resolved, prefixes dropped.
 * @throws BadXml
 */
export function readElements(bytes: Buffer): PartElement[] {
  const elements: PartElement[] = [];
  const parser = new SaxesParser({ xmlns: false });
  parser.on('error', (error) => {
    throw new BadXml(error.message);
  });
  parser.on('doctype', () => {
    throw new BadXml('it has a document type');
  });
  parser.on('opentag', ({ name, attributes }) => {
    elements.push({
      name: local(name),
      attributes: Object.fromEntries(Object.entries(attributes).map(([key, value]) => [local(key), value])),
    });
  });
  parser.write(decoded(bytes)).close();
  return elements;
}

function local(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

function decoded(bytes: Buffer): string {
  const encoding =
    bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : bytes[0] === 0xfe ? 'utf-16be' : 'utf-8';
  return new TextDecoder(encoding).decode(bytes);
}
