import type { Answer, TestApi } from './api.ts';
import { createDraft, plainPdf } from './envelopes.ts';
import { onePage } from './pdf.ts';

const CONTENT_TYPE = 'application/pdf';

/** A file for the body of a request. */
export function inBody(bytes: Uint8Array, contentType: string = CONTENT_TYPE) {
  return { contentBase64: Buffer.from(bytes).toString('base64'), contentType };
}

/** Adds a one-page document that contains its name, or the given bytes, without detecting fields. */
export async function addDocument(
  api: TestApi,
  key: string,
  envelopeId: string,
  originalFilename: string,
  extra: Record<string, unknown> = {},
): Promise<Answer> {
  const document = inBody(onePage({ text: originalFilename }));
  const body = { originalFilename, document, detect: false, ...extra };
  return await api.call('POST', `/api/v1/envelopes/${envelopeId}/documents`, { key, body });
}

/**
 * A draft of three files: an agreement of two pages and two annexes of one page. `parts` replaces parts of
 * the draft.
 */
export async function draftOfThree(api: TestApi, key: string, parts?: Record<string, unknown>): Promise<any> {
  const { envelope } = (await createDraft(api, key, { document: inBody(await plainPdf(2)) })).json;
  await addDocument(api, key, envelope.id, 'Annex A.pdf');
  const added = (await addDocument(api, key, envelope.id, 'Annex B.pdf')).json;
  if (parts === undefined) return added;
  return (await api.call('PUT', `/api/v1/envelopes/${envelope.id}/draft`, { key, body: parts })).json;
}

/** Reorders documents. */
export async function reorder(
  api: TestApi,
  key: string,
  envelopeId: string,
  order: readonly string[],
  extra: Record<string, unknown> = {},
): Promise<Answer> {
  const body = { order, ...extra };
  return await api.call('PATCH', `/api/v1/envelopes/${envelopeId}/documents`, { key, body });
}

/** Removes a document. */
export async function removeDocument(
  api: TestApi,
  key: string,
  envelopeId: string,
  documentId: string,
): Promise<Answer> {
  return await api.call('DELETE', `/api/v1/envelopes/${envelopeId}/documents/${documentId}`, { key });
}

/** Returns the documents' names in order. */
export function namesOf({ envelope }: { envelope: { documents: readonly { name: string }[] } }): string[] {
  return envelope.documents.map(({ name }) => name);
}
