import { openPdf, prepareViewer, type PdfDocument } from '../pdf/pdf-document.ts';
import { documentHash } from './document-hash.ts';
import { m } from '#i18n/compiled/messages.js';
import { SignerProblem, type SignerOperations } from './signer-api.ts';
import { failureMessage } from './screens/screen.ts';

/** The displayed document, and the hash of exactly the bytes received. */
export class ShownDocument {
  pdf = $state.raw<PdfDocument | null>(null);
  /** SHA-256 in lowercase hex; null while loading, and if the browser cannot compute it. */
  hash = $state<string | null>(null);
  failure = $state<string | null>(null);
  /** The share of its bytes that has arrived, from 0 to 1. */
  arrived = $state(0);
  /** Whether a page has been drawn. */
  seen = $state(false);
  #loading = false;
  /** The bytes that were asked for before anyone opened the document; null if that failed, so that `load` asks again. */
  #early: Promise<Uint8Array | null> | null = null;

  /** Fetches the document and its viewer while the landing page is being read. The server records only its opening. */
  prepare(api: Pick<SignerOperations, 'document'>): void {
    prepareViewer();
    // Whoever has opened it already is being sent it.
    if (!this.#loading && this.pdf === null) this.#early ??= this.#bytes(api).catch(() => null);
  }

  /** Loads and opens it. Rejects with a `SignerProblem` only if the link is invalid; other problems go to `failure`. */
  async load(
    api: Pick<SignerOperations, 'document'>,
    expectedHash: string | null,
    hasEarlierAnswers: boolean,
  ): Promise<void> {
    if (this.#loading) return;
    this.#loading = true;
    this.failure = null;
    await this.close();
    try {
      const early = await this.#early;
      this.#early = null;
      const bytes = early ?? (await this.#bytes(api));
      const hash = await documentHash(bytes);
      if (hash !== null && expectedHash !== null && hash !== expectedHash) {
        this.failure = m.signing_document_damaged();
        return;
      }
      // What is signed was checked above; what earlier signers filled in is drawn on it as it will be in the end.
      this.pdf = await openPdf(hasEarlierAnswers ? await api.document('current') : bytes);
      this.hash = hash;
    } catch (error) {
      if (error instanceof SignerProblem && (error.code === 'unauthorized' || error.code === 'not_found'))
        throw error;
      if (!(error instanceof SignerProblem)) console.error('the document cannot be shown', error);
      this.failure = error instanceof SignerProblem ? failureMessage(error) : m.signing_document_unreadable();
    } finally {
      this.#loading = false;
    }
  }

  #bytes(api: Pick<SignerOperations, 'document'>): Promise<Uint8Array> {
    this.arrived = 0;
    return api.document(undefined, (share) => (this.arrived = share));
  }

  async close(): Promise<void> {
    const pdf = this.pdf;
    this.pdf = null;
    this.hash = null;
    this.seen = false;
    await pdf?.close();
  }
}
