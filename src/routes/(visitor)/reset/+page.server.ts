import { redirect } from '@sveltejs/kit';
import { createFormAction } from '#ui/kit/form-action.ts';
import { forgetLinkToken, readLinkToken } from '#ui/kit/link-token.ts';
import type { Actions, PageServerLoad } from './$types';

export const load: PageServerLoad = async (event) => {
  const token = readLinkToken(event, 'reset');
  return { holds: (await event.locals.caller.auth.checkResetLink({ token })).valid };
};

export const actions: Actions = {
  default: createFormAction(async (submitted) => {
    const { caller, text } = submitted;
    const token = readLinkToken(submitted, 'reset');
    await caller.auth.resetPassword({ token, password: text('password') });
    forgetLinkToken(submitted, 'reset');
    redirect(303, '/login?reset');
  }),
};
