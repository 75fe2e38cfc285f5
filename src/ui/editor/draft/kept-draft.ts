import type { Draft } from './draft.ts';

/** A draft that the server does not have yet, with what it began as there. */
export type KeptDraft = {
  readonly userId: string;
  readonly version: number;
  readonly synced: Draft;
  readonly draft: Draft;
};

const KEPT = 'countersign.draft.';
/** Raised when drafts look otherwise: what an older page kept is then left alone. */
const FORMAT = 2;

/**
 * Drafts that could not be saved yet, kept over a reload of this tab and gone with it: they name people, whom a browser
 * that others use as well must not remember.
 */
export class DraftMemory {
  readonly #storage: Storage | null;
  readonly #key: string;

  constructor(envelopeId: string, storage: Storage | null = tabStorage()) {
    this.#key = KEPT + envelopeId;
    this.#storage = storage;
  }

  /** Keeps a draft; false where the browser has no room for it. */
  keep(draft: KeptDraft): boolean {
    try {
      this.#storage?.setItem(this.#key, JSON.stringify({ format: FORMAT, ...draft }));
      return this.#storage !== null;
    } catch (error) {
      if (!(error instanceof DOMException)) throw error;
      // Better nothing than an earlier state that would be taken for the last one.
      this.forget();
      return false;
    }
  }

  /** What was kept by this person; null where nothing was. */
  read(userId: string): KeptDraft | null {
    const text = this.#storage?.getItem(this.#key) ?? null;
    if (text === null) return null;
    try {
      const kept = JSON.parse(text) as KeptDraft & { readonly format: number };
      return kept.format === FORMAT && kept.userId === userId ? kept : null;
    } catch (error) {
      if (error instanceof SyntaxError) return null;
      throw error;
    }
  }

  forget(): void {
    this.#storage?.removeItem(this.#key);
  }
}

/** The tab's own storage; null where there is none, or where the browser's settings forbid it. */
function tabStorage(): Storage | null {
  try {
    return globalThis.sessionStorage ?? null;
  } catch {
    return null;
  }
}
