import { LIMITS } from '#domain/limits.ts';
import { auditOf, textOf } from '#ui/account/audit.ts';
import { TOKEN_PAGE_HEADERS } from '#ui/account/enter.ts';
import { formFailure } from '#ui/kit/form-problem.ts';
import type { Actions, PageServerLoad } from './$types';

/** Opening the link changes nothing, because mail scanners open it too. */
export const load: PageServerLoad = ({ locals, setHeaders }) => {
  setHeaders(TOKEN_PAGE_HEADERS);
  return { loggedIn: locals.session !== null };
};

export const actions: Actions = {
  default: async (event) => {
    const form = await event.request.formData();
    try {
      const { app, session } = event.locals;
      const token = event.url.searchParams.get('token') ?? '';
      const given = { token, password: textOf(form, 'password').slice(0, LIMITS.passwordMaxChars) };
      return { verified: (await app.accounts.confirmEmail(given, session, auditOf(event))).email };
    } catch (thrown) {
      return formFailure(thrown, form);
    }
  },
};
