import { openPdf, type PdfDocument, prepareViewer } from '../pdf/pdf-document.ts';
import { type ArrivingDocument, createArrivingDocument } from './arriving-document.ts';
import type { PagePictures } from './page-pictures.ts';
import { SeenPages } from './seen-pages.svelte.ts';
import { m } from '#i18n/compiled/messages.js';
import { type SignerOperations, SignerProblem } from './signer-api.ts';
import { getFailureMessage } from './screens/screen.ts';

type Operations = Pick<SignerOperations, 'document' | 'firstPage' | 'pagePicture'>;

/**
 * How long the document and its viewer wait for the picture of the first page, so that the picture gets the
 * whole connection.
 */
const PICTURE_FIRST_MS = 2_500;

/** How long opening the document may take before the server's pictures are shown instead. */
const OPENING_MS = 20_000;

/** The displayed document, and the hash of exactly the bytes that were received. */
export class ShownDocument {
  pdf = $state.raw<PdfDocument | null>(null);
  /**
   * The pages that are visible: the document's, or a picture of the first page while the document is loading.
   */
  readonly pages = $derived.by(() => this.#arriving?.pages ?? this.pdf);
  /** SHA-256 in lowercase hex; null while loading, or if the browser can't compute it. */
  hash = $state<string | null>(null);
  failure = $state<string | null>(null);
  /** The share of the document's bytes that has arrived, from 0 to 1. */
  arrived = $state(0);
  readonly seen = new SeenPages();
  /**
   * Whether the person may begin to sign. There must be a page that was shown, and no page that they went to
   * may be missing.
   */
  readonly isReady = $derived.by(() => this.pdf !== null && this.seen.any && this.seen.failed.length === 0);
  #arriving = $state.raw<ArrivingDocument | null>(null);
  #loading = false;
  #pictures: PagePictures | null = null;
  /**
   * The bytes that were requested before anyone opened the document; null if the request failed, so that
   * `load` requests them again.
   */
  #early: Promise<Uint8Array | null> | null = null;

  /**
   * Fetches the document and its viewer while the person reads the landing page. The server only records when
   * the document is opened.
   */
  prepare(api: Operations, pageCount: number): void {
    // If the person has already opened the document, it is already being loaded.
    if (!this.#loading && this.pdf === null) this.#early ??= this.#fetch(api, pageCount).catch(() => null);
  }

  /**
   * Loads and opens the document. Rejects with a `SignerProblem` only if the link is invalid. Other problems
   * go to `failure`.
   */
  async load(
    api: Operations,
    {
      expectedHash,
      pageCount,
      hasEarlierAnswers,
    }: {
      readonly expectedHash: string | null;
      readonly pageCount: number;
      readonly hasEarlierAnswers: boolean;
    },
  ): Promise<void> {
    if (this.#loading) return;
    this.#loading = true;
    this.failure = null;
    try {
      if (this.pdf !== null) await this.close();
      const early = await this.#early;
      this.#early = null;
      const bytes = early ?? (await this.#fetch(api, pageCount));
      const hash = await computeDocumentHash(bytes);
      if (hash !== null && expectedHash !== null && hash !== expectedHash) {
        await this.close();
        this.failure = m.signing_document_damaged();
        return;
      }
      // The hash of what will be signed was checked above. The answers of earlier signers are drawn on the
      // document as they will appear in the end.
      const pdf = await this.#open(api, hasEarlierAnswers ? await api.document('current') : bytes, pageCount);
      if (this.#arriving?.pages.pageCount === pdf.pageCount) this.#arriving.arrive(pdf);
      else this.#discardPicture();
      this.pdf = pdf;
      this.hash = hash;
    } catch (error) {
      await this.close();
      if (error instanceof SignerProblem && (error.code === 'unauthorized' || error.code === 'not_found'))
        throw error;
      if (!(error instanceof SignerProblem)) console.error('the document cannot be shown', error);
      this.failure =
        error instanceof SignerProblem ? getFailureMessage(error) : m.signing_document_unreadable();
    } finally {
      this.#loading = false;
    }
  }

  /** Opens the document. If the browser can't open it or takes too long, opens it as pictures. */
  async #open(api: Operations, bytes: Uint8Array, pageCount: number): Promise<PdfDocument> {
    const opening = openPdf(bytes).then((pdf) => ({
      ...pdf,
      pagePicture: async (number: number) => (await this.#picturesFrom(api)).get(number),
    }));
    const late = new Promise<null>((resolve) => setTimeout(resolve, OPENING_MS, null));
    const opened = await Promise.race([opening, late]).catch((error: unknown) => {
      console.error('the document cannot be opened', error);
      return null;
    });
    if (opened !== null) return opened;
    const instead = await (await this.#picturesFrom(api)).document(pageCount);
    if (instead === null) return opening;
    opening.then(
      (pdf) => pdf.close(),
      () => undefined,
    );
    return instead;
  }

  /** Few documents need pictures, so the code is loaded when one does. */
  async #picturesFrom(api: Operations): Promise<PagePictures> {
    const { PagePictures } = await import('./page-pictures.ts');
    return (this.#pictures ??= new PagePictures(api));
  }

  /** Fetches the picture of the first page, then the document and its viewer. */
  async #fetch(api: Operations, pageCount: number): Promise<Uint8Array> {
    this.arrived = 0;
    await Promise.race([
      this.#showPicture(api, pageCount),
      new Promise((resolve) => setTimeout(resolve, PICTURE_FIRST_MS)),
    ]);
    prepareViewer();
    return api.document(undefined, (share) => (this.arrived = share));
  }

  async #showPicture(api: Operations, pageCount: number): Promise<void> {
    if (this.#arriving !== null) return;
    const png = await api.firstPage();
    const arriving = png === null ? null : await createArrivingDocument(png, pageCount);
    if (this.pdf === null && this.failure === null) this.#arriving = arriving;
    else arriving?.discard();
  }

  #discardPicture(): void {
    this.#arriving?.discard();
    this.#arriving = null;
  }

  async close(): Promise<void> {
    const pdf = this.pdf;
    this.pdf = null;
    this.hash = null;
    this.seen.clear();
    this.#discardPicture();
    this.#pictures?.close();
    this.#pictures = null;
    await pdf?.close();
  }
}

/**
 * Returns the SHA-256 of the bytes in lowercase hex. Returns null outside of HTTPS and localhost, where
 * browsers offer no digest. The signature is then sent without a hash.
 */
async function computeDocumentHash(bytes: Uint8Array): Promise<string | null> {
  const subtle = globalThis.crypto?.subtle as SubtleCrypto | undefined;
  if (subtle === undefined) return null;
  const digest = new Uint8Array(await subtle.digest('SHA-256', Uint8Array.from(bytes)));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
