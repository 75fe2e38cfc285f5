import { readFile } from 'node:fs/promises';
import type { Detection } from '#reading/detection.ts';
import { nameChoices } from '#reading/forms/choice-names.ts';
import type { PageFacts } from '#reading/page/page-facts.ts';
import { proposeFields } from '#reading/propose-fields.ts';
import { placeAsScanned } from '#reading/scans/place-as-scanned.ts';
import { withSigningRoom } from '#reading/signing-room.ts';
import type { DocumentFormField } from '#domain/document/intake.ts';
import { readPageFacts } from './read-page-facts.ts';
import { PdfDict } from '@libpdf/core';
import { isShown } from '#server/pdf/normalize/annotations.ts';
import { describeField, readFieldWidget } from '#server/pdf/normalize/fields.ts';
import { readLayers } from '#server/pdf/normalize/layers.ts';
import { follow, getArrayEntry, getNameEntry, listItems } from '#server/pdf/engine/objects.ts';
import { openDocument } from '#server/pdf/engine/open.ts';
import { measurePage } from '#server/pdf/engine/page-geometry.ts';

export interface DetectRequest {
  /** The PDF that signers see. */
  readonly preparedPath: string;
  /** The uploaded PDF, which may have a form; null if the upload was not a PDF. */
  readonly originalPath: string | null;
  readonly maxPages: number;
  /** Scans whose words were read. */
  readonly scanned: readonly PageFacts[];
}

export interface DetectOutcome {
  readonly detection: Detection;
  /** The numbers of the pages that are scans whose words weren't read. */
  readonly unread: readonly number[];
  /** The numbers of the pages that had to be turned before their words could be read. */
  readonly turned: readonly number[];
}

/** Finds the fields of the document's own form, and proposes fields for its printed pages. */
export async function detectFields(request: DetectRequest): Promise<DetectOutcome> {
  const pages = await readPageFacts(await readFile(request.preparedPath), request.scanned);
  const { fields, parties } = proposeFields(pages);
  const form = nameChoices(await readOriginalFormFields(request), pages);
  const placed = placeAsScanned(withSigningRoom(fields, pages), pages);
  const unread = pages.filter(({ scan }) => scan?.confidence === 0).map(({ number }) => number);
  const turned = pages.filter(({ turns }) => turns !== undefined).map(({ number }) => number);
  return { detection: { form, fields: placed, parties }, unread, turned };
}

async function readOriginalFormFields({
  originalPath,
  maxPages,
}: DetectRequest): Promise<readonly DocumentFormField[]> {
  return originalPath === null ? [] : await readFormFields(await readFile(originalPath), maxPages);
}

/**
 * Reads the visible fields of a PDF's own form (AcroForm, ISO 32000-2, 12.7), page by page.
 * @throws UnreadableDocument
 */
async function readFormFields(bytes: Uint8Array, maxPages: number): Promise<readonly DocumentFormField[]> {
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
