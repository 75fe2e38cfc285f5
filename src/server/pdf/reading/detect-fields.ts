import { readFile } from 'node:fs/promises';
import type { Detection } from '#reading/detection.ts';
import { proposeFields } from '#reading/propose-fields.ts';
import { withSigningRoom } from '#reading/signing-room.ts';
import type { DocumentFormField } from '#domain/document/intake.ts';
import { readFormFields } from './form-fields.ts';
import { readPageFacts } from './read-page-facts.ts';

export interface DetectRequest {
  /** The PDF that signers see. */
  readonly preparedPath: string;
  /** The uploaded PDF, which may have a form; null if the upload was not a PDF. */
  readonly originalPath: string | null;
  readonly maxPages: number;
}

/** Finds the fields of the document's own form, and proposes fields for its printed pages. */
export async function detectFields(request: DetectRequest): Promise<Detection> {
  const pages = await readPageFacts(await readFile(request.preparedPath));
  const { fields, parties } = proposeFields(pages);
  return { form: await readOriginalFormFields(request), fields: withSigningRoom(fields, pages), parties };
}

async function readOriginalFormFields({
  originalPath,
  maxPages,
}: DetectRequest): Promise<readonly DocumentFormField[]> {
  return originalPath === null ? [] : await readFormFields(await readFile(originalPath), maxPages);
}
