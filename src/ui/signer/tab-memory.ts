const TOKEN = 'countersign.signer.token';
const OPENED = 'countersign.signer.opened';
const ANSWERS = 'countersign.signer.answers.';

/**
 * What survives a reload of this tab, and ends with it: the token, whether the document was opened, the answers so far.
 * Nothing of it is ever written to storage that outlives the tab.
 */
export class TabMemory {
  readonly #storage: Storage | null;

  constructor(storage: Storage | null = tabStorage()) {
    this.#storage = storage;
  }

  get token(): string | null {
    return this.#storage?.getItem(TOKEN) ?? null;
  }

  /** Keeps a token. One of another link starts afresh: that document has not been opened yet. */
  keepToken(token: string): void {
    if (token === this.token) return;
    this.#storage?.removeItem(OPENED);
    this.#write(TOKEN, token);
  }

  get opened(): boolean {
    return this.#storage?.getItem(OPENED) === 'yes';
  }

  rememberOpened(): void {
    this.#write(OPENED, 'yes');
  }

  /** The answers kept for a participant, as text; null when there are none. */
  answersOf(participantId: string): string | null {
    return this.#storage?.getItem(ANSWERS + participantId) ?? null;
  }

  /** Keeps answers; false when the browser has no room for them, so that the page can say so. */
  keepAnswers(participantId: string, answers: string): boolean {
    return this.#write(ANSWERS + participantId, answers);
  }

  forgetAnswers(participantId: string): void {
    this.#storage?.removeItem(ANSWERS + participantId);
  }

  #write(key: string, text: string): boolean {
    if (this.#storage === null) return false;
    try {
      this.#storage.setItem(key, text);
      return true;
    } catch (error) {
      if (error instanceof DOMException) return false;
      throw error;
    }
  }
}

/** The tab's own storage; null where the browser's settings forbid it. */
function tabStorage(): Storage | null {
  try {
    return globalThis.sessionStorage ?? null;
  } catch {
    return null;
  }
}
