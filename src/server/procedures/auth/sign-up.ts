import { refusal } from '#domain/errors.ts';
import type { NewOrganization } from '#wire/organization.ts';
import type { Audit } from '#server/context.ts';
import { createOrganization } from '#server/procedures/organization/bootstrap.ts';
import type { World } from '#server/world.ts';
import { askForLink } from './ask-for-link.ts';
import type { Entered } from './enter.ts';

/**
 * Makes an organization with its owner, logs the owner in, and mails a link that proves the address. `forbidden` where
 * the operator closed sign-up.
 */
export async function signUp(world: World, input: NewOrganization, audit: Audit): Promise<Entered> {
  const rate = await world.rates.login.take(audit.ipAddress ?? 'unknown');
  if (world.config.signup === 'closed')
    throw refusal('forbidden', undefined, 'Sign-up is closed on this server.');
  const made = await createOrganization(world, input, audit, (tx) =>
    askForLink(world, tx, 'verify', input.email.trim()),
  );
  return { ...(await world.sessions.start(made.userId, made.organizationId, audit)), rate };
}
