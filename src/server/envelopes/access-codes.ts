import type { AuthenticationInput } from '#domain/envelope/authentication.ts';
import type { WireAuthenticationInput } from '#wire/authentication.ts';
import { hashPassword } from '#server/crypto/password/password.ts';

type Coded = { readonly authentication?: WireAuthenticationInput };
type Hashed<Person> = Omit<Person, 'authentication'> & {
  readonly authentication: AuthenticationInput | undefined;
};

/** Replaces participants' access codes with hashes. */
export async function withHashedCodes<Person extends Coded>(
  people: readonly Person[],
): Promise<Hashed<Person>[]> {
  return await Promise.all(
    people.map(async ({ authentication, ...person }) => ({
      ...person,
      authentication: await hashCode(authentication),
    })),
  );
}

/** Replaces the access codes of a template's recipients with hashes. */
export async function withHashedRecipients<Person extends Coded>(
  recipients: Readonly<Record<string, Person>> = {},
): Promise<Record<string, Hashed<Person>>> {
  const hashed = await withHashedCodes(Object.values(recipients));
  return Object.fromEntries(
    Object.keys(recipients).flatMap((role, index) => {
      const person = hashed[index];
      return person === undefined ? [] : [[role, person] as const];
    }),
  );
}

async function hashCode(input: WireAuthenticationInput): Promise<AuthenticationInput | undefined> {
  if (input?.method !== 'access_code') return input;
  const { method, code } = input;
  return { method, codeHash: code === undefined ? null : await hashPassword(code) };
}
