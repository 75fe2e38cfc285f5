import type { PreviewSource } from './preview-view.ts';

/** What the editor sends to the preview page when that page is ready and asks for it. */
export type PreviewMessage = { readonly kind: 'preview' } & Pick<PreviewSource, 'draft' | 'participantKey'>;
export type PreviewRequest = { readonly kind: 'preview-ready' };

/** Reads a message from the parent window; null for any other sender. */
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
