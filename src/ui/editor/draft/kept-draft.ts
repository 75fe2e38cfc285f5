import type { Draft } from './draft.ts';

/** An unsaved draft and the server version that it's based on. */
export type KeptDraft = {
  readonly userId: string;
  readonly version: number;
  readonly synced: Draft;
  readonly draft: Draft;
};

const KEPT = 'countersign.draft.';
/** Increase this when the format changes, so that drafts of older pages are ignored. */
const FORMAT = 7;

/**
 * Keeps unsaved drafts across reloads of this tab, but no longer than that. They contain personal data, which
 * a shared browser must not keep.
 */
export class DraftMemory {
  readonly #storage: Storage | null;
  readonly #key: string;

  constructor(envelopeId: string, storage: Storage | null = getTabStorage()) {
    this.#key = KEPT + envelopeId;
    this.#storage = storage;
  }

  /** Keeps a draft. Returns false if the browser has no room for it. */
  keep(draft: KeptDraft): boolean {
    try {
      this.#storage?.setItem(this.#key, JSON.stringify({ format: FORMAT, ...draft }, withoutCodes));
      return this.#storage !== null;
    } catch (error) {
      if (!(error instanceof DOMException)) throw error;
      // Keeping nothing is better than keeping an earlier state that would be mistaken for the last one.
      this.forget();
      return false;
    }
  }

  /** Returns what this person kept, or null if there is nothing. */
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

/** Access codes stay out of the browser's storage. */
function withoutCodes(name: string, value: unknown): unknown {
  return name === 'accessCode' ? '' : value;
}

/** Returns the tab's storage, or null if there is none or the browser's settings forbid it. */
function getTabStorage(): Storage | null {
  try {
    return globalThis.sessionStorage ?? null;
  } catch {
    return null;
  }
}
