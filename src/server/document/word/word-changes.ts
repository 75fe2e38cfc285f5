import type { TrackedChanges } from '#domain/document/notices.ts';
import { ParagraphJoiner } from './word-paragraphs.ts';
import { findChild, type WordElement, type WordNode } from './word-xml.ts';

/** How the changes are settled: accepted, rejected, or (null) left as they are. */
export type Settlement = Exclude<TrackedChanges, 'keep'> | null;

/** Elements that only mark where changes or comments are (ECMA-376 part 1, 17.13.4 and 17.13.5). */
const RANGES =
  /^(?:moveFromRange|moveToRange|customXml(?:Ins|Del|MoveFrom|MoveTo)Range)(?:Start|End)$|^(?:cellIns|cellDel|numberingChange)$/;
const COMMENT_MARKS = /^comment(?:RangeStart|RangeEnd|Reference)$/;

/**
 * What remains of text, rows and marks. `stays` elements are removed but their content is kept; `goes`
 * elements are removed with their content.
 */
const SETTLED = {
  accept: { stays: ['ins', 'moveTo'], goes: ['del', 'moveFrom'], cell: 'cellDel', merge: 'vMerge' },
  reject: { stays: ['del', 'moveFrom'], goes: ['ins', 'moveTo'], cell: 'cellIns', merge: 'vMergeOrig' },
} as const;

/** The path to the element that marks a change to a whole paragraph mark, row, cell or list number. */
const NOTED_IN: Readonly<Record<string, readonly string[]>> = {
  p: ['pPr', 'rPr'],
  tr: ['trPr'],
  tc: ['tcPr'],
  numPr: [],
};

/** Elements that make no sense without one of these children (ECMA-376 part 1, 17.4.37 and 17.4.78). */
const NEEDED: Readonly<Record<string, string>> = { tbl: 'tr', tr: 'tc' };

/**
 * Elements that properties keep when their former state is restored, because that state doesn't record them.
 */
const KEPT_PROPERTIES: Readonly<Record<string, readonly string[]>> = {
  pPr: ['rPr', 'sectPr'],
  sectPr: ['headerReference', 'footerReference'],
};
/** Deleted text has its own elements (ECMA-376 part 1, 17.3.3.7 and 17.16.13). */
const RESTORED_NAMES: Readonly<Record<string, string>> = { delText: 't', delInstrText: 'instrText' };

/** Checks whether an element marks a tracked change. */
export function isChange(word: string): boolean {
  return /^(?:ins|del|moveFrom|moveTo|cellIns|cellDel|cellMerge|numberingChange)$|.(?:Pr|Grid|PrEx)Change$/.test(
    word,
  );
}

/** Returns what a node becomes once comments are removed and its tracked changes are accepted or rejected. */
export function settle(node: WordNode, settlement: Settlement): WordNode[] {
  if (typeof node === 'string') return [node];
  if (COMMENT_MARKS.test(node.word)) return [];
  if (settlement === null) return [withChildren(node, settlement)];
  const { stays, goes, merge } = SETTLED[settlement];
  if (includesName(goes, node.word)) return [];
  if (includesName(stays, node.word)) return node.children.flatMap((child) => settle(child, settlement));
  if (RANGES.test(node.word)) return [];
  if (node.word === 'cellMerge') return createMerge(node, merge);
  if (isChange(node.word)) return [];

  const isGone = hasGone(node, settlement);
  if (isGone && node.word !== 'p') return [];
  const settled = withChildren(settlement === 'reject' ? restoreElement(node) : node, settlement);
  const needed = NEEDED[node.word];
  if (
    needed !== undefined &&
    findChild(node, needed) !== undefined &&
    findChild(settled, needed) === undefined
  )
    return [];
  return [isGone ? { ...settled, isJoined: true } : settled];
}

function withChildren(node: WordElement, settlement: Settlement): WordElement {
  const children = node.children.flatMap((child) => settle(child, settlement));
  const paragraphs = new ParagraphJoiner();
  return { ...node, children: [...children.flatMap((child) => paragraphs.push(child)), ...paragraphs.end()] };
}

/**
 * Checks whether settling the changes removes a paragraph mark, row, cell or list number: its deletion is
 * accepted, or its insertion is rejected.
 */
function hasGone(node: WordElement, settlement: 'accept' | 'reject'): boolean {
  const path = NOTED_IN[node.word];
  if (path === undefined) return false;
  const noted = path.reduce<WordElement | undefined>((at, name) => at && findChild(at, name), node);
  const { goes, cell } = SETTLED[settlement];
  return (
    noted?.children.some((child) => typeof child === 'object' && includesName([...goes, cell], child.word)) ??
    false
  );
}

/** Returns an element as it was before the change, with its former properties or its deleted text. */
function restoreElement(node: WordElement): WordElement {
  const name = RESTORED_NAMES[node.word];
  if (name !== undefined) {
    const prefix = node.name.slice(0, node.name.length - node.word.length);
    return { ...node, name: `${prefix}${name}`, word: name };
  }
  const change = findChild(node, `${node.word}Change`);
  if (change === undefined) return node;
  const kept = node.children.filter(
    (child) => typeof child === 'object' && includesName(KEPT_PROPERTIES[node.word] ?? [], child.word),
  );
  const former = findChild(change, node.word)?.children ?? [];
  return { ...node, children: node.word === 'sectPr' ? [...kept, ...former] : [...former, ...kept] };
}

/** Creates the merge element for cells that were merged or split in a column (ECMA-376 part 1, 17.13.5.3). */
function createMerge({ name, attributes }: WordElement, wanted: string): WordNode[] {
  const prefix = name.slice(0, name.length - 'cellMerge'.length);
  const value = attributes[`${prefix}${wanted}`];
  if (value === undefined) return [];
  const merged = { [`${prefix}val`]: value === 'cont' ? 'continue' : 'restart' };
  return [{ name: `${prefix}vMerge`, word: 'vMerge', attributes: merged, children: [] }];
}

function includesName(names: readonly string[], name: string): boolean {
  return names.includes(name);
}
