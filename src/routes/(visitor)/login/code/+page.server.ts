import { redirect } from '@sveltejs/kit';
import { auditOf, textOf } from '#ui/account/audit.ts';
import { enter, visitorQuery } from '#ui/account/enter.ts';
import { formFailure } from '#ui/kit/form-problem.ts';
import { refusalOf } from '#wire/error.ts';
import type { Actions, PageServerLoad } from './$types';

export const load: PageServerLoad = async ({ locals, cookies, url }) => {
  const { accounts, sessions } = locals.app;
  const half = cookies.get(sessions.halfCookieName);
  if (half === undefined || !(await accounts.owesSecondFactor(half)))
    redirect(303, `/login${visitorQuery(url)}`);
};

export const actions: Actions = {
  default: async (event) => {
    const form = await event.request.formData();
    const { accounts, sessions } = event.locals.app;
    const offered = {
      halfToken: event.cookies.get(sessions.halfCookieName) ?? null,
      code: textOf(form, 'code').slice(0, 100),
    };
    const attempt = await accounts.offerSecondFactor(offered, auditOf(event)).catch((thrown: unknown) => {
      if (refusalOf(thrown)?.details?.['reason'] === 'login_over')
        redirect(303, `/login${visitorQuery(event.url)}`);
      return formFailure(thrown, form);
    });
    return 'token' in attempt ? enter(event, attempt) : attempt;
  },
};
