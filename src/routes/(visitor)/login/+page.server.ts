import { auditOf, textOf } from '#ui/account/audit.ts';
import { enter } from '#ui/account/enter.ts';
import { formFailure, type FormProblem } from '#ui/kit/form-problem.ts';
import { refusalOf } from '#wire/error.ts';
import { fail } from '@sveltejs/kit';
import type { Actions } from './$types';

export const actions: Actions = {
  default: async (event) => {
    const form = await event.request.formData();
    const email = textOf(form, 'email').trim();
    const credentials = { email, password: textOf(form, 'password') };
    const attempt = await event.locals.app.sessions
      .login(credentials, auditOf(event))
      .catch((thrown: unknown) => {
        // One answer for an unknown address and a wrong password, so that nobody learns who has an account.
        if (refusalOf(thrown)?.code !== 'unauthorized') return formFailure(thrown, form);
        const refused: FormProblem = {
          problem: 'E-mail or password is not right.',
          issues: {},
          values: { email },
        };
        return fail(401, refused);
      });
    return 'token' in attempt ? enter(event, attempt) : attempt;
  },
};
