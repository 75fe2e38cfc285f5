import { parseArgs } from 'node:util';

import { Refusal } from '#domain/errors.ts';
import { readConfig } from '#server/runtime/config.ts';
import { openDatabase } from '#server/db/client/client.ts';
import { bootstrapOrganization, checkOrganization } from '#server/procedures/organization/bootstrap.ts';

import { prepareDatabase } from './database.ts';

interface Options {
  readonly organization: string;
  readonly email: string;
  readonly password: string;
  readonly name?: string;
}

type Bootstrapped = Awaited<ReturnType<typeof bootstrapOrganization>>;

/**
 * Creates an organization with its first team, owner and API key, and prints their identifiers and the key.
 */
export async function bootstrap(args: string[]): Promise<void> {
  const { json, ...options } = readOptions(args);
  const server = await prepareDatabase(readConfig());
  try {
    const database = openDatabase(server.config.database);
    try {
      const name = options.name ?? options.email.split('@')[0] ?? options.email;
      const organization = await checkOrganization({ ...options, name });
      print(await bootstrapOrganization(database, organization), json);
    } catch (error) {
      throw error instanceof Refusal ? new Error(formatIssues(error)) : error;
    } finally {
      await database.close();
    }
  } finally {
    await server.stop();
  }
}

function readOptions(args: string[]): Options & { json: boolean } {
  const text = { type: 'string' } as const;
  const { values } = parseArgs({
    args,
    options: {
      organization: text,
      email: text,
      password: text,
      name: text,
      json: { type: 'boolean', default: false },
    },
  });
  const requireOption = (option: 'organization' | 'email' | 'password'): string => {
    const value = values[option];
    if (!value) throw new Error(`bootstrap requires --${option}: see npm run cli -- help`);
    return value;
  };
  return {
    organization: requireOption('organization'),
    email: requireOption('email'),
    password: requireOption('password'),
    ...(values.name === undefined ? {} : { name: values.name }),
    json: values.json,
  };
}

function print(made: Bootstrapped, json: boolean): void {
  const { organizationId, teamId, userId, apiKey } = made;
  const lines = Object.entries({ organizationId, teamId, userId, apiKey }).map(
    ([name, id]) => `${name}: ${id}`,
  );
  process.stdout.write(
    json ? `${JSON.stringify({ organizationId, teamId, userId, apiKey })}\n` : `${lines.join('\n')}\n`,
  );
}

/** Formats the issues of a refusal as one line. */
function formatIssues(refused: Refusal): string {
  const issues = refused.details?.['issues'];
  if (!Array.isArray(issues)) return refused.message;
  const said = issues.map(
    (issue: { path?: string; message?: string }) => `${issue.path ?? ''}: ${issue.message ?? ''}`,
  );
  return [refused.message, ...said].join(' ');
}
