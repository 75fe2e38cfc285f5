import { language } from '#ui/kit/language.ts';
import type { SignerView } from '#wire/signer-view.ts';
import { saveDocument } from './save-document.ts';
import { SignerProblem, type SignerOperations } from './signer-api.ts';
import { failureMessage } from './screens/screen.ts';

/** Seconds between checks, about a minute in all. */
const CHECKS_S = [1, 1.5, 2, 3, 5, 8, 12, 15, 15] as const;

/** The sealed copy of a completed envelope: waits until it is ready, then downloads it. */
export class SealedCopy {
  /** `waiting`: still checking · `late`: stopped checking · `ready`: can be downloaded. */
  state = $state<'idle' | 'waiting' | 'late' | 'ready'>('idle');
  /** Whether the certificate is a file of its own. */
  hasCertificate = $state(false);
  downloading = $state(false);
  failure = $state<string | null>(null);
  #stopped = false;

  /** Checks until the copy is ready. Call `stop` when the page closes. */
  async await(api: SignerOperations): Promise<void> {
    if (this.state === 'waiting' || this.state === 'ready') return;
    this.state = 'waiting';
    for (const seconds of CHECKS_S) {
      if (this.#stopped) return;
      const view = await viewIn(api);
      if (view?.envelope.sealedAt != null) return this.settle(view);
      await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
    }
    this.state = 'late';
  }

  /** Takes over what is known of the sealed copy. */
  settle({ envelope }: SignerView): void {
    this.state = 'ready';
    this.hasCertificate = envelope.hasCertificateFile;
  }

  stop(): void {
    this.#stopped = true;
  }

  /** Saves the sealed copy, or its certificate, as a file. If it is not ready yet, waits for it instead. */
  async download(
    api: SignerOperations,
    documentName: string,
    kind: 'sealed' | 'certificate' = 'sealed',
  ): Promise<void> {
    this.downloading = true;
    this.failure = null;
    try {
      const bytes = await api.document(kind === 'certificate' ? kind : undefined);
      saveDocument(bytes, documentName, kind);
    } catch (error) {
      if (!(error instanceof SignerProblem)) throw error;
      if (error.code === 'invalid_state') {
        this.state = 'idle';
        void this.await(api);
      } else {
        this.failure = failureMessage(error);
      }
    } finally {
      this.downloading = false;
    }
  }
}

/** A failed check counts as "not yet": the next one may succeed, and the document arrives by email anyway. */
async function viewIn(api: SignerOperations): Promise<SignerView | null> {
  try {
    return await api.envelope(language.current);
  } catch (error) {
    if (error instanceof SignerProblem) return null;
    throw error;
  }
}
