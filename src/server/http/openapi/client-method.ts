import { isForDevelopers, type Route } from '#server/http/rest/routes.ts';

/** Where the client package has an operation: `envelopes.send`, or `ping` of the client itself. */
type ClientMethod = { readonly resource: string | null; readonly method: string };

/** Resources that an organization has one of. */
const SINGLE: readonly string[] = ['branding', 'embedding', 'testClock'];

/** Names `developer.envelope.send` `envelopes.send`; null for what isn't called with an API key. */
export function getClientMethod(route: Pick<Route, 'name' | 'path'>): ClientMethod | null {
  if (!isForDevelopers(route)) return null;
  const [noun = '', verb] = route.name.replace(/^developer\./, '').split('.');
  if (verb === undefined) return { resource: null, method: noun };
  return { resource: SINGLE.includes(noun) ? noun : `${noun}s`, method: verb };
}
