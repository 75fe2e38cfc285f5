import { SaxesParser } from 'saxes';

/** Thrown for XML that is malformed or that this reader doesn't support. */
export class XmlProblem extends Error {
  override readonly name = 'XmlProblem';
}

/**
 * An element with its name (without the prefix), the names of the elements that enclose it from the outside
 * in, and its own text.
 */
export type XmlElement = {
  readonly name: string;
  readonly uri: string;
  readonly path: readonly string[];
  readonly attributes: Readonly<Record<string, string>>;
  text: string;
};

/**
 * Metadata and responses nest about a dozen levels deep. Each element stores the names of the elements around
 * it, so memory grows with the square of the depth.
 */
const MAX_DEPTH = 64;

/** Reads the elements of an XML document in order. Entities aren't expanded. Throws XmlProblem. */
export function parseXmlElements(xml: string): readonly XmlElement[] {
  const found: XmlElement[] = [];
  const open: XmlElement[] = [];
  const parser = new SaxesParser({ xmlns: true });
  parser.on('error', (error) => {
    throw new XmlProblem(error.message);
  });
  parser.on('doctype', () => {
    throw new XmlProblem('document types are not read');
  });
  parser.on('opentag', ({ local, uri, attributes }) => {
    if (open.length === MAX_DEPTH) throw new XmlProblem('elements are nested too deeply');
    const values = Object.fromEntries(
      Object.values(attributes).map(({ local: name, value }) => [name, value]),
    );
    const element = { name: local, uri, path: open.map(({ name }) => name), attributes: values, text: '' };
    open.push(element);
    found.push(element);
  });
  parser.on('closetag', () => {
    open.pop();
  });
  parser.on('text', (text) => {
    const element = open.at(-1);
    if (element !== undefined) element.text += text;
  });
  parser.write(xml).close();
  return found;
}
