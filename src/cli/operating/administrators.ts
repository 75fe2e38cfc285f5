import type { DatabaseAddress } from '#server/db/client/address.ts';
import {
  addInstanceAdministrator,
  listInstanceAdministrators,
  removeInstanceAdministrator,
} from '#server/db/instance/administrators.ts';

type Owner = { readonly owner: DatabaseAddress };

/** Lists the people who run the instance. */
export async function listAdministrators({ owner }: Owner): Promise<void> {
  const people = await listInstanceAdministrators(owner);
  if (people.length === 0)
    process.stdout.write('No administrators yet. Add one with: administrators add EMAIL\n');
  for (const { email, name, hasSecondFactor } of people)
    process.stdout.write(
      `${email}  ${name}${hasSecondFactor ? '' : '  (has to set up two-step verification first)'}\n`,
    );
}

export async function addAdministrator({ owner }: Owner, email: string): Promise<void> {
  if (!(await addInstanceAdministrator(owner, email)))
    throw new Error(`there is no account with the confirmed address ${email}: sign up first`);
  process.stdout.write(
    `${email} administers the instance at /administration, signed in with two-step verification\n`,
  );
}

export async function removeAdministrator({ owner }: Owner, email: string): Promise<void> {
  if (!(await removeInstanceAdministrator(owner, email)))
    throw new Error(`${email} is not an administrator of the instance`);
  process.stdout.write(`${email} no longer administers the instance\n`);
}
