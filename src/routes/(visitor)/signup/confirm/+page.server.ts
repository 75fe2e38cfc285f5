import { continueTo } from '#ui/account/after-sign-in.ts';
import { readPasskey } from '#ui/account/passkey-form.ts';
import { createFormAction } from '#ui/kit/form-action.ts';
import type { Actions, PageServerLoad } from './$types';

const readToken = (url: URL) => url.searchParams.get('token') ?? '';

/** Opening the link changes nothing, because mail scanners open links too. */
export const load: PageServerLoad = async ({ locals, url }) =>
  await locals.caller.auth.checkSignUpLink({ token: readToken(url) });

export const actions: Actions = {
  password: createFormAction(async ({ caller, text, url }) => {
    await caller.auth.confirmSignUp({ token: readToken(url), password: text('password') });
    continueTo(url);
  }),
  begin: createFormAction(async ({ caller, url }) => ({
    passkey: JSON.stringify(await caller.passkeySignUp.beginConfirmation({ token: readToken(url) })),
  })),
  finish: createFormAction(async (submitted) => {
    const { caller, url } = submitted;
    await caller.passkeySignUp.confirm({ token: readToken(url), ...readPasskey(submitted) });
    continueTo(url);
  }),
};
