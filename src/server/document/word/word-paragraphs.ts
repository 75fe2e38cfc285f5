import { isWord, type WordElement, type WordNode } from './word-xml.ts';

/** Elements between paragraphs that have no position of their own, such as bookmarks. */
const MARKERS = /^(?:bookmark(?:Start|End)|perm(?:Start|End)|proofErr)$/;

/**
 * Joins a paragraph whose mark is gone with the next one. The next paragraph's mark remains, so it decides
 * the format. Takes the blocks of a container in order and returns those that are finished.
 */
export class ParagraphJoiner {
  #open: WordElement | null = null;
  #between: WordNode[] = [];

  push(node: WordNode): WordNode[] {
    const open = this.#open;
    if (isWord(node, 'p')) {
      const joined = open === null ? node : joinParagraph(open, this.#between, node);
      this.#between = [];
      this.#open = node.isJoined === true ? joined : null;
      return this.#open === null ? [joined] : [];
    }
    if (open === null) return [node];
    if (typeof node === 'string' || MARKERS.test(node.word)) {
      this.#between.push(node);
      return [];
    }
    // Nothing can continue the open paragraph. If it has no content, all of it was deleted.
    const rest =
      isWord(open, 'p') && listContent(open).length === 0 ? this.#between : [open, ...this.#between];
    this.#open = null;
    this.#between = [];
    return [...rest, node];
  }

  /** Returns what is left at the end of the container, which must keep its last paragraph. */
  end(): WordNode[] {
    const rest = this.#open === null ? [] : [this.#open, ...this.#between];
    this.#open = null;
    this.#between = [];
    return rest;
  }
}

function joinParagraph(first: WordElement, between: readonly WordNode[], last: WordElement): WordElement {
  const properties = last.children.filter((child) => isWord(child, 'pPr'));
  return { ...last, children: [...properties, ...listContent(first), ...between, ...listContent(last)] };
}

function listContent({ children }: WordElement): WordNode[] {
  return children.filter(
    (child) => !isWord(child, 'pPr') && !(typeof child === 'string' && child.trim() === ''),
  );
}
