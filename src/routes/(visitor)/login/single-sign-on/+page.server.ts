import { redirect } from '@sveltejs/kit';
import { getNextPath } from '#ui/account/next-path.ts';
import { explainSignInProblem } from '#ui/account/sign-in-problem.ts';
import { createFormAction } from '#ui/kit/form-action.ts';
import type { Actions, PageServerLoad } from './$types';

export const load: PageServerLoad = ({ url }) => ({
  email: url.searchParams.get('email') ?? '',
  problem: explainSignInProblem(url.searchParams.get('problem')),
});

export const actions: Actions = {
  default: createFormAction(async ({ caller, text, url }) => {
    const next = getNextPath(url.searchParams.get('next'));
    const { url: provider } = await caller.singleSignOnVisit.start({ email: text('email'), next });
    redirect(303, provider);
  }),
};
