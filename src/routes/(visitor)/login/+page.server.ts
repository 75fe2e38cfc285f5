import { redirect } from '@sveltejs/kit';
import { continueTo, buildVisitorQuery } from '#ui/account/after-sign-in.ts';
import { nextPath } from '#ui/account/next-path.ts';
import { createFormAction } from '#ui/kit/form-action.ts';
import type { Actions, PageServerLoad } from './$types';

export const load: PageServerLoad = ({ url }) => ({
  invitation: url.searchParams.get('invitation'),
  next: nextPath(url.searchParams.get('next')),
  wasGoing: url.searchParams.has('next'),
  hasReset: url.searchParams.has('reset'),
});

export const actions: Actions = {
  default: createFormAction(async ({ caller, text, url }) => {
    const invitation = url.searchParams.get('invitation') ?? undefined;
    const credentials = { email: text('email').trim(), password: text('password'), invitation };
    const answer = await caller.auth.signIn(credentials);
    if ('secondFactorRequired' in answer) redirect(303, `/login/code${buildVisitorQuery(url)}`);
    continueTo(url);
  }),
};
