import { redirect } from '@sveltejs/kit';
import { continueTo, buildVisitorQuery } from '#ui/account/after-sign-in.ts';
import { nextPath } from '#ui/account/next-path.ts';
import { createFormAction } from '#ui/kit/form-action.ts';
import { forgetLinkToken, readLinkToken } from '#ui/kit/link-token.ts';
import type { Actions, PageServerLoad } from './$types';

/** Returns the invitation that signing in accepts, if the person came from its page. */
function readInvitation(event: Parameters<typeof readLinkToken>[0]): string | null {
  const token = event.url.searchParams.has('invitation') ? readLinkToken(event, 'invitation') : '';
  return token === '' ? null : token;
}

export const load: PageServerLoad = ({ url, cookies }) => ({
  invitation: readInvitation({ url, cookies }),
  next: nextPath(url.searchParams.get('next')),
  wasGoing: url.searchParams.has('next'),
  hasReset: url.searchParams.has('reset'),
});

export const actions: Actions = {
  default: createFormAction(async (submitted) => {
    const { caller, text, url } = submitted;
    const invitation = readInvitation(submitted) ?? undefined;
    const credentials = { email: text('email').trim(), password: text('password'), invitation };
    const answer = await caller.auth.signIn(credentials);
    if ('secondFactorRequired' in answer) redirect(303, `/login/code${buildVisitorQuery(url)}`);
    if (invitation !== undefined) forgetLinkToken(submitted, 'invitation');
    continueTo(url);
  }),
};
