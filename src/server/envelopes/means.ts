import type { Means } from '#domain/envelope/authentication.ts';
import { validatePersonMeans } from '#domain/envelope/person-means.ts';
import type { SigningInput } from '#domain/envelope/signing.ts';
import { createInvalidRefusal, toJsonPointer } from '#domain/errors.ts';
import type { WireAuthenticationInput } from '#wire/authentication.ts';
import { getSigningParty } from '#server/crypto/webauthn/signing-party.ts';
import { transaction } from '#server/db/client/transaction.ts';
import { listEnabledProviders } from '#server/db/organizations/identity-providers.ts';
import type { Services } from '#server/runtime/services.ts';

type From = Pick<Services, 'db' | 'sms' | 'config'>;

/** Returns the means of authentication that are set up. */
export async function readMeans({ db, sms, config }: From, organizationId: string): Promise<Means> {
  const providers = await transaction(db, { organizationId }, (tx) =>
    listEnabledProviders(tx, organizationId),
  );
  const passkeys = getSigningParty(config.http) !== null;
  return { sms: sms !== null, providers: providers.map(({ id }) => id), passkeys };
}

type Person = {
  readonly authentication?: WireAuthenticationInput;
  readonly signing?: SigningInput | undefined;
};

/**
 * Refuses people who would have to authenticate or sign by means that aren't set up. `part` is the property that
 * lists the people.
 */
export async function requireMeans(
  services: From,
  organizationId: string,
  people: readonly Person[] | Readonly<Record<string, Person>>,
  part: 'participants' | 'recipients',
): Promise<void> {
  const chosen = Object.entries(people);
  const isPlain = ({ authentication, signing }: Person) =>
    authentication === undefined && signing === undefined;
  if (chosen.every(([, person]) => isPlain(person))) return;
  const means = await readMeans(services, organizationId);
  const issues = chosen.flatMap(([name, person]) =>
    validatePersonMeans(person, means, toJsonPointer(part, name)),
  );
  if (issues.length > 0) throw createInvalidRefusal(issues);
}
