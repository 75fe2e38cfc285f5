import { language } from '#ui/kit/language.ts';
import type { SignerView } from '#wire/signer-view.ts';
import { checkUntil } from './check-until.ts';
import { saveDocument } from './save-document.ts';
import { SignerProblem, type SignerOperations } from './signer-api.ts';
import { getFailureMessage } from './screens/screen.ts';

/** The seconds to wait before each check. The checks before the last pause take about a minute in total. */
const PAUSES_S = [0, 1, 1.5, 2, 3, 5, 8, 12, 15, 15, 30] as const;

/** The sealed copy of a completed envelope. Waits until the copy is ready, then downloads it. */
export class SealedCopy {
  /** `late`: it takes longer than usual · `ready`: it can be downloaded. */
  state = $state<'waiting' | 'late' | 'ready'>('waiting');
  /** Whether the certificate is a separate file. */
  hasCertificate = $state(false);
  downloading = $state(false);
  failure = $state<string | null>(null);
  readonly #ended = new AbortController();

  /**
   * Checks until the copy is ready. Call `stop` when the page closes. Rejects with a `SignerProblem` if the
   * link no longer works. Any other failed check counts as "not yet".
   */
  async await(api: SignerOperations): Promise<void> {
    this.state = 'waiting';
    let checks = 0;
    const isReady = async (): Promise<boolean> => {
      const view = await readView(api);
      if (view?.envelope.sealedAt != null) this.#settle(view);
      else if ((checks += 1) === PAUSES_S.length) this.state = 'late';
      return this.state === 'ready';
    };
    await checkUntil(isReady, PAUSES_S, this.#ended.signal);
  }

  #settle({ envelope }: SignerView): void {
    this.state = 'ready';
    this.hasCertificate = envelope.hasCertificateFile;
  }

  stop(): void {
    this.#ended.abort();
  }

  /** Saves the sealed copy, or its certificate, as a file. */
  async download(api: SignerOperations, documentName: string, kind: 'sealed' | 'certificate'): Promise<void> {
    this.downloading = true;
    this.failure = null;
    try {
      const bytes = await api.document(kind === 'certificate' ? kind : undefined);
      saveDocument(bytes, documentName, kind);
    } catch (error) {
      if (!(error instanceof SignerProblem)) throw error;
      this.failure = getFailureMessage(error);
    } finally {
      this.downloading = false;
    }
  }
}

async function readView(api: SignerOperations): Promise<SignerView | null> {
  try {
    return await api.envelope(language.current);
  } catch (error) {
    if (!(error instanceof SignerProblem) || error.code === 'unauthorized') throw error;
    return null;
  }
}
