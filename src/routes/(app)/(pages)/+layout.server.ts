import { may } from '#domain/organization/role.ts';
import type { LayoutServerLoad } from './$types';

export const load: LayoutServerLoad = async ({ parent, locals }) => {
  const { role, needsSecondFactor } = await parent();
  const [{ keepsMail }, { items: views }] = await Promise.all([
    locals.caller.instance.get({}),
    needsSecondFactor ? { items: [] } : locals.caller.view.list({}),
  ]);
  // Kept emails contain signing links, so only administrators may read them.
  return { keepsMail: keepsMail && may(role, 'administer'), views };
};
