import { ROLES, type Role } from '#domain/organization/role.ts';
import { textOf } from '#ui/account/audit.ts';
import { settingsAction } from '#ui/account/settings-action.ts';
import { pageRefusal } from '#ui/kit/page-refusal.ts';
import type { Actions, PageServerLoad } from './$types';

export const load: PageServerLoad = async ({ parent, locals }) => {
  await parent();
  try {
    return await locals.caller.member.list({});
  } catch (thrown) {
    return pageRefusal(thrown);
  }
};

/** Reads a role from a form. The procedure rejects invalid ones. */
function roleIn(form: FormData): Role {
  const given = textOf(form, 'role');
  return ROLES.find((role) => role === given) ?? (given as Role);
}

export const actions: Actions = {
  invite: settingsAction('invite', async ({ member }, form) => {
    await member.invite({ email: textOf(form, 'email').trim(), role: roleIn(form) });
    return undefined;
  }),
  resend: settingsAction('resend', async ({ member }, form) => {
    await member.resendInvitation({ id: textOf(form, 'id') });
    return undefined;
  }),
  revoke: settingsAction('revoke', async ({ member }, form) => {
    await member.revokeInvitation({ id: textOf(form, 'id') });
    return undefined;
  }),
  changeRole: settingsAction('changeRole', async ({ member }, form) => {
    await member.changeRole({ userId: textOf(form, 'id'), role: roleIn(form) });
    return undefined;
  }),
  remove: settingsAction('remove', async ({ member }, form) => {
    await member.remove({ userId: textOf(form, 'id') });
    return undefined;
  }),
};
