/** What a page does when it is told of changes. */
export type Listener = {
  /** These envelopes have changed. */
  readonly changed: (envelopeIds: readonly string[]) => void;
  /** Anything may have changed: read again what is shown. */
  readonly stale: () => void;
};

/** `interrupted`: no connection for now, and it is tried again. `ended`: the session is over. */
export type LiveState = 'connecting' | 'live' | 'interrupted' | 'ended';

const ADDRESS = '/api/live';
/** Three beats: a connection that is silent for longer is dead, whatever the browser believes. */
const SILENCE_MS = 45_000;
const RETRY_MS = 1000;
const RETRY_MAX_MS = 30_000;
/** A page that nobody sees gives its connection back after this time: browsers have few for each server. */
const HIDDEN_MS = 60_000;

/** One page's connection to the live updates, from a mark that its content was read at. */
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

  /** Connects, and keeps connected until the answered function is called. */
  start(): () => void {
    const sight = () => this.#sight();
    const away = () => this.#close();
    const back = (event: PageTransitionEvent) => {
      if (event.persisted) this.#connect();
    };
    document.addEventListener('visibilitychange', sight);
    addEventListener('pagehide', away);
    addEventListener('pageshow', back);
    addEventListener('online', sight);
    this.#connect();
    return () => {
      document.removeEventListener('visibilitychange', sight);
      removeEventListener('pagehide', away);
      removeEventListener('pageshow', back);
      removeEventListener('online', sight);
      this.#close();
    };
  }

  #connect() {
    this.#close();
    const source = new EventSource(`${ADDRESS}?since=${encodeURIComponent(this.#mark)}`);
    this.#source = source;
    this.#listen(source, 'ready', () => this.#isLive());
    this.#listen(source, 'beat', () => this.#isLive());
    this.#listen(source, 'stale', () => {
      this.#isLive();
      this.#listener.stale();
    });
    this.#listen(source, 'changed', (data) => {
      this.#isLive();
      const ids: unknown = (JSON.parse(data) as { envelopeIds?: unknown }).envelopeIds;
      if (Array.isArray(ids)) this.#listener.changed(ids.filter((id) => typeof id === 'string'));
    });
    this.#listen(source, 'ended', () => this.#end());
    source.onerror = () => void this.#lost();
    this.#expectBeat();
  }

  #listen(source: EventSource, name: string, heard: (data: string) => void) {
    source.addEventListener(name, (event: MessageEvent<string>) => {
      if (source !== this.#source) return;
      if (event.lastEventId !== '') this.#mark = event.lastEventId;
      this.#expectBeat();
      heard(event.data);
    });
  }

  #isLive() {
    this.state = 'live';
    this.#attempts = 0;
  }

  /** A browser tells nothing of why: whether the session is over has to be asked. */
  async #lost() {
    this.#close();
    this.state = 'interrupted';
    const over = await fetch('/api/auth/session').then(
      ({ status }) => status === 401,
      () => false,
    );
    if (over) this.#end();
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
    this.#silence = setTimeout(() => void this.#lost(), SILENCE_MS);
  }

  #sight() {
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
