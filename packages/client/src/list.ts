type Page = { readonly items: readonly unknown[]; readonly nextCursor: string | null };

/**
 * A list of the API. Awaiting it returns the first page; `for await` goes through the items of all pages and
 * requests each page when it's needed.
 */
export class List<Of extends Page> implements PromiseLike<Of>, AsyncIterable<Of['items'][number]> {
  readonly #read: (cursor: string | undefined) => Promise<Of>;
  readonly #from: string | undefined;

  constructor(read: (cursor: string | undefined) => Promise<Of>, from: string | undefined) {
    this.#read = read;
    this.#from = from;
  }

  then<Fulfilled = Of, Rejected = never>(
    onFulfilled?: ((page: Of) => Fulfilled | PromiseLike<Fulfilled>) | null,
    onRejected?: ((reason: unknown) => Rejected | PromiseLike<Rejected>) | null,
  ): Promise<Fulfilled | Rejected> {
    return this.#read(this.#from).then(onFulfilled, onRejected);
  }

  /** Yields whole pages, for callers that keep `nextCursor`. */
  async *pages(): AsyncGenerator<Of, void, undefined> {
    let cursor = this.#from;
    do {
      const page = await this.#read(cursor);
      yield page;
      cursor = page.nextCursor ?? undefined;
    } while (cursor !== undefined);
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Of['items'][number], void, undefined> {
    for await (const { items } of this.pages())
      for (const item of items) yield item as Awaited<Of['items'][number]>;
  }
}
