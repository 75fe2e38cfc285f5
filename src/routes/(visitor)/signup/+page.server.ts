import { continueTo } from '#ui/account/after-sign-in.ts';
import { readPasskey } from '#ui/account/passkey-form.ts';
import { formAction, type Submitted } from '#ui/kit/form-action.ts';
import type { Actions } from './$types';

function personOf({ text }: Submitted) {
  return {
    organization: text('organization').trim(),
    name: text('name').trim(),
    email: text('email').trim(),
  };
}

export const actions: Actions = {
  password: formAction(async (submitted) => {
    const { caller, text, url } = submitted;
    const account = { ...personOf(submitted), password: text('password') };
    const answer = await caller.auth.signUp(account);
    if ('status' in answer) return { mailedTo: account.email };
    continueTo(url);
  }),
  begin: formAction(async (submitted) => {
    const person = personOf(submitted);
    const answer = await submitted.caller.passkeySignUp.begin(person);
    return 'status' in answer ? { mailedTo: person.email } : { passkey: JSON.stringify(answer) };
  }),
  finish: formAction(async (submitted) => {
    await submitted.caller.passkeySignUp.finish({ ...personOf(submitted), ...readPasskey(submitted) });
    continueTo(submitted.url);
  }),
};
