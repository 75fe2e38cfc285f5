import { type PDF, type PdfDict, PdfName, type PdfRef, PdfStream } from '@libpdf/core';
import { createNumberArray, getDictEntry, isTrue, type ObjectGraph } from '#server/pdf/engine/objects.ts';
import type { PendingText, ScriptText } from './draw-script-texts.ts';

/**
 * Collects form field values that need embedded fonts and shaping. They are drawn together at the end because
 * most documents don't need that engine loaded.
 */
class ScriptTexts {
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
      BBox: createNumberArray([0, 0, text.width, text.height]),
    });
    this.#pending.push({ form, text });
    return this.#pdf.context.registry.register(form);
  }

  async finish(): Promise<void> {
    if (this.#pending.length === 0) return;
    const { drawScriptTexts } = await import('./draw-script-texts.ts');
    drawScriptTexts(this.#pdf, this.#pending);
  }
}

/** What decides how a document's form fields look. */
export interface FormStyle {
  readonly dict: PdfDict | null;
  readonly resources: PdfDict | null;
  /** The document asks viewers to redraw text fields from their values. */
  readonly needAppearances: boolean;
  /** Collects values that no standard font can show. */
  readonly scripts: ScriptTexts;
}

export function readFormStyle(graph: ObjectGraph): FormStyle {
  const dict = getDictEntry(graph, graph.catalog, 'AcroForm') ?? null;
  return {
    dict,
    resources: (dict && getDictEntry(graph, dict, 'DR')) ?? null,
    needAppearances: dict !== null && isTrue(graph, dict, 'NeedAppearances'),
    scripts: new ScriptTexts(graph.pdf),
  };
}
