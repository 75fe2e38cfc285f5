import { redirect } from '@sveltejs/kit';
import { continueTo, visitorQuery } from '#ui/account/after-sign-in.ts';
import { formAction } from '#ui/kit/form-action.ts';
import { refusalOf } from '#wire/error.ts';
import type { Actions, PageServerLoad } from './$types';

export const load: PageServerLoad = async ({ locals, url }) => {
  const { valid } = await locals.caller.auth.checkPendingSignIn({});
  if (!valid) redirect(303, `/login${visitorQuery(url)}`);
};

export const actions: Actions = {
  default: formAction(async ({ caller, text, url }) => {
    await caller.auth.confirmSecondFactor({ code: text('code') }).catch((thrown: unknown) => {
      if (refusalOf(thrown)?.details?.['reason'] === 'login_over')
        redirect(303, `/login${visitorQuery(url)}`);
      throw thrown;
    });
    continueTo(url);
  }),
};
