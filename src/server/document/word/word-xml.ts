import { escapeXml } from './package-xml.ts';

/** The namespaces of WordprocessingML, transitional and strict (ECMA-376 parts 1 and 4). */
const WORD_NAMESPACES = new Set([
  'http://schemas.openxmlformats.org/wordprocessingml/2006/main',
  'http://purl.oclc.org/ooxml/wordprocessingml/main',
]);

/** An element of a Word part. Strings among its children are raw XML. */
export interface WordElement {
  /** The name with its prefix. */
  readonly name: string;
  /** The name without its prefix if it belongs to Word's own namespace; otherwise empty. */
  readonly word: string;
  readonly attributes: Readonly<Record<string, string>>;
  children: WordNode[];
  /** Whether a paragraph's mark is gone, so that the next paragraph continues it. */
  isJoined?: boolean;
}
export type WordNode = WordElement | string;

/**
 * Returns a function that gives the local name of Word's own elements, based on the prefixes that a root
 * element declares.
 */
export function createNameResolver(root: Readonly<Record<string, string>>): (name: string) => string {
  const prefixes = Object.entries(root).flatMap(([name, value]) => {
    const prefix = name === 'xmlns' ? '' : name.startsWith('xmlns:') ? `${name.slice(6)}:` : null;
    return prefix !== null && WORD_NAMESPACES.has(value) ? [prefix] : [];
  });
  return (name) => {
    const start = name.slice(0, name.indexOf(':') + 1);
    return prefixes.includes(start) ? name.slice(start.length) : '';
  };
}

export function isWord<Name extends string>(
  node: WordNode | undefined,
  name: Name,
): node is WordElement & { readonly word: Name } {
  return typeof node === 'object' && node.word === name;
}

export function findChild(element: WordElement, name: string): WordElement | undefined {
  return element.children.find((child) => isWord(child, name));
}

/** Writes a node as XML. */
export function formatWordXml(node: WordNode): string {
  if (typeof node === 'string') return node;
  const inner = node.children.map(formatWordXml).join('');
  return inner === '' ? startTag(node, '/') : `${startTag(node)}${inner}</${node.name}>`;
}

/** Formats a start tag, or an empty element if `end` is a slash. */
export function startTag({ name, attributes }: Pick<WordElement, 'name' | 'attributes'>, end = ''): string {
  const written = Object.entries(attributes).map(([key, value]) => ` ${key}="${escapeXml(value)}"`);
  return `<${name}${written.join('')}${end}>`;
}
