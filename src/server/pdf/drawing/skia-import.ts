import {
  type PDF,
  PdfArray,
  PdfDict,
  PdfName,
  PdfNumber,
  type PdfObject,
  PdfRef,
  PdfStream,
} from '@libpdf/core';
import type { TransformationMatrix } from '#domain/field/geometry.ts';
import type { ActualText } from './skia-sheets.ts';

/**
 * Brings pages of a document made by Skia into another one as form XObjects (ISO 32000-2, 8.10), sharing their
 * fonts and images.
 */
export class SkiaImport {
  readonly #source: PDF;
  readonly #target: PDF;
  readonly #copies = new Map<PdfRef, PdfRef>();

  constructor(source: PDF, target: PDF) {
    this.#source = source;
    this.#target = target;
  }

  /**
   * Registers a page, counted from 0, as a form that `matrix` takes into the space of whoever paints it.
   * `actualTexts` names what each text object on it stands for.
   */
  form(page: number, matrix: TransformationMatrix, actualTexts: readonly ActualText[] = []): PdfRef {
    const { dict, width, height } = this.#page(page);
    const contents = dict.get('Contents', this.#resolve);
    if (!(contents instanceof PdfStream)) throw new Error('a drawn page has no content');
    const form = actualTexts.length === 0 ? this.#stream(contents) : explained(contents, actualTexts);
    form.set('Type', PdfName.of('XObject'));
    form.set('Subtype', PdfName.of('Form'));
    form.set('BBox', numbers([0, 0, width, height]));
    form.set('Matrix', numbers(matrix));
    const resources = dict.get('Resources', this.#resolve);
    form.set('Resources', resources ? this.#copy(resources) : new PdfDict());
    return this.#target.register(form);
  }

  #page(index: number): { dict: PdfDict; width: number; height: number } {
    const page = this.#source.getPage(index);
    if (!page) throw new Error(`there is no drawn page ${index}`);
    return { dict: page.dict, width: page.width, height: page.height };
  }

  readonly #resolve = (ref: PdfRef): PdfObject | null => this.#source.context.resolve(ref);

  #copy(object: PdfObject): PdfObject {
    if (object instanceof PdfRef) return this.#reference(object);
    if (object instanceof PdfStream) return this.#stream(object);
    if (object instanceof PdfDict) return this.#dictionary(object);
    if (object instanceof PdfArray) return new PdfArray(object.toArray().map((item) => this.#copy(item)));
    return object;
  }

  /** Skia's objects form no circles below a page's resources, so a copy may be made before it is registered. */
  #reference(ref: PdfRef): PdfRef {
    const known = this.#copies.get(ref);
    if (known) return known;
    const object = this.#resolve(ref);
    const copy = this.#target.register(object ? this.#copy(object) : new PdfDict());
    this.#copies.set(ref, copy);
    return copy;
  }

  #dictionary(dict: PdfDict): PdfDict {
    const copy = new PdfDict();
    for (const [key, value] of dict) {
      const toUnicode = key.value === 'ToUnicode' && value instanceof PdfRef ? this.#resolve(value) : null;
      copy.set(key, toUnicode instanceof PdfStream ? this.#toUnicode(value, toUnicode) : this.#copy(value));
    }
    return copy;
  }

  #stream(stream: PdfStream): PdfStream {
    const copy = new PdfStream([], stream.data);
    for (const [key, value] of stream) if (key.value !== 'Length') copy.set(key, this.#copy(value));
    return copy;
  }

  #toUnicode(ref: PdfObject, map: PdfStream): PdfRef {
    const known = ref instanceof PdfRef ? this.#copies.get(ref) : undefined;
    if (known) return known;
    const text = Buffer.from(map.getDecodedData()).toString('latin1');
    const copy = this.#target.register(new PdfStream([], Buffer.from(canonicalToUnicode(text), 'latin1')));
    if (ref instanceof PdfRef) this.#copies.set(ref, copy);
    return copy;
  }
}

/** The operator that opens a span standing for a text (ISO 32000-2, 14.9.4); EMC closes it. */
function actualTextOperator(text: string): string {
  return `/Span <</ActualText <FEFF${hexadecimal(text)}>>> BDC`;
}

/**
 * Marks a content stream with the text it stands for or, where there are several, each text object with its
 * own: Skia writes one for every piece that is drawn. The marks stand inside the form: poppler does not look
 * from outside into one.
 */
function explained(contents: PdfStream, actualTexts: readonly ActualText[]): PdfStream {
  const operators = Buffer.from(contents.getDecodedData()).toString('latin1');
  const objects = operators.match(TEXT_OBJECT) ?? [];
  const [only] = actualTexts;
  if (only && !only.split && actualTexts.length === 1) {
    return new PdfStream([], Buffer.from(wrapped(operators, only.letters), 'latin1'));
  }
  if (objects.length !== actualTexts.length) {
    throw new Error(`${actualTexts.length} pieces of text were drawn as ${objects.length}`);
  }
  let index = 0;
  const marked = operators.replace(TEXT_OBJECT, (object) => {
    const actualText = actualTexts[index] ?? { letters: '' };
    index += 1;
    return splitObject(object, actualText) ?? wrapped(object, actualText.letters);
  });
  return new PdfStream([], Buffer.from(marked, 'latin1'));
}

function wrapped(operators: string, text: string): string {
  return `${actualTextOperator(text)}\n${operators}\nEMC`;
}

/** Marks the glyphs left and right of a division apart; null when the object does not show its glyphs one by one. */
function splitObject(object: string, { split }: ActualText): string | null {
  const shown = object.match(/<[0-9A-Fa-f]+> Tj/g) ?? [];
  if (
    !split ||
    shown.length <= split.rightGlyphs ||
    shown.some((show) => show.length !== '<0000> Tj'.length)
  ) {
    return null;
  }
  const firstRight = shown.length - split.rightGlyphs;
  let index = -1;
  return object.replace(/<[0-9A-Fa-f]+> Tj/g, (show) => {
    index += 1;
    const opens = index === 0 || index === firstRight;
    const closes = index === firstRight - 1 || index === shown.length - 1;
    const text = index < firstRight ? split.left : split.right;
    return `${opens ? `${actualTextOperator(text)} ` : ''}${show}${closes ? ' EMC' : ''}`;
  });
}

const TEXT_OBJECT = /^BT$[\s\S]*?^ET$/gm;

/**
 * Makes a ToUnicode map answer with letters instead of their presentation forms. Where several characters share
 * a glyph Skia names any one of them: an Arabic positional form, a Latin ligature, a Kangxi radical for the
 * ideograph 小. What is copied or searched must be the letter itself.
 */
export function canonicalToUnicode(map: string): string {
  return map
    .replace(/(beginbfchar\s)([\s\S]*?)(endbfchar)/g, (_, open: string, body: string, close: string) => {
      const lines = body.replace(
        /(<[0-9A-Fa-f]+>\s*)<([0-9A-Fa-f]+)>/g,
        (_line, glyph: string, code: string) => {
          return `${glyph}<${canonicalCode(code)}>`;
        },
      );
      return `${open}${lines}${close}`;
    })
    .replace(/(\d+) beginbfrange\s([\s\S]*?)endbfrange/g, (whole: string, _count: string, body: string) => {
      return bodyHasPresentationForms(body) ? splitRanges(body) : whole;
    });
}

function canonicalCode(code: string): string {
  const units = code.match(/.{4}/g)?.map((unit) => Number.parseInt(unit, 16)) ?? [];
  const text = String.fromCharCode(...units);
  if (!PRESENTATION_FORM.test(text)) return code;
  return hexadecimal(text.normalize('NFKC').trim());
}

/** CJK and Kangxi radicals, compatibility ideographs, Latin and Hebrew ligatures, Arabic presentation forms. */
const PRESENTATION_FORM = /[\u2E80-\u2FD5\uF900-\uFAFF\uFB00-\uFB4F\uFB50-\uFDFF\uFE70-\uFEFC]/;

type Range = { first: number; last: number; digits: number; code: number };

function rangesOf(body: string): Range[] {
  return [...body.matchAll(/<([0-9A-Fa-f]+)>\s*<([0-9A-Fa-f]+)>\s*<([0-9A-Fa-f]{4})>/g)].map((match) => ({
    first: Number.parseInt(match[1] ?? '', 16),
    last: Number.parseInt(match[2] ?? '', 16),
    digits: (match[1] ?? '').length,
    code: Number.parseInt(match[3] ?? '', 16),
  }));
}

function bodyHasPresentationForms(body: string): boolean {
  return rangesOf(body).some(({ first, last, code }) => {
    for (let glyph = first; glyph <= last; glyph += 1) {
      if (PRESENTATION_FORM.test(String.fromCharCode(code + glyph - first))) return true;
    }
    return false;
  });
}

/** Writes ranges out glyph by glyph, at most a hundred in a block (Adobe Technical Note 5014). */
function splitRanges(body: string): string {
  const lines = rangesOf(body).flatMap(({ first, last, digits, code }) =>
    Array.from({ length: last - first + 1 }, (_, index) => {
      const glyph = (first + index).toString(16).padStart(digits, '0');
      return `<${glyph}> <${canonicalCode((code + index).toString(16).padStart(4, '0'))}>`;
    }),
  );
  const blocks: string[] = [];
  for (let start = 0; start < lines.length; start += 100) {
    const block = lines.slice(start, start + 100);
    blocks.push(`${block.length} beginbfchar\n${block.join('\n')}\nendbfchar`);
  }
  return blocks.join('\n');
}

/** UTF-16BE in hexadecimal digits. */
function hexadecimal(text: string): string {
  return Array.from({ length: text.length }, (_, index) =>
    text.charCodeAt(index).toString(16).padStart(4, '0'),
  ).join('');
}

function numbers(values: readonly number[]): PdfArray {
  return new PdfArray(values.map((value) => PdfNumber.of(value)));
}
