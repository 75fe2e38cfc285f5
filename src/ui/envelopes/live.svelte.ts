/** How a page reacts to changes on the server. */
export type Listener = {
  /** These envelopes have changed. */
  readonly changed: (envelopeIds: readonly string[]) => void;
  /** Anything may have changed. The page should reload what it shows. */
  readonly stale: () => void;
};

/** `interrupted`: disconnected and retrying. `ended`: the session is over. */
export type LiveState = 'connecting' | 'live' | 'interrupted' | 'ended';

const ADDRESS = '/api/live';
/** Three heartbeats: after this much silence a connection is dead, whatever the browser reports. */
const SILENCE_MS = 45_000;
const RETRY_MS = 1000;
const RETRY_MAX_MS = 30_000;
/** A hidden page disconnects after this time, because browsers allow only a few connections per server. */
const HIDDEN_MS = 60_000;

/** A page's connection to live updates. It starts at the mark at which the page's content was read. */
export class LiveUpdates {
  state = $state<LiveState>('connecting');
  readonly #listener: Listener;
  #mark: string;
  #source: EventSource | null = null;
  #attempts = 0;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #silence: ReturnType<typeof setTimeout> | undefined;
  #hidden: ReturnType<typeof setTimeout> | undefined;

  constructor(mark: string, listener: Listener) {
    this.#mark = mark;
    this.#listener = listener;
  }

  /** Connects, and stays connected until the returned function is called. */
  start(): () => void {
    const checkVisibility = () => this.#checkVisibility();
    const disconnect = () => this.#close();
    const restore = (event: PageTransitionEvent) => {
      if (event.persisted) this.#connect();
    };
    document.addEventListener('visibilitychange', checkVisibility);
    addEventListener('pagehide', disconnect);
    addEventListener('pageshow', restore);
    addEventListener('online', checkVisibility);
    this.#connect();
    return () => {
      document.removeEventListener('visibilitychange', checkVisibility);
      removeEventListener('pagehide', disconnect);
      removeEventListener('pageshow', restore);
      removeEventListener('online', checkVisibility);
      this.#close();
    };
  }

  #connect() {
    this.#close();
    const source = new EventSource(`${ADDRESS}?since=${encodeURIComponent(this.#mark)}`);
    this.#source = source;
    this.#listen(source, 'ready', () => this.#markLive());
    this.#listen(source, 'beat', () => this.#markLive());
    this.#listen(source, 'stale', () => {
      this.#markLive();
      this.#listener.stale();
    });
    this.#listen(source, 'changed', (data) => {
      this.#markLive();
      const ids: unknown = (JSON.parse(data) as { envelopeIds?: unknown }).envelopeIds;
      if (Array.isArray(ids)) this.#listener.changed(ids.filter((id) => typeof id === 'string'));
    });
    this.#listen(source, 'ended', () => this.#end());
    source.onerror = () => void this.#reconnect();
    this.#expectBeat();
  }

  #listen(source: EventSource, name: string, handle: (data: string) => void) {
    source.addEventListener(name, (event: MessageEvent<string>) => {
      if (source !== this.#source) return;
      if (event.lastEventId !== '') this.#mark = event.lastEventId;
      this.#expectBeat();
      handle(event.data);
    });
  }

  #markLive() {
    this.state = 'live';
    this.#attempts = 0;
  }

  /** An EventSource doesn't say why it failed, so check whether the session is over. */
  async #reconnect() {
    this.#close();
    this.state = 'interrupted';
    const isOver = await fetch('/api/auth/session').then(
      ({ status }) => status === 401,
      () => false,
    );
    if (isOver) this.#end();
    else if (this.#source === null && this.#retry === undefined)
      this.#retry = setTimeout(
        () => {
          this.#retry = undefined;
          this.#connect();
        },
        Math.min(RETRY_MS * 2 ** this.#attempts++, RETRY_MAX_MS) * (0.75 + Math.random() / 2),
      );
  }

  #end() {
    this.#close();
    this.state = 'ended';
  }

  #expectBeat() {
    clearTimeout(this.#silence);
    this.#silence = setTimeout(() => void this.#reconnect(), SILENCE_MS);
  }

  #checkVisibility() {
    clearTimeout(this.#hidden);
    if (document.visibilityState === 'hidden') this.#hidden = setTimeout(() => this.#close(), HIDDEN_MS);
    else if (this.#source === null && this.state !== 'ended') this.#connect();
  }

  #close() {
    clearTimeout(this.#retry);
    clearTimeout(this.#silence);
    clearTimeout(this.#hidden);
    this.#retry = undefined;
    this.#source?.close();
    this.#source = null;
  }
}
