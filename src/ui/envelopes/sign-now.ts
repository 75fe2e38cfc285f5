import { OPENS_DOCUMENT } from '#domain/link/token.ts';
import { keepOrigin, SIGN_NEXT } from '#ui/kit/signing-origin.ts';
import { dashboard } from './dashboard-client.ts';

/**
 * Leaves the dashboard to sign. The document opens at once, because the person has just asked for it, and the
 * signer's page leads back to the envelope, or on to the next one. `leave` replaces a page that only leads on, so
 * that the browser's Back doesn't lead on again.
 */
export async function openOwnTurn(
  id: string,
  leave: (url: URL) => void = (url) => location.assign(url),
): Promise<void> {
  const [signing, hasMore] = await Promise.all([
    dashboard.envelope.signNow.mutate({ id }),
    isMoreWaiting(id),
  ]);
  const url = new URL(signing.url);
  const token = new URLSearchParams(url.hash.slice(1)).get('token');
  if (token !== null) keepOrigin(token, hasMore ? SIGN_NEXT : id);
  url.hash += `&${OPENS_DOCUMENT}`;
  leave(url);
}

/** Checks whether another envelope waits for the person too. Without an answer, none is offered. */
async function isMoreWaiting(id: string): Promise<boolean> {
  try {
    const { items } = await dashboard.envelope.list.query({ view: 'waiting', turn: 'mine', limit: 2 });
    return items.some((item) => item.id !== id);
  } catch {
    return false;
  }
}
