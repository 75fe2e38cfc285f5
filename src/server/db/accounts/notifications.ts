import { and, eq, sql } from 'drizzle-orm';
import type { SenderEmail } from '#domain/account/sender-emails.ts';
import type { Drizzle, Transaction } from '#server/db/client/client.ts';
import { memberships } from '#server/db/schema/memberships.ts';
import { teamMembers, teams } from '#server/db/schema/teams.ts';
import { users } from '#server/db/schema/users.ts';

/** Returns which emails about their own envelopes a member has turned off. Null if they aren't a member. */
export async function readMutedEmails(
  tx: Transaction,
  organizationId: string,
  userId: string,
): Promise<readonly SenderEmail[] | null> {
  const [row] = await tx
    .select({ muted: memberships.mutedEmails })
    .from(memberships)
    .where(matchMember(organizationId, userId));
  return row?.muted ?? null;
}

/**
 * Returns which emails about an envelope its sender has turned off. Null if they no longer belong to the
 * organization, or to the envelope's private team: what they may not see anymore isn't emailed to them either.
 */
export async function readSenderMuted(
  tx: Transaction,
  { organizationId, teamId }: { readonly organizationId: string; readonly teamId: string },
  userId: string,
): Promise<readonly SenderEmail[] | null> {
  const [row] = await tx
    .select({ muted: memberships.mutedEmails })
    .from(memberships)
    .where(
      and(
        matchMember(organizationId, userId),
        sql`not exists (select from ${teams} where ${teams.organizationId} = ${organizationId} and ${teams.id} = ${teamId}
          and ${teams.isPrivate} and not exists (select from ${teamMembers}
            where ${teamMembers.organizationId} = ${organizationId} and ${teamMembers.teamId} = ${teamId}
              and ${teamMembers.userId} = ${userId}))`,
      ),
    );
  return row?.muted ?? null;
}

/** Replaces the list of emails that a member has turned off. */
export async function setMutedEmails(
  tx: Transaction,
  organizationId: string,
  userId: string,
  muted: readonly SenderEmail[],
): Promise<void> {
  await tx
    .update(memberships)
    .set({ mutedEmails: [...muted] })
    .where(matchMember(organizationId, userId));
}

/** Turns one email on or off. Returns false if the person isn't a member. */
export async function muteEmail(
  tx: Transaction,
  { organizationId, userId, email, muted }: MemberEmail,
): Promise<boolean> {
  const others = sql`array_remove(${memberships.mutedEmails}, ${email})`;
  const rows = await tx
    .update(memberships)
    .set({ mutedEmails: muted ? sql`array_append(${others}, ${email})` : others })
    .where(matchMember(organizationId, userId))
    .returning({ userId: memberships.userId });
  return rows.length === 1;
}

type MemberEmail = {
  readonly organizationId: string;
  readonly userId: string;
  readonly email: SenderEmail;
  readonly muted: boolean;
};

/** Records the time zone of a person's browser. */
export async function setTimeZone(db: Drizzle, userId: string, timeZone: string): Promise<void> {
  await db.update(users).set({ timeZone }).where(eq(users.id, userId));
}

/** Moves a member's next digest to Monday morning in their time zone. */
export async function moveDigest(
  tx: Transaction,
  organizationId: string,
  userId: string,
  { timeZone, now }: { readonly timeZone: string; readonly now: Date },
): Promise<void> {
  await tx
    .update(memberships)
    .set({ digestAt: sql`next_digest_at(${timeZone}, ${now.toISOString()}::timestamptz)` })
    .where(matchMember(organizationId, userId));
}

function matchMember(organizationId: string, userId: string) {
  return and(eq(memberships.organizationId, organizationId), eq(memberships.userId, userId));
}
