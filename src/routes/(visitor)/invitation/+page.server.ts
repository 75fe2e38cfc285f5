import { redirect } from '@sveltejs/kit';
import { auditOf, textOf } from '#ui/account/audit.ts';
import { enter, TOKEN_PAGE_HEADERS } from '#ui/account/enter.ts';
import { formFailure } from '#ui/kit/form-problem.ts';
import { refusalOf } from '#wire/error.ts';
import type { Actions, PageServerLoad } from './$types';

export const load: PageServerLoad = async ({ locals, url, setHeaders }) => {
  setHeaders(TOKEN_PAGE_HEADERS);
  const token = url.searchParams.get('token') ?? '';
  return {
    token,
    invitation: await locals.app.accounts.readInvitation(token),
    loggedInAs: locals.session?.user.email ?? null,
  };
};

export const actions: Actions = {
  accept: async (event) => {
    const form = await event.request.formData();
    const { app, session } = event.locals;
    const token = textOf(form, 'token');
    if (session === null) redirect(303, `/invitation?token=${encodeURIComponent(token)}`);
    try {
      await app.accounts.acceptInvitation(token, session, auditOf(event));
    } catch (thrown) {
      return formFailure(thrown, form);
    }
    redirect(303, '/envelopes');
  },
  join: async (event) => {
    const form = await event.request.formData();
    const account = {
      token: textOf(form, 'token'),
      name: textOf(form, 'name').trim(),
      password: textOf(form, 'password'),
    };
    const attempt = await event.locals.app.accounts
      .joinAsNew(account, auditOf(event))
      .catch((thrown: unknown) => {
        if (refusalOf(thrown)?.code === 'invalid_state')
          redirect(303, `/login?invitation=${encodeURIComponent(account.token)}`);
        return formFailure(thrown, form);
      });
    return 'token' in attempt ? enter(event, attempt) : attempt;
  },
};
