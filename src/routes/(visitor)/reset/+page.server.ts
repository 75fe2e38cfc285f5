import { redirect } from '@sveltejs/kit';
import { createFormAction } from '#ui/kit/form-action.ts';
import { forgetLinkToken, nameLink, readLinkToken, readShownToken } from '#ui/kit/link-token.ts';
import type { Actions, PageServerLoad } from './$types';

export const load: PageServerLoad = async (event) => {
  const token = readLinkToken(event, 'reset');
  const { valid } = await event.locals.caller.auth.checkResetLink({ token });
  return { holds: valid, link: nameLink(token) };
};

export const actions: Actions = {
  default: createFormAction(async (submitted) => {
    const { caller, text } = submitted;
    const token = readShownToken(submitted, 'reset');
    await caller.auth.resetPassword({ token, password: text('password') });
    forgetLinkToken(submitted, 'reset');
    redirect(303, '/login?reset');
  }),
};
