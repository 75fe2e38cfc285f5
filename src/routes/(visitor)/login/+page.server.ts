import { fail } from '@sveltejs/kit';
import { auditOf, textOf } from '#ui/account/audit.ts';
import { askForSecondFactor, enter, TOKEN_PAGE_HEADERS } from '#ui/account/enter.ts';
import { nextPath } from '#ui/account/next-path.ts';
import { formFailure, type FormProblem } from '#ui/kit/form-problem.ts';
import { refusalOf } from '#wire/error.ts';
import type { Actions, PageServerLoad } from './$types';
import { m } from '#i18n/compiled/messages.js';

export const load: PageServerLoad = ({ url, setHeaders }) => {
  const invitation = url.searchParams.get('invitation');
  if (invitation !== null) setHeaders(TOKEN_PAGE_HEADERS);
  return {
    invitation,
    next: nextPath(url.searchParams.get('next')),
    wasGoing: url.searchParams.has('next'),
    hasReset: url.searchParams.has('reset'),
  };
};

export const actions: Actions = {
  default: async (event) => {
    const form = await event.request.formData();
    const email = textOf(form, 'email').trim();
    const invitation = event.url.searchParams.get('invitation') ?? undefined;
    const deviceToken = event.cookies.get(event.locals.app.sessions.deviceCookieName) ?? null;
    const credentials = { email, password: textOf(form, 'password'), invitation, deviceToken };
    const attempt = await event.locals.app.accounts
      .logIn(credentials, auditOf(event))
      .catch((thrown: unknown) => {
        // The same answer for an unknown address and a wrong password, so no one learns who has an account.
        const refused = refusalOf(thrown);
        if (refused?.code !== 'unauthorized' || refused.details?.['reason'] !== undefined)
          return formFailure(thrown, form);
        const wrong: FormProblem = {
          problem: m.account_sign_in_wrong(),
          issues: {},
          values: { email },
        };
        return fail(401, wrong);
      });
    if (!('kind' in attempt)) return attempt;
    return attempt.kind === 'session' ? enter(event, attempt) : askForSecondFactor(event, attempt);
  },
};
