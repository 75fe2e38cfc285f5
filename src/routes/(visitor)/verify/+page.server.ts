import { auditOf } from '#ui/account/audit.ts';
import { TOKEN_PAGE_HEADERS } from '#ui/account/enter.ts';
import { formFailure } from '#ui/kit/form-problem.ts';
import type { Actions, PageServerLoad } from './$types';

/** Opening the link changes nothing: mail scanners open it, too. */
export const load: PageServerLoad = ({ setHeaders }) => {
  setHeaders(TOKEN_PAGE_HEADERS);
};

export const actions: Actions = {
  default: async (event) => {
    const form = await event.request.formData();
    try {
      const token = event.url.searchParams.get('token') ?? '';
      return { verified: (await event.locals.app.accounts.confirmEmail({ token }, auditOf(event))).email };
    } catch (thrown) {
      return formFailure(thrown, form);
    }
  },
};
