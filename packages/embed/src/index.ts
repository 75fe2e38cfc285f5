type Failed = {
  /**
   * Why the session can't continue. `session_over`: the URL was used, has expired or was replaced; request a
   * new one. `declined`, `voided`, `expired`: how the envelope ended. `unavailable`: a problem that a new
   * attempt may solve.
   */
  readonly type: 'error';
  readonly code: string;
};
/** The height of the page's content in CSS pixels. */
type Resized = { readonly type: 'resize'; readonly height: number };

/** What happens in a signer's frame. */
export type EmbedEvent =
  /**
   * `ready`: the session is open. `viewed`: the person has seen the document. `signed` and `declined`: they
   * are done.
   */
  { readonly type: 'ready' | 'viewed' | 'signed' | 'declined' } | Failed | Resized;

/** What happens in the editor's frame. */
export type EditingEvent =
  /** `ready`: the draft is open. `saved`: every change has been saved. `sent`: it was sent or scheduled. */
  { readonly type: 'ready' | 'saved' | 'sent' } | Failed | Resized;

export type EmbedOptions<Event = EmbedEvent> = {
  /** A session URL from your server. It works once, within five minutes. */
  readonly url: string;
  /** The element that the frame is added to. */
  readonly element: Element;
  readonly onEvent?: (event: Event) => void;
  /** The frame's accessible name. */
  readonly title?: string;
  /** Whether the frame grows to the height of its content, instead of filling `element`. */
  readonly fitHeight?: boolean;
};

export type Embedded = {
  readonly frame: HTMLIFrameElement;
  /** Moves the keyboard focus into the document. */
  readonly focus: () => void;
  /** Removes the frame. No events arrive after this. */
  readonly close: () => void;
};

const SOURCE = 'countersign';
const HOST_SOURCE = 'countersign-embed';
const SIGNING = ['ready', 'viewed', 'signed', 'declined'] as const;
const EDITING = ['ready', 'saved', 'sent'] as const;

/** Shows the document of a session URL for signing. Throws a TypeError for any other URL. */
export function embedSigning(options: EmbedOptions): Embedded {
  return embed('/sign/session/', SIGNING, { title: 'Sign a document', ...options });
}

/** Shows the editor of a draft's session URL. Throws a TypeError for any other URL. */
export function embedEditing(options: EmbedOptions<EditingEvent>): Embedded {
  return embed('/edit/session/', EDITING, { title: 'Prepare a document', ...options });
}

type Happening<Type extends string> = { readonly type: Type } | Failed | Resized;

function embed<Type extends string>(
  path: string,
  types: readonly Type[],
  { url, element, onEvent = () => {}, title = '', fitHeight = false }: EmbedOptions<Happening<Type>>,
): Embedded {
  const { origin } = parseSessionUrl(url, path);
  const frame = document.createElement('iframe');
  frame.title = title;
  // Without these, browsers refuse a passkey to the signer's page.
  frame.allow = 'publickey-credentials-get; publickey-credentials-create';
  frame.referrerPolicy = 'no-referrer';
  frame.style.cssText = 'display:block;width:100%;height:100%;border:0';
  const postCommand = (type: 'focus' | 'fit') =>
    frame.contentWindow?.postMessage({ source: HOST_SOURCE, type }, origin);
  let isFitted = false;
  const fit = (height: number) => {
    // From then on, the page is as high as its content, not as its frame.
    if (!isFitted) postCommand('fit');
    isFitted = true;
    frame.style.height = `${height}px`;
  };
  const receive = (message: MessageEvent<unknown>) => {
    if (message.origin !== origin || message.source !== frame.contentWindow) return;
    const event = readEvent(message.data, types);
    if (event === null) return;
    if (fitHeight && 'height' in event) fit(event.height);
    onEvent(event);
  };
  // Listens before the frame loads, so that no event is missed.
  window.addEventListener('message', receive);
  frame.src = url;
  element.append(frame);
  return {
    frame,
    focus: () => {
      frame.focus();
      postCommand('focus');
    },
    close: () => {
      window.removeEventListener('message', receive);
      frame.remove();
    },
  };
}

function parseSessionUrl(text: string, path: string): URL {
  const url = new URL(text);
  const isWeb = url.protocol === 'https:' || url.protocol === 'http:';
  if (isWeb && url.pathname.startsWith(path) && url.hash.startsWith('#token=')) return url;
  throw new TypeError(`url must be a session URL with the path ${path}`);
}

/** Reads an event from a message; null for other messages. */
function readEvent<Type extends string>(data: unknown, types: readonly Type[]): Happening<Type> | null {
  if (typeof data !== 'object' || data === null) return null;
  const { source, type, code, height } = data as Record<string, unknown>;
  if (source !== SOURCE) return null;
  const plain = types.find((known) => known === type);
  if (plain !== undefined) return { type: plain };
  if (type === 'error' && typeof code === 'string') return { type, code };
  if (type === 'resize' && typeof height === 'number' && Number.isFinite(height)) return { type, height };
  return null;
}
