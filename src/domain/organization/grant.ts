/**
 * How a grant of an agent ended: a person ended it in the dashboard, the client gave it up or its tokens were used
 * twice, or nothing was left that could renew it.
 */
export const GRANT_ENDS = ['person', 'client', 'expired'] as const;
export type GrantEnd = (typeof GRANT_ENDS)[number];
