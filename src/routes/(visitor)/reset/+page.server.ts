import { redirect } from '@sveltejs/kit';
import { invalid } from '#domain/errors.ts';
import { newPassword } from '#wire/member.ts';
import { toIssues } from '#wire/issues.ts';
import { auditOf, textOf } from '#ui/account/audit.ts';
import { TOKEN_PAGE_HEADERS } from '#ui/account/enter.ts';
import { formFailure } from '#ui/kit/form-problem.ts';
import type { Actions, PageServerLoad } from './$types';

export const load: PageServerLoad = async ({ locals, url, setHeaders }) => {
  setHeaders(TOKEN_PAGE_HEADERS);
  return { holds: await locals.app.accounts.resetLinkHolds(url.searchParams.get('token') ?? '') };
};

export const actions: Actions = {
  default: async (event) => {
    const form = await event.request.formData();
    const { app } = event.locals;
    try {
      const parsed = newPassword.safeParse(textOf(form, 'password'));
      if (!parsed.success)
        throw invalid(toIssues(parsed.error).map(({ message }) => ({ path: '/password', message })));
      const token = event.url.searchParams.get('token') ?? '';
      await app.accounts.resetPassword({ token, password: parsed.data }, auditOf(event));
    } catch (thrown) {
      return formFailure(thrown, form);
    }
    event.cookies.delete(app.sessions.cookieName, { path: '/' });
    redirect(303, '/login?reset');
  },
};
