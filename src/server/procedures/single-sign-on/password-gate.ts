import { createRefusal } from '#domain/errors.ts';
import { getEmailDomain, mayUsePassword } from '#domain/organization/identity/single-sign-on.ts';
import { REFUSAL_MESSAGES } from '#domain/refusal-messages.ts';
import type { Database, Transaction } from '#server/db/client/client.ts';
import { transaction } from '#server/db/client/transaction.ts';
import { readMembership } from '#server/db/accounts/users.ts';
import { readLiveOrganizationId } from '#server/db/organizations/standings.ts';
import { readConnection } from '#server/db/single-sign-on/connections.ts';
import { findVerifiedDomain } from '#server/db/single-sign-on/email-domains.ts';
import { hasSecondFactor } from '#server/db/single-sign-on/identities.ts';
import type { Session } from '#server/surface/principal.ts';

/**
 * The organization whose identity provider people of a domain have to use, and whether a certain person is
 * barred from using a password.
 */
type Gate = { readonly organizationId: string; readonly isBarred: boolean };

/**
 * Returns what the organization of an address requires of its members; null if no organization enforces
 * single sign-on for the address. `userId` is null for an address without an account, which is never barred.
 */
export async function findPasswordGate(
  db: Database,
  email: string,
  userId: string | null,
): Promise<Gate | null> {
  const emailDomain = getEmailDomain(email);
  if (emailDomain === null) return null;
  const found = await transaction(db, { emailDomain }, (tx) => findVerifiedDomain(tx, emailDomain));
  if (found === null || found.connectionId === null) return null;
  const { organizationId, connectionId } = found;
  return await transaction(db, { organizationId }, async (tx) => {
    const stored = await readConnection(tx, organizationId, connectionId);
    if (stored === null || !stored.connection.enabled || !stored.connection.enforced) return null;
    if (userId === null) return { organizationId, isBarred: false };
    const membership = await readMembership(tx, organizationId, userId);
    const isSecured = await hasSecondFactor(tx, userId);
    return { organizationId, isBarred: !mayUsePassword(membership?.role ?? null, isSecured) };
  });
}

/**
 * Refuses to open a session without the identity provider for someone whose organization requires the
 * provider.
 */
export async function requirePasswordAllowed(
  db: Database,
  { id, email }: { readonly id: string; readonly email: string },
): Promise<void> {
  const gate = await findPasswordGate(db, email, id);
  if (gate?.isBarred === true) throw createSingleSignOnRefusal();
}

/**
 * Refuses someone who would join, without single sign-on, an organization that requires it for their address.
 */
export async function requireJoinAllowed(
  tx: Transaction,
  { organizationId, email }: { readonly organizationId: string; readonly email: string },
): Promise<void> {
  const emailDomain = getEmailDomain(email);
  // Within the organization's scope, only its own domains are found.
  const found = emailDomain === null ? null : await findVerifiedDomain(tx, emailDomain);
  if (found === null || found.connectionId === null) return;
  const stored = await readConnection(tx, organizationId, found.connectionId);
  if (stored?.connection.enabled === true && stored.connection.enforced) throw createSingleSignOnRefusal();
}

/**
 * Checks whether a session may switch to another organization. An identity provider only vouches for its own
 * organization, and a password doesn't replace a required provider.
 */
export async function mayEnter(
  db: Database,
  { user, organization, singleSignOn }: Session,
  organizationId: string,
): Promise<boolean> {
  const live = await readLiveOrganization(db, organizationId);
  if (live === (organization.testOf ?? organization.id)) return true;
  if (singleSignOn) return false;
  const gate = await findPasswordGate(db, user.email, user.id);
  return gate?.organizationId !== live || !gate.isBarred;
}

/**
 * Returns the live organization that decides how people sign in to a given one. That is the organization
 * itself, unless it is a test environment.
 */
async function readLiveOrganization(db: Database, organizationId: string): Promise<string> {
  const testOf = await transaction(db, { organizationId }, (tx) =>
    readLiveOrganizationId(tx, organizationId),
  );
  return testOf ?? organizationId;
}

export function createSingleSignOnRefusal() {
  const details = { reason: 'single_sign_on_required' };
  return createRefusal('unauthorized', details, REFUSAL_MESSAGES.single_sign_on_required);
}
