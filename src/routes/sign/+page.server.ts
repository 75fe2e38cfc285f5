import type { PageServerLoad } from './$types';

/**
 * Sends the page without content: the token is in the fragment, which no server sees. The page also removes a token from
 * the query; until then, these headers keep it from leaking.
 */
export const load: PageServerLoad = ({ setHeaders }) => {
  setHeaders({
    'referrer-policy': 'no-referrer',
    'cache-control': 'no-store',
    'x-robots-tag': 'noindex, nofollow',
  });
};
