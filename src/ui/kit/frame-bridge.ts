/** A message from the page to the page that shows it in a frame. */
export type FrameEvent =
  | { readonly type: 'ready' | 'viewed' | 'signed' | 'declined' | 'saved' | 'sent' }
  /** `session_over`, `unavailable`, or what became of the envelope: `declined`, `voided`, `expired`. */
  | { readonly type: 'error'; readonly code: string }
  /** In CSS pixels. */
  | { readonly type: 'resize'; readonly height: number };

const SOURCE = 'countersign';
const HOST_SOURCE = 'countersign-embed';

/**
 * Communicates with the page around the frame, but only if that page has the origin that the session was
 * requested for.
 */
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

  /** Reports size changes and accepts commands until the returned function is called. */
  start(): () => void {
    if (this.#origin === null) return () => {};
    const sizes = new ResizeObserver(() => this.tell({ type: 'resize', height: getContentHeight() }));
    const handleCommand = (event: MessageEvent<unknown>) => {
      if (event.origin !== this.#origin || event.source !== window.parent) return;
      if (isCommand(event.data, 'focus')) document.querySelector('main')?.focus();
      // In app.css, this makes pages that otherwise fill the window as high as their content.
      if (isCommand(event.data, 'fit')) document.documentElement.dataset['fit'] = '';
    };
    sizes.observe(document.body);
    addEventListener('message', handleCommand);
    return () => {
      sizes.disconnect();
      removeEventListener('message', handleCommand);
    };
  }

  /** Reports an event that can happen only once. */
  tellOnce(event: FrameEvent): void {
    const name = JSON.stringify(event);
    if (this.#sent.has(name)) return;
    this.#sent.add(name);
    this.tell(event);
  }

  tell(event: FrameEvent): void {
    if (this.#origin !== null) window.parent.postMessage({ source: SOURCE, ...event }, this.#origin);
  }
}

/**
 * Returns the height that the page needs. The height of a page that fills its window says nothing about its
 * content.
 */
function getContentHeight(): number {
  const { documentElement: root, body } = document;
  return root.dataset['fit'] === undefined
    ? root.scrollHeight
    : Math.ceil(body.getBoundingClientRect().bottom + scrollY);
}

function isCommand(message: unknown, type: string): boolean {
  if (typeof message !== 'object' || message === null) return false;
  const { source, type: given } = message as { readonly source?: unknown; readonly type?: unknown };
  return source === HOST_SOURCE && given === type;
}
