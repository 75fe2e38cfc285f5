import { validateMeans, type Means } from '#domain/envelope/authentication.ts';
import { createInvalidRefusal, toJsonPointer } from '#domain/errors.ts';
import type { WireAuthenticationInput } from '#wire/authentication.ts';
import { transaction } from '#server/db/client/transaction.ts';
import { listEnabledProviders } from '#server/db/organizations/identity-providers.ts';
import type { Services } from '#server/runtime/services.ts';

type From = Pick<Services, 'db' | 'sms'>;

/** Returns the means of authentication that are set up. */
export async function readMeans({ db, sms }: From, organizationId: string): Promise<Means> {
  const providers = await transaction(db, { organizationId }, (tx) =>
    listEnabledProviders(tx, organizationId),
  );
  return { sms: sms !== null, providers: providers.map(({ id }) => id) };
}

type Person = { readonly authentication?: WireAuthenticationInput };

/**
 * Refuses people who would have to authenticate by means that aren't set up. `part` is the property that
 * lists the people.
 */
export async function requireMeans(
  services: From,
  organizationId: string,
  people: readonly Person[] | Readonly<Record<string, Person>>,
  part: 'participants' | 'recipients',
): Promise<void> {
  const chosen = Object.entries(people);
  if (!chosen.some(([, { authentication }]) => authentication !== undefined)) return;
  const means = await readMeans(services, organizationId);
  const issues = chosen.flatMap(([name, { authentication }]) =>
    validateMeans(authentication, means, toJsonPointer(part, name)),
  );
  if (issues.length > 0) throw createInvalidRefusal(issues);
}
