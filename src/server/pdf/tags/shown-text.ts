import { type PdfDict } from '@libpdf/core';
import { getDictEntry, type ObjectGraph } from '#server/pdf/engine/objects.ts';
import { type ContentOperator, scanContent } from '#server/pdf/normalize/content/operators.ts';
import { type Operand, readOperands } from './operands.ts';
import { readFont, type ShownCode, type TextFont } from './text-font.ts';

/**
 * A shown character, or a step between two characters: a shift to the left in thousandths of the font size.
 */
export type ShownPart =
  (ShownCode & { readonly kind: 'code' }) | { readonly kind: 'step'; readonly by: number };

/** An operator that shows text, with what is needed to replace its removed characters. */
export type Showing = {
  readonly found: ContentOperator;
  readonly parts: readonly ShownPart[];
  /**
   * How far a removed character advances beyond its own width, in thousandths of the font size. A space
   * advances further.
   */
  readonly extra: number;
  readonly extraOfSpace: number;
  /** The operators that `'` and `"` imply before they show text. */
  readonly before: string;
  /** The color of the text as red, green and blue values up to 255; empty if it isn't a plain color. */
  readonly fill: readonly number[];
};

type State = {
  font: TextFont | null;
  size: number;
  characterSpace: number;
  wordSpace: number;
  isInvisible: boolean;
  fill: readonly number[];
};

/**
 * Rendering modes that neither fill nor stroke text (ISO 32000-2, table 104). Text recognition adds such text
 * to scans.
 */
const INVISIBLE = new Set([3, 7]);

const BLACK = [0, 0, 0];

const SHOWS = new Set(['Tj', 'TJ', "'", '"']);

/** Walks the text that a content stream shows, as far as its fonts can be read. */
export class ShownText {
  readonly showings: Showing[] = [];
  readonly #graph: ObjectGraph;
  readonly #fonts: PdfDict | undefined;
  readonly #known = new Map<string, TextFont | null>();
  readonly #stack: State[] = [];
  #state: State = { font: null, size: 0, characterSpace: 0, wordSpace: 0, isInvisible: false, fill: BLACK };

  constructor(graph: ObjectGraph, resources: PdfDict | undefined, bytes: Uint8Array) {
    this.#graph = graph;
    this.#fonts = resources && getDictEntry(graph, resources, 'Font');
    scanContent(bytes, (found) => this.#take(found, bytes));
  }

  #take(found: ContentOperator, bytes: Uint8Array): void {
    const { operator } = found;
    const getOperands = () => readOperands(bytes.subarray(found.operandsStart, found.start));
    switch (operator) {
      case 'q':
        if (this.#stack.length < 1000) this.#stack.push({ ...this.#state });
        return;
      case 'Q':
        this.#state = this.#stack.pop() ?? this.#state;
        return;
      case 'Tf': {
        const [font, size] = getOperands();
        this.#state.font = font?.kind === 'name' ? this.#fontNamed(font.value) : null;
        this.#state.size = getNumber(size);
        return;
      }
      case 'Tc':
        this.#state.characterSpace = getNumber(getOperands()[0]);
        return;
      case 'Tw':
        this.#state.wordSpace = getNumber(getOperands()[0]);
        return;
      case 'Tr':
        this.#state.isInvisible = INVISIBLE.has(getNumber(getOperands()[0]));
        return;
      case 'rg':
        this.#state.fill = getOperands().map((operand) => getNumber(operand) * 255);
        return;
      case 'g':
        this.#state.fill = BLACK.map(() => getNumber(getOperands()[0]) * 255);
        return;
      case 'k':
      case 'cs':
      case 'sc':
      case 'scn':
        this.#state.fill = [];
        return;
    }
    if (SHOWS.has(operator)) this.#show(found, getOperands());
  }

  #show(found: ContentOperator, operands: readonly Operand[]): void {
    let before = found.operator === "'" ? 'T* ' : '';
    if (found.operator === '"') {
      this.#state.wordSpace = getNumber(operands[0]);
      this.#state.characterSpace = getNumber(operands[1]);
      before = `${this.#state.wordSpace} Tw ${this.#state.characterSpace} Tc T* `;
    }
    const { font, size, characterSpace, wordSpace, isInvisible, fill } = this.#state;
    const shown = operands.at(-1);
    if (font === null || size === 0 || isInvisible || shown === undefined) return;
    const pieces = shown.kind === 'array' ? shown.value : [shown];
    const parts = pieces.flatMap((piece): ShownPart[] => {
      if (piece.kind === 'number') return [{ kind: 'step', by: piece.value }];
      return piece.kind === 'string' ? font(piece.value).map((code) => ({ kind: 'code', ...code })) : [];
    });
    this.showings.push({
      ...{ found, parts, before, fill },
      extra: (characterSpace * 1000) / size,
      extraOfSpace: ((characterSpace + wordSpace) * 1000) / size,
    });
  }

  #fontNamed(name: string): TextFont | null {
    const known = this.#known.get(name);
    if (known !== undefined) return known;
    const dict = this.#fonts && getDictEntry(this.#graph, this.#fonts, name);
    const font = dict === undefined ? null : readFont(this.#graph, dict);
    this.#known.set(name, font);
    return font;
  }
}

function getNumber(operand: Operand | undefined): number {
  return operand?.kind === 'number' ? operand.value : 0;
}
