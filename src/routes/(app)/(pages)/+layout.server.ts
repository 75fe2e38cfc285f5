import { may } from '#domain/organization/role.ts';
import type { LayoutServerLoad } from './$types';

export const load: LayoutServerLoad = async ({ parent, locals }) => {
  const { role, needsSecondFactor } = await parent();
  const [{ keepsMail }, { items: views }, yourTurn] = await Promise.all([
    locals.caller.instance.get({}),
    needsSecondFactor ? { items: [] } : locals.caller.view.list({}),
    needsSecondFactor ? 0 : locals.caller.envelope.yourTurn({}),
  ]);
  // Kept emails contain signing links, so only administrators may read them.
  return { keepsMail: keepsMail && may(role, 'administer'), views, yourTurn };
};
