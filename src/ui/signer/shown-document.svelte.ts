import type { PdfDocument } from '../pdf/pdf-document.ts';
import { prepareViewer } from '../pdf/prepare-viewer.ts';
import { type ArrivingDocument, createArrivingDocument } from './arriving-document.ts';
import type { ArrivingFile } from './arriving-file.ts';
import type { PagePictures } from './page-pictures.ts';
import { SeenPages } from './seen-pages.svelte.ts';
import { m } from '#i18n/compiled/messages.js';
import { type SignerOperations, SignerProblem } from './signer-api.ts';
import { getFailureMessage } from './screens/screen.ts';

type Operations = Pick<SignerOperations, 'document' | 'documentPart' | 'pagePicture'>;

/**
 * How long the document and its viewer wait for the picture of the first page, so that the picture gets the
 * whole connection.
 */
const PICTURE_FIRST_MS = 2_500;

/** The displayed document, and the hash of exactly the bytes that were received. */
export class ShownDocument {
  pdf = $state.raw<PdfDocument | null>(null);
  /**
   * The pages that are visible: the document's, or pictures of them while the document is loading.
   */
  readonly pages = $derived.by(() => this.#arriving?.pages ?? this.pdf);
  /** SHA-256 in lowercase hex; null while loading, or if the browser can't compute it. */
  hash = $state<string | null>(null);
  failure = $state<string | null>(null);
  /** Whether the document is loading, even if its pages can be read. */
  isArriving = $state(false);
  /** The share of the document's bytes that has arrived, from 0 to 1. */
  arrived = $state(0);
  readonly seen = new SeenPages();
  /**
   * Whether the person may begin to sign. There must be a page that was shown, and no page that they went to
   * may be missing.
   */
  readonly isReady = $derived.by(() => this.seen.any && this.seen.failed.length === 0);
  #arriving = $state.raw<ArrivingDocument | null>(null);
  #loading = false;
  /** Ends once the document has been opened, or can't be. */
  #opening: Promise<void> = Promise.resolve();
  /** The SHA-256 of the document to sign; null until that is known. */
  #expectedHash: string | null = null;
  /** That of the document which the picture of the first page is from. */
  #picturedHash: string | null = null;
  #pictures: PagePictures | null = null;
  #file: ArrivingFile | null = null;
  /** Whether all of the document arrives undamaged. */
  #whole: Promise<boolean> = Promise.resolve(true);
  /**
   * The file that was requested before anyone opened the document; null if the request failed, so that
   * `load` requests it again.
   */
  #early: Promise<ArrivingFile | null> | null = null;

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
    this.#expectedHash = expectedHash;
    const opening = Promise.withResolvers<void>();
    this.#opening = opening.promise;
    try {
      if (this.pdf !== null) await this.close();
      else if (!this.#isOwn(this.#picturedHash)) this.#discardPicture();
      this.isArriving = true;
      const early = await this.#early;
      this.#early = null;
      const file = (this.#file = early ?? (await this.#fetch(api, pageCount)));
      const whole = (this.#whole = this.#compare(file, expectedHash));
      // A long document is read while it arrives, and compared before it's signed.
      if (!file.isLong && !(await whole)) return;
      const source = await file.openSource(hasEarlierAnswers);
      const { openDocument } = await import('./open-document.ts');
      const pdf = await openDocument(source, {
        ...{ pageCount, whole, isClosed: () => this.#file === null },
        pictures: () => this.#picturesFrom(api),
      });
      // It may have turned out to be damaged.
      if (this.#file !== file) return await pdf.close();
      if (this.#arriving?.pages.pageCount === pdf.pageCount) this.#arriving.arrive(pdf);
      else this.#discardPicture();
      this.pdf = pdf;
    } catch (error) {
      if (this.failure === null) await this.#fail(error);
      if (error instanceof SignerProblem && (error.code === 'unauthorized' || error.code === 'not_found'))
        throw error;
    } finally {
      this.#loading = false;
      opening.resolve();
    }
  }

  /** Waits until the document is open. Null if it can't be opened, which `failure` then says. */
  async awaitOpen(): Promise<PdfDocument | null> {
    await this.#opening;
    return this.pdf;
  }

  /**
   * Waits until all of the document has arrived, which is before anybody signs it. False if it's damaged or can't
   * be fetched, which `failure` then says.
   */
  async awaitWhole(): Promise<boolean> {
    return (await this.awaitOpen()) !== null && (await this.#whole);
  }

  /** Waits for all of the file, and compares it with what is to be signed. */
  async #compare(file: ArrivingFile, expectedHash: string | null): Promise<boolean> {
    try {
      const hash = await file.hash;
      if (this.#file !== file) return false;
      this.isArriving = false;
      if (hash === null || expectedHash === null || hash === expectedHash) {
        this.hash = hash;
        return true;
      }
      await this.close();
      this.failure = m.signing_document_damaged();
    } catch (error) {
      // The code that opens a short document waits for it and reports why it can't be opened.
      if (!file.isLong) throw error;
      if (this.#file === file) await this.#fail(error);
    }
    return false;
  }

  async #fail(error: unknown): Promise<void> {
    await this.close();
    if (!(error instanceof SignerProblem)) console.error('the document cannot be shown', error);
    this.failure =
      error instanceof SignerProblem ? getFailureMessage(error) : m.signing_document_unreadable();
  }

  /** Few documents need pictures, so the code is loaded when one does. */
  async #picturesFrom(api: Operations): Promise<PagePictures> {
    const { PagePictures } = await import('./page-pictures.ts');
    return (this.#pictures ??= new PagePictures(api, (hash) => this.#isOwn(hash)));
  }

  /** Whether a hash is that of the document to sign. Until that is known, nothing is shown. */
  #isOwn(hash: string | null): boolean {
    return this.#expectedHash === null || hash === this.#expectedHash;
  }

  /** Fetches the picture of the first page, then the document and its viewer. */
  async #fetch(api: Operations, pageCount: number): Promise<ArrivingFile> {
    this.arrived = 0;
    await Promise.race([
      this.#showPicture(api, pageCount),
      new Promise((resolve) => setTimeout(resolve, PICTURE_FIRST_MS)),
    ]);
    const viewer = prepareViewer();
    const { fetchFile } = await import('./arriving-file.ts');
    return await fetchFile(api, viewer, (share) => (this.arrived = share));
  }

  async #showPicture(api: Operations, pageCount: number): Promise<void> {
    if (this.#arriving !== null) return;
    const found = await api.pagePicture(1, true);
    const getPicture = (number: number) =>
      this.#picturesFrom(api).then(
        (pictures) => pictures.get(number, true),
        () => null,
      );
    const arriving = found && (await createArrivingDocument(found.png, pageCount, getPicture));
    this.#picturedHash = found && found.sha256;
    if (this.pdf === null && this.failure === null && this.#isOwn(this.#picturedHash))
      this.#arriving = arriving;
    else arriving?.discard();
  }

  #discardPicture(): void {
    this.#arriving?.discard();
    this.#arriving = null;
  }

  async close(): Promise<void> {
    const pdf = this.pdf;
    this.#file?.stop();
    this.#file = null;
    this.pdf = null;
    this.hash = null;
    this.isArriving = false;
    this.seen.clear();
    this.#discardPicture();
    this.#pictures?.close();
    this.#pictures = null;
    await pdf?.close();
  }
}
