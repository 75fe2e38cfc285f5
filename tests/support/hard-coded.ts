import { parse, type AST } from 'svelte/compiler';
import ts from 'typescript';

/** Attributes that people read or hear, on any element or component. */
const READ_ATTRIBUTES = new Set([
  'aria-label',
  'aria-description',
  'aria-roledescription',
  'aria-valuetext',
  'alt',
  'title',
  'placeholder',
  'label',
  'hint',
  'description',
]);
/** Attributes whose text is for the browser. */
const UNREAD_ATTRIBUTES = new Set([
  'name',
  'class',
  'style',
  'd',
  'viewBox',
  'sandbox',
  'allow',
  'autocomplete',
  'rel',
]);
/** Names of keys, formats and browser interfaces that code compares with. */
const NAMES =
  /^(Esc|Escape|Enter|Tab|Home|End|Backspace|Delete|Arrow\w+|Page(Up|Down)|Control|Ctrl|Shift|Space|Alt|Meta|UTC|[A-Z]\w*Error)$/;
const BRANDS =
  /\b(Countersign|Standard Webhooks|Ada Lovelace|Analytical Engines Ltd|Director|Bearer|UTC|API|OAuth|MCP|PDF|CSV|JSON|SHA-256|KiB|MB|https?|example\.com)\b/g;

/** Returns the words of a component that are hard-coded instead of in the message files. */
export function hardCodedInComponent(source: string): string[] {
  const { fragment, instance, module } = parse(source, { modern: true });
  const found: string[] = [];
  for (const script of [instance, module]) {
    if (!script) continue;
    const { start, end } = script.content as unknown as { start: number; end: number };
    found.push(...hardCodedInCode(source.slice(start, end)));
  }
  visit(fragment, source, found);
  return found;
}

/** Returns the words of a module that are hard-coded. Text for developers, such as errors, doesn't count. */
export function hardCodedInCode(source: string): string[] {
  const found: string[] = [];
  const walk = (node: ts.Node): void => {
    if (isForDevelopers(node)) return;
    if (ts.isStringLiteralLike(node) && !isKeyOrType(node) && isProse(node.text)) found.push(node.text);
    if (ts.isTemplateExpression(node)) {
      const parts = [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)];
      if (isProse(parts.join(' … ')) || parts.some(isSentencePart)) found.push(parts.join('…'));
    }
    ts.forEachChild(node, walk);
  };
  walk(ts.createSourceFile('source.ts', source, ts.ScriptTarget.Latest, true));
  return found;
}

function visit(node: AST.Fragment, source: string, found: string[]): void {
  const walk = (value: unknown): void => {
    if (Array.isArray(value)) return value.forEach(walk);
    if (typeof value !== 'object' || value === null || !('type' in value)) return;
    const one = value as { type: string; start: number; end: number } & Record<string, unknown>;
    if (one.type === 'Text') {
      if (hasLetters(String(one['data']))) found.push(String(one['data']).trim());
    } else if (one.type === 'StyleDirective') return;
    else if (one.type === 'Attribute') attribute(one as unknown as AST.Attribute, source, found);
    else if (one.type === 'ExpressionTag' || one.type === 'ConstTag' || one.type === 'RenderTag')
      found.push(...hardCodedInCode(expressionOf(one, source)));
    else for (const [key, child] of Object.entries(one)) if (key !== 'metadata') walk(child);
  };
  walk(node.nodes);
}

function attribute({ name, value }: AST.Attribute, source: string, found: string[]): void {
  if (UNREAD_ATTRIBUTES.has(name) || name.startsWith('data-') || value === true) return;
  const isRead = READ_ATTRIBUTES.has(name);
  for (const part of Array.isArray(value) ? value : [value]) {
    if (part.type === 'Text') {
      if (isRead ? hasLetters(part.data) : isProse(part.data)) found.push(`${name}="${part.data}"`);
    } else found.push(...hardCodedInCode(expressionOf(part, source)));
  }
}

function expressionOf({ start, end }: { start: number; end: number }, source: string): string {
  return `(${source
    .slice(start, end)
    .replace(/^\{(@\w+)?/, '')
    .replace(/\}$/, '')
    .replace(/^\s*const /, '')})`;
}

function hasLetters(text: string): boolean {
  return /\p{L}{2,}/u.test(text.replace(/https?:\/\/\S+/g, '').replace(BRANDS, ''));
}

/** Distinguishes words for people from class names, paths, codes and keys. */
function isProse(raw: string): boolean {
  const text = raw.replace(BRANDS, '').trim();
  if (NAMES.test(text) || /[{}<>=;]|^[#/.]/.test(text)) return false;
  if (/^\p{Lu}\p{Ll}+$/u.test(text)) return true;
  const words = text.split(/\s+/);
  if (words.length < 2 || words.some((word) => /^-?[a-z0-9]+(-[\w[\]./%(),]+)+$|\w:\w|[[\]/_]/.test(word)))
    return false;
  return words.filter((word) => /^[\p{L}’']{2,}[.,!?…:]?$/u.test(word)).length >= 2;
}

function isSentencePart(raw: string): boolean {
  const text = raw.replace(BRANDS, '');
  return (
    !/^(group|keys|order) $/.test(text) && /(^|\s)\p{L}{2,}(\s|$)/u.test(text) && !/[-:[\]/=;#]/.test(text)
  );
}

function isForDevelopers(node: ts.Node): boolean {
  return (
    ts.isThrowStatement(node) ||
    ts.isImportDeclaration(node) ||
    ts.isTypeNode(node) ||
    (ts.isCallExpression(node) && /^console\./.test(node.expression.getText())) ||
    (ts.isNewExpression(node) && /Error$/.test(node.expression.getText()))
  );
}

function isKeyOrType(node: ts.Node): boolean {
  const { parent } = node;
  return (
    ts.isLiteralTypeNode(parent) ||
    (ts.isPropertyAssignment(parent) && parent.name === node) ||
    (ts.isElementAccessExpression(parent) && parent.argumentExpression === node)
  );
}
