/** What an organization demands of its members. */
export type MembershipRules = {
  /** Whether members need a second factor for everything except setting one up. */
  readonly requireSecondFactor: boolean;
  /** The email domains that new members may have; empty for any. */
  readonly domains: readonly string[];
  /**
   * Whether members and viewers see only the envelopes that they sent themselves and those of private teams
   * they belong to. Administrators see all.
   */
  readonly seeOwnOnly: boolean;
};

/** Checks whether an address may join. Compares the exact domain after the last @. */
export function mayJoin({ domains }: Pick<MembershipRules, 'domains'>, email: string): boolean {
  return domains.length === 0 || domains.includes(email.slice(email.lastIndexOf('@') + 1).toLowerCase());
}

/** Returns the domain rule as the message of the issue that reports an address which breaks it. */
export function formatDomainRule({ domains }: Pick<MembershipRules, 'domains'>): string {
  return `must be an address at ${domains.join(', ')}`;
}
