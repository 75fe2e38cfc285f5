import { language } from '#ui/kit/language.ts';
import { SignerProblem, type SignerOperations } from './signer-api.ts';
import { failureMessage } from './screens/screen.ts';

/** Seconds between looks: about a minute in all, each a little calmer than the one before. */
const LOOKS_S = [1, 1.5, 2, 3, 5, 8, 12, 15, 15] as const;

/** The sealed copy of a completed envelope: waited for, gently and not for ever, and then saved. */
export class SealedCopy {
  /** `waiting`: looking for it · `late`: stopped looking · `ready`: it can be downloaded. */
  state = $state<'idle' | 'waiting' | 'late' | 'ready'>('idle');
  downloading = $state(false);
  failure = $state<string | null>(null);
  #stopped = false;

  /** Looks until the copy is there. Call `stop` when the page goes away. */
  async await(api: SignerOperations): Promise<void> {
    if (this.state === 'waiting' || this.state === 'ready') return;
    this.state = 'waiting';
    for (const seconds of LOOKS_S) {
      if (this.#stopped) return;
      if (await isSealed(api)) {
        this.state = 'ready';
        return;
      }
      await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
    }
    this.state = 'late';
  }

  stop(): void {
    this.#stopped = true;
  }

  /** Saves the sealed copy as a file. Where it is not there yet, waits for it instead. */
  async download(api: SignerOperations, documentName: string): Promise<void> {
    this.downloading = true;
    this.failure = null;
    try {
      save(await api.document(), fileName(documentName));
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

/** A look that fails counts as "not yet": the next one may succeed, and the mail brings the document in any case. */
async function isSealed(api: SignerOperations): Promise<boolean> {
  try {
    return (await api.envelope(language.current)).envelope.sealedAt !== null;
  } catch (error) {
    if (error instanceof SignerProblem) return false;
    throw error;
  }
}

function save(bytes: Uint8Array, name: string): void {
  const url = URL.createObjectURL(new Blob([bytes.slice()], { type: 'application/pdf' }));
  const anchor = document.createElement('a');
  anchor.href = url;
  anchor.download = name;
  anchor.click();
  // The browser reads the address when the download begins, which is after this call.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/** A name for the file without what file systems refuse. */
function fileName(documentName: string): string {
  const stem = documentName
    .replace(/\.(pdf|docx)$/i, '')
    .replaceAll(/[\\/:*?"<>|\p{Cc}]/gu, ' ')
    .trim();
  return `${stem === '' ? 'document' : stem} – signed.pdf`;
}
