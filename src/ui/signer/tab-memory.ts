import { isLanguage, type Language } from '#domain/language.ts';

const TOKEN = 'countersign.signer.token';
const PASSED = 'countersign.signer.passed';
const OPENED = 'countersign.signer.opened';
const LANGUAGE = 'countersign.signer.language';
const ANSWERS = 'countersign.signer.answers.';

/**
 * Keeps the tokens, the answers, and whether the document was opened, in case this tab is reloaded. Nothing
 * is written to storage that outlives the tab.
 */
export class TabMemory {
  readonly #storage: Storage | null;

  constructor(storage: Storage | null = getTabStorage()) {
    this.#storage = storage;
  }

  get token(): string | null {
    return this.#storage?.getItem(TOKEN) ?? null;
  }

  /** Keeps a token. If the token is a different one, the document no longer counts as opened. */
  keepToken(token: string): void {
    if (token === this.token) return;
    this.#storage?.removeItem(OPENED);
    this.#storage?.removeItem(PASSED);
    this.#write(TOKEN, token);
  }

  /** The token of a signer who has entered their code; null before that. */
  get passed(): string | null {
    return this.#storage?.getItem(PASSED) ?? null;
  }

  keepPassed(token: string): void {
    this.#write(PASSED, token);
  }

  /** The language of the page when the person left it to sign in elsewhere. */
  get language(): Language | null {
    const kept = this.#storage?.getItem(LANGUAGE);
    return isLanguage(kept) ? kept : null;
  }

  keepLanguage(language: Language): void {
    this.#write(LANGUAGE, language);
  }

  get opened(): boolean {
    return this.#storage?.getItem(OPENED) === 'yes';
  }

  rememberOpened(): void {
    this.#write(OPENED, 'yes');
  }

  /** Returns the answers kept for a participant as text, or null if there are none. */
  readAnswers(participantId: string): string | null {
    return this.#storage?.getItem(ANSWERS + participantId) ?? null;
  }

  /** Keeps answers. Returns false if the browser has no room for them. */
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

/** Returns the tab's storage, or null if the browser's settings forbid it. */
function getTabStorage(): Storage | null {
  try {
    return globalThis.sessionStorage ?? null;
  } catch {
    return null;
  }
}
