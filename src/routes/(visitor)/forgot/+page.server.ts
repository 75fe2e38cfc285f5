import { m } from '#i18n/compiled/messages.js';
import { formAction } from '#ui/kit/form-action.ts';
import { issuesByInput } from '#ui/kit/form-problem.ts';
import type { Actions } from './$types';

export const actions: Actions = {
  default: formAction(
    async ({ caller, text }) => {
      const email = text('email').trim();
      await caller.auth.requestPasswordReset({ email });
      return { sentTo: email };
    },
    { issuesOf: (issues) => ('email' in issuesByInput(issues) ? { email: m.account_forgot_invalid() } : {}) },
  ),
};
