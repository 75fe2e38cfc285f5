import type { PdfDict } from '@libpdf/core';
import { getDictEntry, isTrue, type ObjectGraph } from '#server/pdf/engine/objects.ts';
import { ScriptTexts } from './script-text.ts';

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
