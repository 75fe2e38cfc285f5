import { continueTo } from '#ui/account/after-sign-in.ts';
import { readPasskey } from '#ui/account/passkey-form.ts';
import { createFormAction, type Submitted } from '#ui/kit/form-action.ts';
import { forgetLinkToken, nameLink, readLinkToken, readShownToken } from '#ui/kit/link-token.ts';
import type { Actions, PageServerLoad } from './$types';

/** Opening the link changes nothing, because mail scanners open links too. */
export const load: PageServerLoad = async (event) => {
  const token = readLinkToken(event, 'signup');
  return { ...(await event.locals.caller.auth.checkSignUpLink({ token })), link: nameLink(token) };
};

export const actions: Actions = {
  password: createFormAction(async (submitted) => {
    const { caller, text } = submitted;
    await caller.auth.confirmSignUp({
      token: readShownToken(submitted, 'signup'),
      password: text('password'),
    });
    enter(submitted);
  }),
  begin: createFormAction(async (submitted) => ({
    passkey: JSON.stringify(
      await submitted.caller.passkeySignUp.beginConfirmation({ token: readShownToken(submitted, 'signup') }),
    ),
  })),
  finish: createFormAction(async (submitted) => {
    const token = readShownToken(submitted, 'signup');
    await submitted.caller.passkeySignUp.confirm({ token, ...readPasskey(submitted) });
    enter(submitted);
  }),
};

function enter(submitted: Submitted): never {
  forgetLinkToken(submitted, 'signup');
  return continueTo(submitted.url);
}
