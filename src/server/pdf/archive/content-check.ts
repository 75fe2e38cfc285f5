import { PdfDict, PdfStream } from '@libpdf/core';
import { decodeStream } from '#server/pdf/engine/decode-stream.ts';
import { getDictEntry, getEntry, getNameEntry, type ObjectGraph } from '#server/pdf/engine/objects.ts';
import { scanContent } from '#server/pdf/normalize/content/operators.ts';
import { getContentStreams } from '#server/pdf/normalize/content/page-contents.ts';
import { type Operand, readOperands } from '#server/pdf/tags/operands.ts';
import { readFont, type ShownCode, type TextFont } from '#server/pdf/tags/text-font.ts';
import { Obstacle } from './obstacle.ts';

/** Operators without restrictions (ISO 32000-1, annex A). The others have cases of their own. */
const PLAIN_OPERATORS = new Set(
  `b B b* B* BMC BT BX c cm d d0 d1 EMC ET EX f F f* G g h i j J l M m MP n re RG rg s S sc SC
   T* Tc Td TD TL Tm Tr Ts Tw Tz v w W W* y`
    .trim()
    .split(/\s+/),
);
const TEXT_OPERATORS = new Set(['Tj', 'TJ', "'", '"']);
const INTENTS = new Set(['AbsoluteColorimetric', 'RelativeColorimetric', 'Saturation', 'Perceptual']);
const DEVICE_SPACES = new Set(['DeviceGray', 'DeviceRGB', 'Pattern']);
/** The standard permits 28 levels; sealing adds one. */
const MOST_NESTED = 26;
const MOST_FORMS_WITHIN = 24;

/** The category of the resource that an operator names. */
const CATEGORIES: Readonly<Record<string, string>> = {
  ...{ Do: 'XObject', Tf: 'Font', gs: 'ExtGState', sh: 'Shading' },
  ...{
    BDC: 'Properties',
    DP: 'Properties',
    cs: 'ColorSpace',
    CS: 'ColorSpace',
    scn: 'Pattern',
    SCN: 'Pattern',
  },
};

type ReadableFont = { readonly dict: PdfDict; readonly read: TextFont };

/** Walks contents, checks their operators and resources, and collects the characters that fonts show. */
export class ContentCheck {
  readonly shown = new Map<PdfDict, Map<number, ShownCode>>();
  readonly #graph: ObjectGraph;
  readonly #fonts = new Map<PdfDict, ReadableFont>();
  readonly #seen = new Set<PdfStream>();

  constructor(graph: ObjectGraph) {
    this.#graph = graph;
  }

  checkPage(page: PdfDict): void {
    const parts = getContentStreams(this.#graph, page).map((stream) => decodeStream(this.#graph, stream));
    const bytes = Buffer.concat(parts.flatMap((part) => [part, Buffer.from('\n')]));
    this.#checkContent(bytes, getDictEntry(this.#graph, page, 'Resources'), 0);
  }

  #checkStream(stream: PdfStream, depth: number): void {
    if (this.#seen.has(stream)) return;
    this.#seen.add(stream);
    if (depth > MOST_FORMS_WITHIN) throw new Obstacle('limit');
    const resources = getDictEntry(this.#graph, stream, 'Resources');
    this.#checkContent(decodeStream(this.#graph, stream), resources, depth);
  }

  #checkContent(bytes: Uint8Array, resources: PdfDict | undefined, depth: number): void {
    const graph = this.#graph;
    const stack: (ReadableFont | null)[] = [];
    let font: ReadableFont | null = null;
    const findResource = (operator: string, name: string) => {
      const category = resources && getDictEntry(graph, resources, CATEGORIES[operator] ?? '');
      const found = category && getEntry(graph, category, name);
      if (found === undefined) throw new Obstacle('operator');
      return found;
    };
    scanContent(bytes, ({ operator, operandsStart, start }) => {
      if (PLAIN_OPERATORS.has(operator)) return;
      if (operator === 'BI') throw new Obstacle('inline image');
      if (operator === 'k' || operator === 'K') throw new Obstacle('color');
      if (operator === 'q') {
        if (stack.push(font) > MOST_NESTED) throw new Obstacle('limit');
        return;
      }
      if (operator === 'Q') {
        font = stack.pop() ?? null;
        return;
      }
      const operands = readOperands(bytes.subarray(operandsStart, start));
      if (TEXT_OPERATORS.has(operator)) {
        this.#collect(font, operands.at(-1));
        return;
      }
      const first = operands[0];
      if (operator === 'ri') {
        if (first?.kind !== 'name' || !INTENTS.has(first.value)) throw new Obstacle('operator');
        return;
      }
      if (!(operator in CATEGORIES)) throw new Obstacle('operator');
      const named = operator === 'Tf' ? first : operands.at(-1);
      if ((operator === 'BDC' || operator === 'DP') && isDirect(bytes.subarray(operandsStart, start))) return;
      // Plain numbers are colors.
      if (named?.kind !== 'name') return;
      if ((operator === 'cs' || operator === 'CS') && DEVICE_SPACES.has(named.value)) return;
      const found = findResource(operator, named.value);
      if (operator === 'Tf') font = found instanceof PdfDict ? this.#readFont(found) : null;
      else this.#checkResource(operator, found, depth);
    });
  }

  #checkResource(operator: string, found: unknown, depth: number): void {
    const graph = this.#graph;
    if (operator === 'Do') {
      if (!(found instanceof PdfStream)) throw new Obstacle('damage');
      const subtype = getNameEntry(graph, found, 'Subtype');
      if (subtype === 'Form') this.#checkStream(found, depth + 1);
      else if (subtype !== 'Image') throw new Obstacle('operator');
    } else if (operator === 'scn' || operator === 'SCN') {
      if (found instanceof PdfStream) this.#checkStream(found, depth + 1);
    } else if (operator === 'gs' && found instanceof PdfDict) {
      if (found.has('Font')) throw new Obstacle('font form');
      const mask = getDictEntry(graph, found, 'SMask');
      const form = mask && getEntry(graph, mask, 'G');
      if (form instanceof PdfStream) this.#checkStream(form, depth + 1);
    }
  }

  #readFont(dict: PdfDict): ReadableFont {
    const known = this.#fonts.get(dict);
    if (known !== undefined) return known;
    const read = readFont(this.#graph, dict);
    if (read === null) throw new Obstacle(hasFontFile(this.#graph, dict) ? 'font form' : 'font');
    const font = { dict, read };
    this.#fonts.set(dict, font);
    return font;
  }

  #collect(font: ReadableFont | null, operand: Operand | undefined): void {
    if (font === null || operand === undefined) throw new Obstacle('font');
    const codes = this.shown.get(font.dict) ?? new Map<number, ShownCode>();
    this.shown.set(font.dict, codes);
    for (const piece of operand.kind === 'array' ? operand.value : [operand]) {
      if (piece.kind !== 'string') continue;
      for (const code of font.read(piece.value))
        codes.set(
          code.bytes.reduce((sum, byte) => sum * 256 + byte, 0),
          code,
        );
    }
  }
}

/** Checks whether the operands end with a dictionary, which needs no resource. */
function isDirect(operands: Uint8Array): boolean {
  return Buffer.from(operands).toString('latin1').trimEnd().endsWith('>>');
}

function hasFontFile(graph: ObjectGraph, font: PdfDict): boolean {
  const descriptor = getDictEntry(graph, font, 'FontDescriptor');
  const isComposite = getNameEntry(graph, font, 'Subtype') === 'Type0';
  return isComposite || ['FontFile', 'FontFile2', 'FontFile3'].some((key) => descriptor?.has(key));
}
