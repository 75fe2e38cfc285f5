import { auditOf, textOf } from '#ui/account/audit.ts';
import { enter } from '#ui/account/enter.ts';
import { formFailure } from '#ui/kit/form-problem.ts';
import type { Actions } from './$types';

export const actions: Actions = {
  default: async (event) => {
    const form = await event.request.formData();
    const account = {
      organization: textOf(form, 'organization').trim(),
      name: textOf(form, 'name').trim(),
      email: textOf(form, 'email').trim(),
      password: textOf(form, 'password'),
    };
    const attempt = await event.locals.app.accounts
      .signUp(account, auditOf(event))
      .catch((thrown: unknown) => formFailure(thrown, form));
    if (!('kind' in attempt)) return attempt;
    return attempt.kind === 'session' ? enter(event, attempt) : { mailedTo: account.email };
  },
};
