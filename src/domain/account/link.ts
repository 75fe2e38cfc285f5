export const LINK_KINDS = ['reset', 'verify'] as const;
/** What a link mailed to an address is for: a new password, or the proof that the address is one's own. */
export type LinkKind = (typeof LINK_KINDS)[number];
