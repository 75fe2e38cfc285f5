import { type PDF, PdfName, type PdfRef, PdfStream } from '@libpdf/core';
import { numberArray } from '#server/pdf/engine/objects.ts';

/** A text that the standard fonts cannot show, and the box that it is set into. */
export interface ScriptText {
  readonly text: string;
  readonly width: number;
  readonly height: number;
  /** Font size in points; 0 for whatever fits. */
  readonly size: number;
  /** Red, green and blue, 0..1. */
  readonly color: readonly [number, number, number];
  readonly alignment: 'left' | 'center' | 'right';
  readonly multiline: boolean;
  /** Operators drawn below the text. */
  readonly frame: string;
}

/** A text and the form XObject that will show it. */
export type PendingText = { readonly form: PdfStream; readonly text: ScriptText };

/**
 * Values of form fields in scripts that need embedded fonts and shaping. Their forms are registered at once and drawn together at the
 * end, since that takes the drawing engine, which most documents can do without.
 */
export class ScriptTexts {
  readonly #pdf: PDF;
  readonly #pending: PendingText[] = [];

  constructor(pdf: PDF) {
    this.#pdf = pdf;
  }

  /** Registers the form that will show the text. */
  add(text: ScriptText): PdfRef {
    const form = PdfStream.fromDict({
      Type: PdfName.of('XObject'),
      Subtype: PdfName.of('Form'),
      BBox: numberArray([0, 0, text.width, text.height]),
    });
    this.#pending.push({ form, text });
    return this.#pdf.context.registry.register(form);
  }

  /** Draws all texts. */
  async finish(): Promise<void> {
    if (this.#pending.length === 0) return;
    const { drawScriptTexts } = await import('./draw-script-texts.ts');
    drawScriptTexts(this.#pdf, this.#pending);
  }
}
