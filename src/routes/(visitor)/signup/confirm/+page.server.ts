import { continueTo } from '#ui/account/after-sign-in.ts';
import { readPasskey } from '#ui/account/passkey-form.ts';
import { formAction } from '#ui/kit/form-action.ts';
import type { Actions, PageServerLoad } from './$types';

const tokenOf = (url: URL) => url.searchParams.get('token') ?? '';

/** Opening the link changes nothing: mail scanners open links too. */
export const load: PageServerLoad = async ({ locals, url }) =>
  await locals.caller.auth.checkSignUpLink({ token: tokenOf(url) });

export const actions: Actions = {
  password: formAction(async ({ caller, text, url }) => {
    await caller.auth.confirmSignUp({ token: tokenOf(url), password: text('password') });
    continueTo(url);
  }),
  begin: formAction(async ({ caller, url }) => ({
    passkey: JSON.stringify(await caller.passkeySignUp.beginConfirmation({ token: tokenOf(url) })),
  })),
  finish: formAction(async (submitted) => {
    const { caller, url } = submitted;
    await caller.passkeySignUp.confirm({ token: tokenOf(url), ...readPasskey(submitted) });
    continueTo(url);
  }),
};
