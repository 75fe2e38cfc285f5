import { isForDevelopers, type Route } from '#server/http/rest/routes.ts';

/** Where an operation is in the client package: `envelopes.send`, or `ping` on the client itself. */
type ClientMethod = { readonly resource: string | null; readonly method: string };

/** Resources of which an organization has only one. */
const SINGLE: readonly string[] = ['branding', 'embedding', 'testClock'];

/**
 * Returns the client's name of an operation, such as `envelopes.send` for `developer.envelope.send`. Returns
 * null for operations that aren't called with an API key.
 */
export function getClientMethod(route: Pick<Route, 'name' | 'path'>): ClientMethod | null {
  if (!isForDevelopers(route)) return null;
  const [noun = '', verb] = route.name.replace(/^developer\./, '').split('.');
  if (verb === undefined) return { resource: null, method: noun };
  return { resource: SINGLE.includes(noun) ? noun : `${noun}s`, method: verb };
}
