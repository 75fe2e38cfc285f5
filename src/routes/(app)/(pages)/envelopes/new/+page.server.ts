import { error } from '@sveltejs/kit';
import { ERRORS } from '#domain/errors.ts';
import { may } from '#domain/organization/role.ts';
import type { PageServerLoad } from './$types';

export const load: PageServerLoad = async ({ parent, locals }) => {
  const { role, user } = await parent();
  if (!may(role, 'send')) error(ERRORS.forbidden.status, ERRORS.forbidden.message);
  const [{ mark }, { defaults, methods }, teams] = await Promise.all([
    locals.caller.live.mark({}),
    locals.caller.organization.composing({}),
    locals.caller.team.list({}),
  ]);
  const own = teams.items.filter(
    ({ isPrivate, members }) => !isPrivate || members.some(({ userId }) => userId === user.id),
  );
  // The default comes first.
  const sorted = own.toSorted((a, b) => Number(a.isPrivate) - Number(b.isPrivate));
  return {
    mark,
    methods,
    textTags: defaults.textTags,
    teams: sorted.map(({ id, name }) => ({ id, name })),
  };
};
