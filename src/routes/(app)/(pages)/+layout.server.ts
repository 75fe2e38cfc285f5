import { may } from '#domain/organization/role.ts';
import type { LayoutServerLoad } from './$types';

export const load: LayoutServerLoad = async ({ parent, locals }) => {
  const { role } = await parent();
  // Kept mails carry signing links: only who administers the organization reads them.
  return { keepsMail: locals.app.keepsMail && may(role, 'administer') };
};
