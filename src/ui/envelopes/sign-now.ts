import { OPENS_DOCUMENT } from '#domain/link/token.ts';
import { keepOrigin } from '#ui/kit/signing-origin.ts';
import { dashboard } from './dashboard-client.ts';

/**
 * Leaves the dashboard to sign. The document opens at once, because the person has just asked for it, and the
 * signer's page leads back to the envelope.
 */
export async function openOwnTurn(id: string): Promise<void> {
  const url = new URL((await dashboard.envelope.signNow.mutate({ id })).url);
  const token = new URLSearchParams(url.hash.slice(1)).get('token');
  if (token !== null) keepOrigin(token, id);
  url.hash += `&${OPENS_DOCUMENT}`;
  location.assign(url);
}
