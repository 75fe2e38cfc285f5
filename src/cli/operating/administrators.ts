import { parseArgs } from 'node:util';
import { readConfig } from '#server/runtime/config.ts';
import {
  addInstanceAdministrator,
  listInstanceAdministrators,
  removeInstanceAdministrator,
} from '#server/db/instance/administrators.ts';
import { prepareDatabase } from '../database.ts';

/** Manages the people who run the instance: `administrators [list | add EMAIL | remove EMAIL]`. */
export async function manageAdministrators(args: string[]): Promise<void> {
  const [verb = 'list', email, ...rest] = parseArgs({ args, allowPositionals: true }).positionals;
  if (
    !['list', 'add', 'remove'].includes(verb) ||
    rest.length > 0 ||
    (verb === 'list') !== (email === undefined)
  )
    throw new Error('use administrators list, add EMAIL or remove EMAIL: see npm run cli -- help');
  const { owner, stop } = await prepareDatabase(readConfig());
  try {
    if (email === undefined) return await list(owner);
    if (verb === 'remove') {
      if (!(await removeInstanceAdministrator(owner, email)))
        throw new Error(`${email} is not an administrator of the instance`);
      process.stdout.write(`${email} no longer administers the instance\n`);
      return;
    }
    if (!(await addInstanceAdministrator(owner, email)))
      throw new Error(`there is no account with the confirmed address ${email}: sign up first`);
    process.stdout.write(
      `${email} administers the instance at /administration, signed in with two-step verification\n`,
    );
  } finally {
    await stop();
  }
}

async function list(owner: Parameters<typeof listInstanceAdministrators>[0]): Promise<void> {
  const people = await listInstanceAdministrators(owner);
  if (people.length === 0)
    process.stdout.write('No administrators yet. Add one with: administrators add EMAIL\n');
  for (const { email, name, hasSecondFactor } of people)
    process.stdout.write(
      `${email}  ${name}${hasSecondFactor ? '' : '  (has to set up two-step verification first)'}\n`,
    );
}
