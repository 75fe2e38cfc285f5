import { createSettingsAction } from '#ui/account/settings-action.ts';
import { throwPageRefusal } from '#ui/kit/page-refusal.ts';
import type { Actions, PageServerLoad } from './$types';

export const load: PageServerLoad = async ({ parent, locals }) => {
  await parent();
  try {
    const [teams, { members }] = await Promise.all([
      locals.caller.team.list({}),
      locals.caller.member.list({}),
    ]);
    return { teams: teams.items, people: members.map(({ userId, name }) => ({ userId, name })) };
  } catch (thrown) {
    return throwPageRefusal(thrown);
  }
};

export const actions: Actions = {
  create: createSettingsAction('create', async ({ caller, text }) => {
    await caller.team.create({ name: text('name'), isPrivate: text('isPrivate') === 'on' });
    return undefined;
  }),
  rename: createSettingsAction('rename', async ({ caller, text }) => {
    await caller.team.change({ id: text('id'), name: text('name') });
    return undefined;
  }),
  privacy: createSettingsAction('privacy', async ({ caller, text }) => {
    await caller.team.change({ id: text('id'), isPrivate: text('isPrivate') === 'true' });
    return undefined;
  }),
  addMember: createSettingsAction('addMember', async ({ caller, text }) => {
    await caller.team.addMember({ id: text('id'), userId: text('userId') });
    return undefined;
  }),
  removeMember: createSettingsAction('removeMember', async ({ caller, text }) => {
    await caller.team.removeMember({ id: text('id'), userId: text('userId') });
    return undefined;
  }),
  delete: createSettingsAction('delete', async ({ caller, text }) => {
    await caller.team.delete({ id: text('id') });
    return undefined;
  }),
};
