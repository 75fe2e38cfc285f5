import { buildKeptNotices } from '#domain/document/earlier-signatures.ts';
import { NoticeList, type NoticeCode } from '#domain/document/notices.ts';
import { permitSigning } from '#domain/revision/permissions.ts';
import { countPages } from '#server/pdf/engine/count-pages.ts';
import { withPlainNames } from '#server/pdf/engine/name-bytes.ts';
import { UnreadableDocument, type Reading } from '#server/pdf/engine/open.ts';
import { measurePage } from '#server/pdf/engine/page-geometry.ts';
import { describeContents, type NormalizedDocument } from '#server/pdf/normalize/normalize.ts';
import { checkEarlierSignatures, type BrokenSignature } from './earlier-signatures.ts';
import { openForIncrement } from './increment.ts';
import { listUsablePlaces, type UsablePlace } from './form-places.ts';
import { toRevision } from './revision.ts';

/** Content that preparing a document removes but that would have to stay in a signed document. */
const REMOVED: readonly NoticeCode[] = [
  'javascript',
  'actions',
  'embedded_files',
  'xfa',
  'hidden_layers',
  'layers',
  'portfolio',
];

/**
 * Accepts a signed document unchanged if its signatures are valid and permit another signature, and if
 * nothing in it would have to be removed. Describes the form fields that can be used.
 * @throws UnreadableDocument
 */
export async function keepSigned(source: Uint8Array, reading: Reading): Promise<NormalizedDocument> {
  const { graph, pages } = reading;
  // A broken signature is the reason even where the structure would be one, too. Those of encrypted files are
  // computed over what libpdf has decrypted.
  const found = reading.wasEncrypted ? null : await checkSignatures(source);
  if (found !== null && 'kind' in found)
    throw new UnreadableDocument(
      'signature_broken',
      `${MESSAGES[found.kind](found)} ${found.kind === 'unsupported' ? ASK_FOR_UNSIGNED : ASK_FOR_COPY}`,
    );
  if (found === null || reading.engine !== 'libpdf' || !(await canBeAddedTo(source)))
    throw new UnreadableDocument(
      'already_signed',
      `The PDF is signed, and its structure doesn't allow another signature without breaking the first. ${ASK_FOR_UNSIGNED}`,
    );
  const { signatures, permissions } = found;
  if (signatures.length === 0)
    throw new UnreadableDocument(
      'signature_broken',
      `The PDF has a signature that isn't part of its form, so it can't be checked. ${ASK_FOR_UNSIGNED}`,
    );
  if (!permitSigning(permissions))
    throw new UnreadableDocument(
      'signature_forbids',
      permissions.docMdp === 1
        ? `The PDF is certified, and its certification permits no changes, not even signing. ${ASK_FOR_UNSIGNED}`
        : `The PDF is signed, and its signature locks all form fields, so nobody else can sign it. ${ASK_FOR_UNSIGNED}`,
    );
  const geometries = pages.map((page) => measurePage({ dict: page }, graph.resolve));
  const places =
    permissions.docMdp === null ? null : listUsablePlaces(toRevision(graph.pdf), permissions, geometries);
  const notices = new NoticeList();
  const formFields = describeContents(graph, pages, notices);
  const removed = notices.list().filter(({ code }) => REMOVED.includes(code));
  if (removed.length > 0)
    throw new UnreadableDocument(
      'signed_active',
      `The PDF is signed and has contents that can't be removed without breaking the signature: ${removed.map(({ code }) => code.replaceAll('_', ' ')).join(', ')}. ${ASK_FOR_UNSIGNED}`,
    );
  await refuseUnsealable(source, places, pages.length);
  return {
    bytes: source,
    pages: geometries.map(({ visibleWidth, visibleHeight, userUnit }) => ({
      width: visibleWidth * userUnit,
      height: visibleHeight * userUnit,
    })),
    notices: buildKeptNotices(signatures.length, places),
    formFields: formFields.filter(
      ({ name, page }) =>
        places === null || places.some((place) => place.name === name && place.page === page),
    ),
  };
}

/** Returns null if the file's structure is too damaged to check the signatures. */
async function checkSignatures(source: Uint8Array) {
  try {
    return await checkEarlierSignatures(source);
  } catch {
    // Parsers throw all kinds of errors.
    return null;
  }
}

/** Checks whether libpdf can write an increment and PDFium sees the same pages. */
async function canBeAddedTo(source: Uint8Array): Promise<boolean> {
  if (withPlainNames(source) !== source) return false;
  try {
    const pdf = await openForIncrement(source);
    return pdf.getPageCount() === (await countPages(source));
  } catch {
    // Parsers throw all kinds of errors.
    return false;
  }
}

/** Refuses a document that everyone could sign but that could never be sealed. */
async function refuseUnsealable(
  source: Uint8Array,
  places: readonly UsablePlace[] | null,
  pageCount: number,
): Promise<void> {
  // Loaded only here, because only signed documents need it and it loads everything that sealing needs.
  const { trySealing } = await import('./try-sealing.ts');
  try {
    await trySealing(source, places, pageCount);
  } catch (error) {
    throw new UnreadableDocument(
      'cannot_be_sealed',
      `The PDF is signed, and a trial showed that it can't be sealed in a way that everyone can verify. ${ASK_FOR_UNSIGNED}`,
      { cause: error },
    );
  }
}

/** Ways on, for the person who uploaded the document. */
const ASK_FOR_UNSIGNED = 'Upload the version from before it was signed.';
const ASK_FOR_COPY = 'Ask for a new copy of the signed file.';

const MESSAGES: Readonly<Record<BrokenSignature['kind'], (broken: BrokenSignature) => string>> = {
  changed: ({ name }) =>
    `The PDF was changed after it was signed: the signature ${name} isn't valid any more.`,
  forbidden_change: ({ name }) =>
    `The PDF was changed after it was signed in a way that the signature ${name} doesn't permit.`,
  unsupported: ({ name }) => `The PDF has a signature that can't be checked: ${name}.`,
};
