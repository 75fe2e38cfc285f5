import { ROUTES } from '#server/http/rest/routes.ts';
import type { Call } from './api.ts';

/** The API operations on existing records. */
export const IDENTIFIED = ROUTES.filter(
  ({ path }) => path.startsWith('/api/v1/') && /\{(?:id|userId)\}/.test(path),
);

const bodyOf = (path: string, method: string): unknown => {
  if (method === 'GET' || method === 'DELETE' || /(?:upload\/complete|restore|settle)$/.test(path))
    return undefined;
  if (path.endsWith('/threads/{threadId}/messages')) return { text: 'Mine now' };
  if (path.includes('/invitations/') || (method === 'PUT' && path.includes('/teams/'))) return undefined;
  if (path.includes('/members/')) return { role: 'viewer' };
  if (path.includes('/teams/')) return { name: 'Mine now' };
  if (path.includes('/identity-providers/')) return { enabled: false };
  if (path.endsWith('/sample')) return { type: 'envelope.sent' };
  if (path.endsWith('/replay')) return { from: '2027-01-01T00:00:00Z' };
  if (path.includes('/webhooks/')) return method === 'PATCH' ? { enabled: false } : undefined;
  if (path.endsWith('/copy') || path.includes('/labels/')) return {};
  if (path.endsWith('/labels')) return { labelIds: [] };
  if (path.endsWith('/form')) return { enabled: true, roleApiName: 'alice_angstrom' };
  if (path.endsWith('/session')) return { returnUrl: 'http://localhost:3000/envelopes' };
  if (path.endsWith('/documents'))
    return method === 'PATCH' ? { order: ['doc_1'] } : { originalFilename: 'a.pdf' };
  if (path.endsWith('/expiry')) return { expectedVersion: 3, expiresAt: null };
  if (path.endsWith('{participantId}')) return { expectedVersion: 3, name: 'Mine now' };
  if (path.endsWith('/draft')) return { displayName: 'Mine now' };
  if (path.endsWith('/templates/{id}/envelopes')) return { recipients: {} };
  if (path.endsWith('/fields')) return { fields: [] };
  if (path.endsWith('/templates/{id}')) return { name: 'Mine now' };
  return { expectedVersion: 3 };
};

/** Returns a call that an operation accepts, so that only its ids can cause a refusal. */
export function acceptedCall(path: string, method: string): Call {
  if (/\/documents?(\/\{documentId\})?$/.test(path) && method === 'PUT') return { raw: new Uint8Array([1]) };
  const body = bodyOf(path, method);
  return body === undefined ? {} : { body };
}
