import { fail } from '@sveltejs/kit';
import { isMailAddress } from '#domain/mail-address.ts';
import { auditOf, textOf } from '#ui/account/audit.ts';
import { formFailure } from '#ui/kit/form-problem.ts';
import type { Actions } from './$types';
import { m } from '#i18n/compiled/messages.js';

export const actions: Actions = {
  default: async (event) => {
    const form = await event.request.formData();
    const email = textOf(form, 'email').trim();
    if (!isMailAddress(email))
      return fail(422, {
        problem: '',
        issues: { email: m.account_forgot_invalid() },
        values: { email },
      });
    try {
      await event.locals.app.accounts.requestReset({ email }, auditOf(event));
      return { sentTo: email };
    } catch (thrown) {
      return formFailure(thrown, form);
    }
  },
};
