import { toWireError } from '#wire/error.ts';
import { createSettingsAction } from '#ui/account/settings-action.ts';
import { throwPageRefusal } from '#ui/kit/page-refusal.ts';
import type { Actions, PageServerLoad } from './$types';

export const load: PageServerLoad = async ({ parent, locals, url }) => {
  await parent();
  const words = url.searchParams.get('q') ?? '';
  const cursor = url.searchParams.get('cursor') ?? '';
  const { administration } = locals.caller;
  try {
    const [overview, organizations] = await Promise.all([
      administration.overview({}),
      administration.organizations({ words, ...(cursor === '' ? {} : { cursor }) }),
    ]);
    return { overview, organizations, words, isFirstPage: cursor === '' };
  } catch (thrown) {
    if (toWireError(thrown)?.details?.['reason'] === 'second_factor_required') return { overview: null };
    return throwPageRefusal(thrown);
  }
};

export const actions: Actions = {
  retry: createSettingsAction('retry', async ({ caller, text }) => {
    const id = text('id');
    await caller.administration.retryJobs(id === '' ? {} : { id });
    return undefined;
  }),
  suspend: createSettingsAction('organizations', async ({ caller, text }) => {
    await caller.administration.suspend({ id: text('id'), reason: text('reason') });
    return undefined;
  }),
  unsuspend: createSettingsAction('organizations', async ({ caller, text }) => {
    await caller.administration.unsuspend({ id: text('id') });
    return undefined;
  }),
  approve: createSettingsAction('organizations', async ({ caller, text }) => {
    await caller.administration.approveName({ id: text('id'), name: text('name') });
    return undefined;
  }),
};
