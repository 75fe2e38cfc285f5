/** What an organization demands of its members. */
export type MembershipRules = {
  /** Whether members need a second factor for everything but setting one up. */
  readonly requireSecondFactor: boolean;
  /** The domains that new members' addresses may have; empty for any. */
  readonly domains: readonly string[];
};

/** Returns whether an address may join, by the exact domain after its last @. */
export function mayJoin({ domains }: Pick<MembershipRules, 'domains'>, email: string): boolean {
  return domains.length === 0 || domains.includes(email.slice(email.lastIndexOf('@') + 1).toLowerCase());
}

/** Returns the rule that an address breaks, as its issue says it. */
export function formatDomainRule({ domains }: Pick<MembershipRules, 'domains'>): string {
  return `must be an address at ${domains.join(', ')}`;
}
