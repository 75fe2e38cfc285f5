import { redirect } from '@sveltejs/kit';
import { CHOSEN_SCOPES } from '#domain/organization/key-scope.ts';
import { listTeamChoices } from '#ui/account/members/team-choices.ts';
import { createFormAction } from '#ui/kit/form-action.ts';
import { throwPageRefusal } from '#ui/kit/page-refusal.ts';
import type { Actions, PageServerLoad } from './$types';

export const load: PageServerLoad = async ({ parent, locals }) => {
  await parent();
  try {
    const [keys, teams] = await Promise.all([locals.caller.apiKey.list({}), locals.caller.team.list({})]);
    return { keys: keys.items, teams: listTeamChoices(teams.items), now: Date.now() };
  } catch (thrown) {
    return throwPageRefusal(thrown);
  }
};

export const actions: Actions = {
  create: createFormAction(async ({ caller, form, text }) => {
    const networks = text('allowedNetworks')
      .split(/[\s,;]+/)
      .filter((word) => word !== '');
    const { apiKey, secret } = await caller.apiKey.create({
      name: text('name').trim(),
      ...(form.has('teamId') ? { teamId: text('teamId') } : {}),
      scopes: CHOSEN_SCOPES.filter((scope) => form.getAll('scopes').includes(scope)),
      expiresInDays: text('expiresInDays') === '' ? null : Number(text('expiresInDays')),
      allowedNetworks: networks.length === 0 ? null : networks,
    });
    return { created: { id: apiKey.id, name: apiKey.name, secret } };
  }),
  enterTestMode: createFormAction(async ({ caller }) => {
    await caller.organization.enterTestMode({});
    redirect(303, '/settings/api-keys');
  }),
  revoke: createFormAction(async ({ caller, text }) => {
    await caller.apiKey.revoke({ id: text('id') });
    return { revoked: text('id') };
  }),
};
