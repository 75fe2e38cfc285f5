import { guessPersonName } from '#domain/account/guess-name.ts';
import { Refusal } from '#domain/errors.ts';
import type { Database } from '#server/db/client/client.ts';
import { transaction } from '#server/db/client/transaction.ts';
import { claimInstance, hasAccounts } from '#server/db/instance/first-account.ts';
import { bootstrapOrganization, checkOrganization } from '#server/procedures/organization/bootstrap.ts';

type Options = {
  readonly organization: string;
  readonly email: string;
  readonly password: string;
  readonly name?: string | undefined;
  readonly json?: true | undefined;
};

type Bootstrapped = Awaited<ReturnType<typeof bootstrapOrganization>>;

/**
 * Creates an organization with its first team, owner and API key, and prints their identifiers and the key. The
 * owner of the first one administers the instance.
 */
export async function bootstrap(
  { db }: { readonly db: Database },
  { organization, email, password, name, json }: Options,
): Promise<void> {
  try {
    // Recipients see who asks them to sign. If there is no name, that's the organization.
    const person = name ?? guessPersonName(email) ?? organization;
    const checked = await checkOrganization({ organization, email, password, name: person });
    const isFirst = !(await hasAccounts(db));
    const made = await bootstrapOrganization(db, checked);
    // Someone at the server's console needs no code for the first account.
    if (isFirst) await transaction(db, null, (tx) => claimInstance(tx, made.userId));
    print(made, json === true);
  } catch (error) {
    throw error instanceof Refusal ? new Error(formatIssues(error)) : error;
  }
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
