import { auditOf, textOf } from '#ui/account/audit.ts';
import { enter } from '#ui/account/enter.ts';
import { formFailure } from '#ui/kit/form-problem.ts';
import { refusalOf } from '#wire/error.ts';
import { fail } from '@sveltejs/kit';
import type { Actions } from './$types';

export const actions: Actions = {
  default: async (event) => {
    const form = await event.request.formData();
    const email = textOf(form, 'email').trim();
    try {
      const { login } = event.locals.app.sessions;
      return enter(event, await login({ email, password: textOf(form, 'password') }, auditOf(event)));
    } catch (error) {
      // One answer for an unknown address and a wrong password, so that nobody learns who has an account.
      if (refusalOf(error)?.code !== 'unauthorized') return formFailure(error, form);
      return fail(401, { problem: 'E-mail or password is not right.', issues: {}, values: { email } });
    }
  },
};
