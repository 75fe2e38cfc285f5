import { findFirstAccountUrl } from '#server/organizations/first-account.ts';
import type { OperatorServices } from './with-services.ts';

/** Prints the address that creates the first account, which administers the instance. */
export async function printFirstAccount(services: OperatorServices): Promise<void> {
  const url = await findFirstAccountUrl(services);
  if (url === null)
    throw new Error('there is an account already: administrators add EMAIL names another administrator');
  process.stdout.write(`${url}\n`);
}
