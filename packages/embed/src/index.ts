/** What happens in the frame. */
export type EmbedEvent =
  /** `ready`: the session is open. `viewed`: the person sees the document. `signed` and `declined`: they are done. */
  | { readonly type: 'ready' | 'viewed' | 'signed' | 'declined' }
  /**
   * Nothing can be signed. `session_over`: the URL was used, has expired or was replaced; request a new one. `declined`,
   * `voided`, `expired`: what became of the envelope. `unavailable`: a problem that a new attempt may solve.
   */
  | { readonly type: 'error'; readonly code: string }
  /** The height of the page's content in CSS pixels. */
  | { readonly type: 'resize'; readonly height: number };

export type EmbedOptions = {
  /** A session URL from your server. It works once, within five minutes. */
  readonly url: string;
  /** What the frame goes into. */
  readonly element: Element;
  readonly onEvent?: (event: EmbedEvent) => void;
  /** The accessible name of the frame. Default: Sign a document. */
  readonly title?: string;
};

export type Embedded = {
  readonly frame: HTMLIFrameElement;
  /** Moves the keyboard focus into the document. */
  readonly focus: () => void;
  /** Removes the frame. No event arrives after this. */
  readonly close: () => void;
};

const SOURCE = 'countersign';
const HOST_SOURCE = 'countersign-embed';
const PLAIN_TYPES = ['ready', 'viewed', 'signed', 'declined'] as const;

/** Shows the document of a session URL in a frame that fills `element`. Throws a TypeError for any other URL. */
export function embedSigning({
  url,
  element,
  onEvent = () => {},
  title = 'Sign a document',
}: EmbedOptions): Embedded {
  const { origin } = sessionUrl(url);
  const frame = document.createElement('iframe');
  frame.title = title;
  frame.allow = '';
  frame.referrerPolicy = 'no-referrer';
  frame.style.cssText = 'display:block;width:100%;height:100%;border:0';
  const receive = (message: MessageEvent<unknown>) => {
    if (message.origin !== origin || message.source !== frame.contentWindow) return;
    const event = eventIn(message.data);
    if (event !== null) onEvent(event);
  };
  // Before the frame loads, so that no event is missed.
  window.addEventListener('message', receive);
  frame.src = url;
  element.append(frame);
  return {
    frame,
    focus: () => {
      frame.focus();
      frame.contentWindow?.postMessage({ source: HOST_SOURCE, type: 'focus' }, origin);
    },
    close: () => {
      window.removeEventListener('message', receive);
      frame.remove();
    },
  };
}

function sessionUrl(text: string): URL {
  const url = new URL(text);
  if ((url.protocol === 'https:' || url.protocol === 'http:') && url.hash.startsWith('#token=')) return url;
  throw new TypeError('url must be a session URL');
}

/** Reads an event from a message; null for anything else. */
function eventIn(data: unknown): EmbedEvent | null {
  if (typeof data !== 'object' || data === null) return null;
  const { source, type, code, height } = data as Record<string, unknown>;
  if (source !== SOURCE) return null;
  const plain = PLAIN_TYPES.find((known) => known === type);
  if (plain !== undefined) return { type: plain };
  if (type === 'error' && typeof code === 'string') return { type, code };
  if (type === 'resize' && typeof height === 'number' && Number.isFinite(height)) return { type, height };
  return null;
}
