/**
 * How an agent's grant ended: a person revoked it, the client gave it up or reused its tokens, or it expired.
 */
export const GRANT_ENDS = ['person', 'client', 'expired'] as const;
export type GrantEnd = (typeof GRANT_ENDS)[number];
