import { ROLES, type Role } from '#domain/organization/role.ts';
import { parseAddresses, inviteAll } from '#ui/account/members/invite-all.ts';
import { createSettingsAction } from '#ui/account/settings-action.ts';
import type { Submitted } from '#ui/kit/form-action.ts';
import { throwPageRefusal } from '#ui/kit/page-refusal.ts';
import type { Actions, PageServerLoad } from './$types';

export const load: PageServerLoad = async ({ parent, locals }) => {
  await parent();
  try {
    const [list, activity, teams] = await Promise.all([
      locals.caller.member.list({}),
      locals.caller.member.activity({}),
      locals.caller.team.list({}),
    ]);
    const activeAt = new Map(activity.items.map(({ userId, lastActiveAt }) => [userId, lastActiveAt]));
    const privateTeams = teams.items.filter(({ isPrivate }) => isPrivate);
    return {
      ...list,
      hasPrivateTeams: privateTeams.length > 0,
      members: list.members.map((member) => ({
        ...member,
        lastActiveAt: activeAt.get(member.userId) ?? null,
        teams: privateTeams
          .filter(({ members }) => members.some(({ userId }) => userId === member.userId))
          .map(({ name }) => name),
      })),
    };
  } catch (thrown) {
    return throwPageRefusal(thrown);
  }
};

/** Reads a role from a form. The procedure rejects invalid roles. */
function readRole({ text }: Submitted): Role {
  const given = text('role');
  return ROLES.find((role) => role === given) ?? (given as Role);
}

export const actions: Actions = {
  invite: createSettingsAction('invite', async (submitted) => {
    const emails = parseAddresses(submitted.text('email'));
    return await inviteAll(emails, (email) =>
      submitted.caller.member.invite({ email, role: readRole(submitted) }),
    );
  }),
  resend: createSettingsAction('resend', async ({ caller, text }) => {
    await caller.member.resendInvitation({ id: text('id') });
    return undefined;
  }),
  revoke: createSettingsAction('revoke', async ({ caller, text }) => {
    await caller.member.revokeInvitation({ id: text('id') });
    return undefined;
  }),
  changeRole: createSettingsAction('changeRole', async (submitted) => {
    const userId = submitted.text('id');
    await submitted.caller.member.changeRole({ userId, role: readRole(submitted) });
    return undefined;
  }),
  remove: createSettingsAction('remove', async ({ caller, text }) => {
    await caller.member.remove({ userId: text('id') });
    return undefined;
  }),
};
