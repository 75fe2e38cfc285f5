import { Caller, type CallOptions, type ClientOptions } from './caller.ts';
import { Operations } from './operations.ts';
import type { Answer, Body, Bytes, Schema } from './types.ts';

/** The body for creating an envelope, without its file. */
export type UploadBody = Omit<Body<'envelopeCreate'>, 'document'>;

export type FeedPage = Answer<'eventFeed'>;

/** The API of a Countersign instance, for one organization. */
export class Countersign extends Operations {
  protected readonly caller: Caller;

  constructor(options: ClientOptions) {
    super();
    this.caller = new Caller(options);
  }

  /**
   * Creates an envelope, uploads its file and completes the upload. The file isn't encoded, so it can be as
   * large as the service accepts.
   */
  async upload(file: Bytes, body: UploadBody, options: CallOptions = {}): Promise<Schema<'EnvelopeGraph'>> {
    const { signal } = options;
    const stop = signal === undefined ? {} : { signal };
    const { envelope, upload } = await this.envelopes.create(body, options);
    if (upload === undefined) throw new Error('The response has no upload target.');
    const { method, url, headers } = upload;
    await this.caller.send(method, url, { bytes: file, headers }, stop);
    const completed = await this.envelopes.completeUpload(envelope.id, {}, stop);
    return completed.envelope;
  }

  /**
   * Yields events of all envelopes as they happen, from now on. With a cursor that you kept, it first yields
   * what happened since; with `'0'`, everything since the first event.
   */
  async *follow(after = 'now', signal?: AbortSignal): AsyncGenerator<FeedPage, void, undefined> {
    for (let cursor = after; ;) {
      const page = await this.events.feed(
        { wait: 30, after: cursor },
        signal === undefined ? {} : { signal },
      );
      if (page.items.length > 0) yield page;
      cursor = page.cursor;
    }
  }
}
