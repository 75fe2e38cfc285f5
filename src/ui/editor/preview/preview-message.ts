import type { PreviewSource } from './preview-view.ts';

/** What the editor gives to the page of its preview, which asks for it once it can show it. */
export type PreviewMessage = { readonly kind: 'preview' } & Pick<PreviewSource, 'draft' | 'participantKey'>;
export type PreviewRequest = { readonly kind: 'preview-ready' };

/** Reads a message of the window around this one; null for anybody else's. */
export function previewMessage(event: MessageEvent<unknown>): PreviewMessage | null {
  if (event.origin !== location.origin || event.source !== window.parent) return null;
  return isOfKind(event.data, 'preview') ? (event.data as PreviewMessage) : null;
}

/** Whether a message is the request of the page in a frame. */
export function isPreviewRequest(event: MessageEvent<unknown>, frame: Window | null): boolean {
  return event.origin === location.origin && event.source === frame && isOfKind(event.data, 'preview-ready');
}

function isOfKind(message: unknown, kind: string): boolean {
  return typeof message === 'object' && message !== null && 'kind' in message && message.kind === kind;
}
