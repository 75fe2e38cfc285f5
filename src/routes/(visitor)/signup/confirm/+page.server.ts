import { LIMITS } from '#domain/limits.ts';
import { auditOf, textOf } from '#ui/account/audit.ts';
import { enter, TOKEN_PAGE_HEADERS } from '#ui/account/enter.ts';
import { formFailure } from '#ui/kit/form-problem.ts';
import type { Actions, PageServerLoad } from './$types';

/** Opening the link changes nothing, because mail scanners open it too. */
export const load: PageServerLoad = async ({ locals, url, setHeaders }) => {
  setHeaders(TOKEN_PAGE_HEADERS);
  return { holds: await locals.app.accounts.signUpLinkHolds(url.searchParams.get('token') ?? '') };
};

export const actions: Actions = {
  default: async (event) => {
    const form = await event.request.formData();
    const given = {
      token: event.url.searchParams.get('token') ?? '',
      password: textOf(form, 'password').slice(0, LIMITS.passwordMaxChars),
    };
    const attempt = await event.locals.app.accounts
      .confirmSignUp(given, auditOf(event))
      .catch((thrown: unknown) => formFailure(thrown, form));
    return 'token' in attempt ? enter(event, attempt) : attempt;
  },
};
