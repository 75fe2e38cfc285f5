import type { Screen } from '#ui/signer/screens/screen.ts';

/** What the page tells the page that shows it in a frame. */
export type FrameEvent =
  | { readonly type: 'ready' | 'viewed' | 'signed' | 'declined' }
  /** `session_over`, `unavailable`, or what became of the envelope: `declined`, `voided`, `expired`. */
  | { readonly type: 'error'; readonly code: string }
  /** In CSS pixels. */
  | { readonly type: 'resize'; readonly height: number };

const SOURCE = 'countersign';
const HOST_SOURCE = 'countersign-embed';

/** Talks with the page around the frame: only with the origin that the session was requested for. */
export class FrameBridge {
  readonly #origin: string | null;
  readonly #sent = new Set<string>();

  /** `origin` is null for a page that no frame may show. */
  constructor(origin: string | null) {
    this.#origin = window.parent === window ? null : origin;
  }

  get isFramed(): boolean {
    return this.#origin !== null;
  }

  /** Reports changes of the size and takes commands, until the returned function is called. */
  start(): () => void {
    if (this.#origin === null) return () => {};
    const sizes = new ResizeObserver(() =>
      this.#post({ type: 'resize', height: document.documentElement.scrollHeight }),
    );
    const command = (event: MessageEvent<unknown>) => {
      if (event.origin !== this.#origin || event.source !== window.parent) return;
      if (isCommand(event.data, 'focus')) document.querySelector('main')?.focus();
    };
    sizes.observe(document.body);
    addEventListener('message', command);
    return () => {
      sizes.disconnect();
      removeEventListener('message', command);
    };
  }

  ready(): void {
    this.#once({ type: 'ready' });
  }

  /** Reports what a screen means to the page around the frame, once. */
  report(screen: Screen): void {
    const event = eventOf(screen);
    if (event !== null) this.#once(event);
  }

  #once(event: FrameEvent): void {
    const name = JSON.stringify(event);
    if (this.#sent.has(name)) return;
    this.#sent.add(name);
    this.#post(event);
  }

  #post(event: FrameEvent): void {
    if (this.#origin !== null) window.parent.postMessage({ source: SOURCE, ...event }, this.#origin);
  }
}

function eventOf(screen: Screen): FrameEvent | null {
  switch (screen.name) {
    case 'signing':
      return { type: 'viewed' };
    case 'done':
      return { type: 'signed' };
    case 'ended':
      return screen.ending === 'declinedByMe' ? { type: 'declined' } : { type: 'error', code: screen.ending };
    case 'link':
      return { type: 'error', code: 'session_over' };
    case 'failed':
      return { type: 'error', code: 'unavailable' };
    case 'loading':
    case 'landing':
    case 'code':
    case 'review':
    case 'delegated':
    case 'waiting':
      return null;
    default:
      return screen satisfies never;
  }
}

function isCommand(message: unknown, type: string): boolean {
  if (typeof message !== 'object' || message === null) return false;
  const { source, type: given } = message as { readonly source?: unknown; readonly type?: unknown };
  return source === HOST_SOURCE && given === type;
}
