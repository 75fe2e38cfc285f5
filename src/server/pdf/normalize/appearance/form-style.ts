import type { PdfDict } from '@libpdf/core';
import { dictEntry, isTrue, type ObjectGraph } from '#server/pdf/engine/objects.ts';
import { ScriptTexts } from './script-text.ts';

/** The form of a document, as far as it decides how fields look. */
export interface FormStyle {
  readonly dict: PdfDict | null;
  readonly resources: PdfDict | null;
  /** The document asks viewers to draw text fields anew from their values. */
  readonly needAppearances: boolean;
  /** Where values go that no standard font can show. */
  readonly scripts: ScriptTexts;
}

/** Reads the style of a document's form. */
export function formStyle(graph: ObjectGraph): FormStyle {
  const dict = dictEntry(graph, graph.catalog, 'AcroForm') ?? null;
  return {
    dict,
    resources: (dict && dictEntry(graph, dict, 'DR')) ?? null,
    needAppearances: dict !== null && isTrue(graph, dict, 'NeedAppearances'),
    scripts: new ScriptTexts(graph.pdf),
  };
}
