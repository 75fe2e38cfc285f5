import { error } from '@sveltejs/kit';
import { ERRORS } from '#domain/errors.ts';
import { may } from '#domain/organization/role.ts';
import { listTeamChoices } from '#ui/account/members/team-choices.ts';
import type { PageServerLoad } from './$types';

export const load: PageServerLoad = async ({ parent, locals }) => {
  const { role } = await parent();
  if (!may(role, 'send')) error(ERRORS.forbidden.status, ERRORS.forbidden.message);
  const [{ mark }, { defaults, methods }, teams] = await Promise.all([
    locals.caller.live.mark({}),
    locals.caller.organization.composing({}),
    locals.caller.team.list({}),
  ]);
  return {
    mark,
    methods,
    textTags: defaults.textTags,
    teams: listTeamChoices(teams.items),
  };
};
