import { continueTo } from '#ui/account/after-sign-in.ts';
import { readPasskey } from '#ui/account/passkey-form.ts';
import { createFormAction, type Submitted } from '#ui/kit/form-action.ts';
import type { Actions } from './$types';

function readPerson({ text }: Submitted) {
  return {
    organization: text('organization').trim(),
    name: text('name').trim(),
    email: text('email').trim(),
    ...(text('code') === '' ? {} : { code: text('code') }),
  };
}

export const actions: Actions = {
  password: createFormAction(async (submitted) => {
    const { caller, text, url } = submitted;
    const account = { ...readPerson(submitted), password: text('password') };
    const answer = await caller.auth.signUp(account);
    if ('status' in answer) return { mailedTo: account.email };
    continueTo(url);
  }),
  begin: createFormAction(async (submitted) => {
    const person = readPerson(submitted);
    const answer = await submitted.caller.passkeySignUp.begin(person);
    return 'status' in answer ? { mailedTo: person.email } : { passkey: JSON.stringify(answer) };
  }),
  finish: createFormAction(async (submitted) => {
    await submitted.caller.passkeySignUp.finish({ ...readPerson(submitted), ...readPasskey(submitted) });
    continueTo(submitted.url);
  }),
};
