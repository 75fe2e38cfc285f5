import { z } from 'zod';
import { requestAccountChangeEmail } from '#domain/account/security.ts';
import { createInvalidRefusal } from '#domain/errors.ts';
import { givenPassword } from '#wire/member.ts';
import { linkToken } from '#wire/session.ts';
import { hashToken } from '#server/crypto/account-token.ts';
import {
  dropAccountLinks,
  findAccountLink,
  takeAccountLink,
  type AccountLink,
} from '#server/db/accounts/account-links.ts';
import { endPendingSignIns } from '#server/db/accounts/pending-sign-ins.ts';
import { endSessions } from '#server/db/accounts/sessions.ts';
import { changeEmail, lockUserByEmail, readUser, type User } from '#server/db/accounts/users.ts';
import type { Transaction } from '#server/db/client/client.ts';
import { findBrokenRules } from './allowed-address.ts';
import { provePassword } from './prove-password.ts';
import type { Services } from '#server/runtime/services.ts';
import { attemptProcedure } from '#server/trpc/audience.ts';
import type { Audit } from '#server/runtime/context.ts';
import { endAgents } from '#server/procedures/auth/end-access.ts';
import { createLinkOverRefusal } from '#server/procedures/auth/password-reset.ts';
import { requestLink } from '#server/procedures/auth/request-link.ts';
import { transaction } from '#server/db/client/transaction.ts';

/**
 * Confirms a change of address by a link. Returns `asked` if the new address still has to confirm, or
 * `changed` if the link was the one sent there. Works only for someone who is signed in to the account or
 * knows its password.
 */
export const confirmEmailChange = attemptProcedure
  .input(z.strictObject({ token: linkToken, password: givenPassword.optional() }))
  .output(z.object({ status: z.enum(['asked', 'changed']), email: z.string() }))
  .mutation(async ({ ctx: { services, session, audit }, input: { token, password } }) => {
    const found = await findChange(services, token);
    if (found === null) throw createLinkOverRefusal();
    const isOwner = session?.user.id === found.owner.id;
    if (!isOwner) {
      if (password === undefined)
        throw createInvalidRefusal([
          { path: '/password', message: "is required: enter this account's password" },
        ]);
      await provePassword(services, found.owner.id, password);
    }
    return await transaction(services.db, null, async (tx) => {
      const { from, to } = found.change;
      const owner = await lockUserByEmail(tx, from);
      const link = await takeAccountLink(tx, found.kind, hashToken(token), services.clock());
      if (link === null || owner?.id !== found.owner.id) throw createLinkOverRefusal();
      if (found.kind === 'change_from') {
        await requestLink(services, tx, 'change_to', to, { change: found.change });
        return { status: 'asked' as const, email: to };
      }
      // The rule may be newer than the request for the change.
      if ((await findBrokenRules(tx, owner.id, found.change)) !== null) throw createLinkOverRefusal();
      await apply(tx, services, { owner, from, to, audit, keptSession: isOwner ? session.id : null });
      return { status: 'changed' as const, email: to };
    });
  });

type Change = NonNullable<AccountLink['change']>;

async function findChange(
  { db, clock }: Services,
  token: string,
): Promise<{ kind: 'change_from' | 'change_to'; change: Change; owner: User } | null> {
  for (const kind of ['change_from', 'change_to'] as const) {
    const { change } = (await findAccountLink(db.drizzle, kind, hashToken(token), clock())) ?? {
      change: null,
    };
    const owner = change === null ? null : await readUser(db.drizzle, change.userId);
    if (change !== null && owner !== null && owner.email === change.from) return { kind, change, owner };
  }
  return null;
}

/** Ends everything that a change of password ends, and every link that was sent to either address. */
async function apply(
  tx: Transaction,
  services: Services,
  {
    owner,
    from,
    to,
    audit,
    keptSession,
  }: Pick<Change, 'from' | 'to'> & { owner: User; audit: Audit; keptSession: string | null },
): Promise<void> {
  const now = services.clock();
  if (!(await changeEmail(tx, owner.id, to, now))) throw createLinkOverRefusal();
  for (const kind of ['reset', 'verify', 'change_from', 'change_to'] as const) {
    await dropAccountLinks(tx, kind, from);
    await dropAccountLinks(tx, kind, to);
  }
  await endAgents(tx, services, owner, audit);
  await endSessions(tx, owner.id, keptSession);
  await endPendingSignIns(tx, owner.id);
  await services.queue.enqueue(tx, [requestAccountChangeEmail(owner.id, 'email_changed', now, from)]);
}
