import { groupIssuesByInput } from '#ui/kit/form-problem.ts';
import { formatRefusal } from '#ui/kit/refusal-text.ts';
import { toWireError } from '#wire/error.ts';

type Invited = {
  readonly counts: { readonly invited: number };
  readonly leftOut: readonly { readonly name: string; readonly problem: string }[];
};

/**
 * Returns the addresses in a list without duplicates. If there are none, returns one empty address, which the
 * procedure refuses.
 */
export function parseAddresses(text: string): string[] {
  const addresses = text.split(/[\s,;]+/).filter((address) => address !== '');
  return addresses.length === 0 ? [''] : [...new Set(addresses)];
}

/**
 * Invites people one after the other until the rate limit is reached. Refused addresses are reported as left
 * out. If all are refused, rejects with the first refusal.
 */
export async function inviteAll(
  emails: readonly string[],
  invite: (email: string) => Promise<unknown>,
): Promise<Invited> {
  const refusals = new Map<string, { thrown: unknown; problem: string; isLimit: boolean }>();
  for (const [at, email] of emails.entries())
    try {
      await invite(email);
    } catch (thrown) {
      const refused = toWireError(thrown);
      if (refused === null) throw thrown;
      const { email: issue } = groupIssuesByInput(refused.details?.['issues']);
      const refusal = {
        thrown,
        problem: issue ?? formatRefusal(refused),
        isLimit: refused.code === 'rate_limited',
      };
      for (const name of refusal.isLimit ? emails.slice(at) : [email]) refusals.set(name, refusal);
      if (refusal.isLimit) break;
    }
  const [first] = refusals.values();
  if (first !== undefined && refusals.size === emails.length) throw first.thrown;
  return {
    counts: { invited: emails.length - refusals.size },
    leftOut: [...refusals].map(([name, { problem }]) => ({ name, problem })),
  };
}
