import { continueTo } from '#ui/account/after-sign-in.ts';
import { readPasskey } from '#ui/account/passkey-form.ts';
import { createFormAction, type Submitted } from '#ui/kit/form-action.ts';
import { forgetLinkToken, readLinkToken } from '#ui/kit/link-token.ts';
import type { Actions, PageServerLoad } from './$types';

/** Opening the link changes nothing, because mail scanners open links too. */
export const load: PageServerLoad = async (event) =>
  await event.locals.caller.auth.checkSignUpLink({ token: readLinkToken(event, 'signup') });

export const actions: Actions = {
  password: createFormAction(async (submitted) => {
    const { caller, text } = submitted;
    await caller.auth.confirmSignUp({
      token: readLinkToken(submitted, 'signup'),
      password: text('password'),
    });
    enter(submitted);
  }),
  begin: createFormAction(async (submitted) => ({
    passkey: JSON.stringify(
      await submitted.caller.passkeySignUp.beginConfirmation({ token: readLinkToken(submitted, 'signup') }),
    ),
  })),
  finish: createFormAction(async (submitted) => {
    const token = readLinkToken(submitted, 'signup');
    await submitted.caller.passkeySignUp.confirm({ token, ...readPasskey(submitted) });
    enter(submitted);
  }),
};

function enter(submitted: Submitted): never {
  forgetLinkToken(submitted, 'signup');
  return continueTo(submitted.url);
}
