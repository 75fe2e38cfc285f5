import type { PageServerLoad } from './$types';

/**
 * The signer's page is sent empty: the token stands in the fragment of the address, which no server sees. A token in
 * the query is taken out by the page as well; these headers keep it from going anywhere until then.
 */
export const load: PageServerLoad = ({ setHeaders }) => {
  setHeaders({
    'referrer-policy': 'no-referrer',
    'cache-control': 'no-store',
    'x-robots-tag': 'noindex, nofollow',
  });
};
