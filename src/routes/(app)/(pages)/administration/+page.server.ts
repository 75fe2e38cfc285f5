import { toWireError } from '#wire/error.ts';
import { createSettingsAction } from '#ui/account/settings-action.ts';
import { throwPageRefusal } from '#ui/kit/page-refusal.ts';
import type { Actions, PageServerLoad } from './$types';

export const load: PageServerLoad = async ({ parent, locals, url }) => {
  await parent();
  const read = (name: string) => url.searchParams.get(name) ?? '';
  const continueFrom = (cursor: string) => (cursor === '' ? {} : { cursor });
  const [words, person] = [read('q'), read('person')];
  const [cursor, personCursor, logCursor] = [read('cursor'), read('personCursor'), read('logCursor')];
  const { administration } = locals.caller;
  try {
    const [overview, organizations, people, actions] = await Promise.all([
      administration.overview({}),
      administration.organizations({ words, ...continueFrom(cursor) }),
      administration.people({ words: person, ...continueFrom(personCursor) }),
      administration.actions(continueFrom(logCursor)),
    ]);
    return {
      overview,
      organizations: { ...organizations, words, isFirstPage: cursor === '' },
      people: { ...people, words: person, isFirstPage: personCursor === '' },
      actions: { ...actions, isFirstPage: logCursor === '' },
    };
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
  signOut: createSettingsAction('people', async ({ caller, text }) => {
    await caller.administration.signOut({ id: text('id'), reason: text('reason') });
    return undefined;
  }),
  resetSecondFactor: createSettingsAction('people', async ({ caller, text }) => {
    await caller.administration.resetSecondFactor({ id: text('id'), reason: text('reason') });
    return undefined;
  }),
  approve: createSettingsAction('organizations', async ({ caller, text }) => {
    await caller.administration.approveName({ id: text('id'), name: text('name') });
    return undefined;
  }),
};
