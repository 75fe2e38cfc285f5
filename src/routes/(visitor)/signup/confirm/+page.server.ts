import { continueTo } from '#ui/account/after-sign-in.ts';
import { formAction } from '#ui/kit/form-action.ts';
import type { Actions, PageServerLoad } from './$types';

/** Opening the link changes nothing: mail scanners open links too. */
export const load: PageServerLoad = async ({ locals, url }) => {
  const token = url.searchParams.get('token') ?? '';
  return { holds: (await locals.caller.auth.checkSignUpLink({ token })).valid };
};

export const actions: Actions = {
  default: formAction(async ({ caller, text, url }) => {
    const token = url.searchParams.get('token') ?? '';
    await caller.auth.confirmSignUp({ token, password: text('password') });
    continueTo(url);
  }),
};
