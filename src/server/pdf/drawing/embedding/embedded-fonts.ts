import { PdfDict, type PDF, type PdfRef } from '@libpdf/core';
import { getBoxWidth, MOST_BOXES_IN_A_FONT, writeCodeBoxFont } from './code-box.ts';
import { EmbeddedFace } from './embedded-face.ts';
import type { Face } from '../text/faces.ts';
import type { Cluster } from '../text/shape.ts';

/** A font of the document, and the content of it that is shown. */
type Embedded<Content> = {
  readonly name: string;
  readonly ref: PdfRef;
  readonly font: PdfDict;
  readonly content: Content;
};

/**
 * How one cluster is shown: a font, a code as hexadecimal digits, and the width that the font gives it
 * (thousandths).
 */
export type Shown = {
  readonly font: string;
  readonly ref: PdfRef;
  readonly code: string;
  readonly width: number;
};

/**
 * The fonts that the drawings in one document share. They are written at the end, when everything that they
 * show is known.
 */
export class EmbeddedFonts {
  readonly #pdf: PDF;
  readonly #faces = new Map<Face, Embedded<EmbeddedFace>>();
  readonly #full: Embedded<EmbeddedFace>[] = [];
  readonly #boxes: Embedded<string[]>[] = [];
  #count = 0;

  constructor(pdf: PDF) {
    this.#pdf = pdf;
  }

  show(cluster: Cluster): Shown {
    if (!cluster.face) return this.#showBox(cluster.text);
    let embedded = this.#faces.get(cluster.face);
    if (embedded?.content.isFull) {
      this.#full.push(embedded);
      embedded = undefined;
    }
    if (!embedded) {
      embedded = this.#embedded(new EmbeddedFace(cluster.face));
      this.#faces.set(cluster.face, embedded);
    }
    const { code, width } = embedded.content.code(cluster);
    return { font: embedded.name, ref: embedded.ref, code: code.toString(16).padStart(4, '0'), width };
  }

  /** Writes the fonts into the document. */
  finish(): void {
    [...this.#full, ...this.#faces.values()].forEach(({ content, font }, index) => {
      content.write(this.#pdf, font, createSubsetTag(index));
    });
    for (const { content, font } of this.#boxes) writeCodeBoxFont(this.#pdf, font, content);
  }

  #showBox(character: string): Shown {
    let embedded = this.#boxes.find(({ content }) => content.includes(character));
    embedded ??= this.#boxes.find(({ content }) => content.length < MOST_BOXES_IN_A_FONT);
    if (!embedded) this.#boxes.push((embedded = this.#embedded<string[]>([])));
    const { content, name, ref } = embedded;
    const code = content.includes(character) ? content.indexOf(character) + 1 : content.push(character);
    const width = getBoxWidth(character);
    return { font: name, ref, code: code.toString(16).padStart(2, '0'), width };
  }

  #embedded<Content>(content: Content): Embedded<Content> {
    const font = new PdfDict();
    this.#count += 1;
    return { name: `F${this.#count}`, ref: this.#pdf.register(font), font, content };
  }
}

/** Returns six letters, as required at the start of a subset's name (ISO 32000-2, 9.9.2). */
function createSubsetTag(index: number): string {
  const letters = index.toString(26).padStart(6, '0');
  return [...letters].map((digit) => String.fromCharCode(65 + Number.parseInt(digit, 26))).join('');
}
