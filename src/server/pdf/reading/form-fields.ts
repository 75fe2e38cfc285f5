import { PdfDict } from '@libpdf/core';
import type { DocumentFormField } from '#domain/document/intake.ts';
import { isShown } from '#server/pdf/normalize/annotations.ts';
import { describeField, readFieldWidget } from '#server/pdf/normalize/fields.ts';
import { readLayers } from '#server/pdf/normalize/layers.ts';
import { getArrayEntry, follow, listItems, getNameEntry } from '#server/pdf/engine/objects.ts';
import { openDocument } from '#server/pdf/engine/open.ts';
import { measurePage } from '#server/pdf/engine/page-geometry.ts';

/**
 * Reads the visible fields of a PDF's own form (AcroForm, ISO 32000-2, 12.7), page by page.
 * @throws UnreadableDocument
 */
export async function readFormFields(
  bytes: Uint8Array,
  maxPages: number,
): Promise<readonly DocumentFormField[]> {
  const { graph, pages } = await openDocument(bytes, maxPages);
  const scope = { graph, layers: readLayers(graph) };
  return pages.flatMap((page, index) => {
    const geometry = measurePage({ dict: page }, graph.resolve);
    return listItems(getArrayEntry(graph, page, 'Annots')).flatMap((item) => {
      const annotation = follow(graph, item);
      if (!(annotation instanceof PdfDict) || !isShown(scope, annotation)) return [];
      if (getNameEntry(graph, annotation, 'Subtype') !== 'Widget' && !annotation.has('FT')) return [];
      return describeField(graph, readFieldWidget(graph, annotation), index + 1, geometry) ?? [];
    });
  });
}
