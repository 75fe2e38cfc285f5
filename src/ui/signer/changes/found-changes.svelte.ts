import type { SignerChanges } from '#wire/changes.ts';
import { type SignerOperations, SignerProblem } from '#ui/signer/signer-api.ts';
import type { SigningSession } from '#ui/signer/signing-session.svelte.ts';

export type Side = 'previous' | 'current';

/** What a version says differently from the one before, and pictures of the pages of both. */
export class FoundChanges {
  list = $state.raw<SignerChanges | null>(null);
  /** Whether the versions couldn't be compared. The document can be read and signed all the same. */
  hasFailed = $state(false);
  readonly #session: SigningSession;
  #api: SignerOperations | null = null;
  readonly #pictures = new Map<string, Promise<string | null>>();

  constructor(session: SigningSession) {
    this.#session = session;
  }

  async load(): Promise<void> {
    await this.#session.run(async (api) => {
      this.#api = api;
      try {
        this.list = (await api.call?.((client) => client.GET('/api/signer/changes'))) ?? null;
        this.hasFailed = this.list === null;
      } catch (error) {
        // A link that has ended is explained by the page. Everything else doesn't stop anyone from reading.
        if (!(error instanceof SignerProblem) || error.code === 'unauthorized') throw error;
        this.hasFailed = true;
      }
    });
  }

  /** Returns the address of a page's picture; null if there is none. Each is fetched once. */
  getPicture(version: Side, page: number): Promise<string | null> {
    const key = `${version} ${page}`;
    const known = this.#pictures.get(key) ?? this.#fetchPicture(version, page);
    this.#pictures.set(key, known);
    return known;
  }

  async #fetchPicture(version: Side, page: number): Promise<string | null> {
    const picture = this.#api?.call?.((client) =>
      client.GET('/api/signer/changes/page-picture', {
        params: { query: { version, page } },
        parseAs: 'blob',
      }),
    );
    // There is none of a page that can't be drawn, and the words are listed anyway.
    const png = await picture?.catch(() => null);
    return png == null ? null : URL.createObjectURL(png);
  }

  /** Frees the pictures. */
  async close(): Promise<void> {
    for (const picture of this.#pictures.values()) {
      const url = await picture;
      if (url !== null) URL.revokeObjectURL(url);
    }
    this.#pictures.clear();
  }
}
