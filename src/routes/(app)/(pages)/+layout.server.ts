import { may } from '#domain/organization/role.ts';
import type { LayoutServerLoad } from './$types';

export const load: LayoutServerLoad = async ({ parent, locals }) => {
  const { role, needsSecondFactor, organization, user } = await parent();
  const [{ keepsMail, mailDelayedSince }, { items: views }, yourTurn] = await Promise.all([
    locals.caller.instance.get({}),
    needsSecondFactor ? { items: [] } : locals.caller.view.list({}),
    needsSecondFactor ? 0 : locals.caller.envelope.yourTurn({}),
  ]);
  // Kept emails contain signing links, so only administrators may read them.
  const kept: 'test' | 'outbox' | null = organization.testOf !== null ? 'test' : keepsMail ? 'outbox' : null;
  return {
    outbox: may(role, 'administer') ? kept : null,
    views,
    yourTurn,
    keepsMail,
    mailDelayedSince,
    // Without a mail server, there is no link for confirming an address.
    isUnconfirmed: !keepsMail && !user.emailVerified,
  };
};
