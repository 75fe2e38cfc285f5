import { m } from '#i18n/compiled/messages.js';
import { createFormAction } from '#ui/kit/form-action.ts';
import { groupIssuesByInput } from '#ui/kit/form-problem.ts';
import type { Actions } from './$types';

export const actions: Actions = {
  default: createFormAction(
    async ({ caller, text }) => {
      const email = text('email').trim();
      await caller.auth.requestPasswordReset({ email });
      return { sentTo: email };
    },
    {
      issuesOf: (issues) =>
        'email' in groupIssuesByInput(issues) ? { email: m.account_forgot_invalid() } : {},
    },
  ),
};
