import { continueTo } from '#ui/account/after-sign-in.ts';
import { formAction } from '#ui/kit/form-action.ts';
import type { Actions } from './$types';

export const actions: Actions = {
  default: formAction(async ({ caller, text, url }) => {
    const account = {
      organization: text('organization').trim(),
      name: text('name').trim(),
      email: text('email').trim(),
      password: text('password'),
    };
    const answer = await caller.auth.signUp(account);
    if ('status' in answer) return { mailedTo: account.email };
    continueTo(url);
  }),
};
