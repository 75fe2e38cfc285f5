import { redirect } from '@sveltejs/kit';
import { continueTo, buildVisitorQuery } from '#ui/account/after-sign-in.ts';
import { getNextPath } from '#ui/account/next-path.ts';
import { createFormAction } from '#ui/kit/form-action.ts';
import { forgetLinkToken, nameLink, readLinkToken, readShownToken } from '#ui/kit/link-token.ts';
import type { Actions, PageServerLoad } from './$types';

/** Whether the person came from an invitation's page, which names it. Then, signing in accepts it. */
const isInvited = (url: URL) => url.searchParams.has('invitation');

export const load: PageServerLoad = ({ url, cookies }) => {
  const token = isInvited(url) ? readLinkToken({ url, cookies }, 'invitation') : '';
  // Another tab has opened another invitation: the person sees that one before they accept it.
  if (token !== '' && nameLink(token) !== url.searchParams.get('invitation')) redirect(303, '/invitation');
  return {
    invitation: token === '' ? null : token,
    link: nameLink(token),
    next: getNextPath(url.searchParams.get('next')),
    wasGoing: url.searchParams.has('next'),
    hasReset: url.searchParams.has('reset'),
  };
};

export const actions: Actions = {
  default: createFormAction(async (submitted) => {
    const { caller, text, url } = submitted;
    const invitation = isInvited(url) ? readShownToken(submitted, 'invitation') : undefined;
    const credentials = { email: text('email').trim(), password: text('password'), invitation };
    const answer = await caller.auth.signIn(credentials);
    if ('secondFactorRequired' in answer) redirect(303, `/login/code${buildVisitorQuery(url)}`);
    if (invitation !== undefined) forgetLinkToken(submitted, 'invitation');
    continueTo(url);
  }),
};
