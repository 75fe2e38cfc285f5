import type { PDF } from '@libpdf/core';
import { loadPdf } from '#server/pdf/engine/load-pdf.ts';

const LINEARIZED = '/Linearized';

/**
 * A linearized file declares this within its first object (ISO 32000-2, F.3.3), so only this many bytes are
 * searched.
 */
const FIRST_BYTES = 1024;

/**
 * Opens a document to add an increment to it. libpdf would rewrite linearized files, so the linearization is
 * hidden from it; an increment ends it anyway.
 * @throws if nothing can be added to the document
 */
export async function openForIncrement(document: Uint8Array): Promise<PDF> {
  const pdf = await loadPdf(removeLinearization(document));
  const obstacle = pdf.canSaveIncrementally();
  if (obstacle !== null || pdf.isEncrypted)
    throw new Error(`the document can't be added to (${obstacle ?? 'encrypted'})`);
  return pdf;
}

/** Saves the changes as an increment after the document's own bytes. */
export async function saveIncrement(pdf: PDF, document: Uint8Array): Promise<Uint8Array> {
  const bytes = await pdf.save({ incremental: true });
  bytes.set(document);
  return bytes;
}

function removeLinearization(document: Uint8Array): Uint8Array {
  const head = Buffer.from(document.buffer, document.byteOffset, Math.min(document.length, FIRST_BYTES));
  const at = head.indexOf(LINEARIZED, undefined, 'latin1');
  if (at === -1) return document;
  const copy = Uint8Array.from(document);
  copy.set(Buffer.from('/WasLinear_', 'latin1'), at);
  return copy;
}
