import { redirect } from '@sveltejs/kit';
import { continueTo, buildVisitorQuery } from '#ui/account/after-sign-in.ts';
import { createFormAction } from '#ui/kit/form-action.ts';
import { toWireError } from '#wire/error.ts';
import type { Actions, PageServerLoad } from './$types';

export const load: PageServerLoad = async ({ locals, url }) => {
  const { valid } = await locals.caller.auth.checkPendingSignIn({});
  if (!valid) redirect(303, `/login${buildVisitorQuery(url)}`);
};

export const actions: Actions = {
  default: createFormAction(async ({ caller, text, url }) => {
    await caller.auth.confirmSecondFactor({ code: text('code') }).catch((thrown: unknown) => {
      if (toWireError(thrown)?.details?.['reason'] === 'login_over')
        redirect(303, `/login${buildVisitorQuery(url)}`);
      throw thrown;
    });
    continueTo(url);
  }),
};
