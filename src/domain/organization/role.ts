export const ROLES = ['owner', 'admin', 'member', 'viewer'] as const;
export type Role = (typeof ROLES)[number];

type Right = 'read' | 'send' | 'administer';

const RIGHTS: { readonly [R in Role]: readonly Right[] } = {
  owner: ['read', 'send', 'administer'],
  admin: ['read', 'send', 'administer'],
  member: ['read', 'send'],
  viewer: ['read'],
};

/** The roles that somebody may give, and may take from others: nobody makes or unmakes who stands above them. */
const MANAGED: { readonly [R in Role]: readonly Role[] } = {
  owner: ROLES,
  admin: ['admin', 'member', 'viewer'],
  member: [],
  viewer: [],
};

/** Whether a member of the dashboard with this role may do what needs `right`. */
export function may(role: Role, right: Right): boolean {
  return RIGHTS[role].includes(right);
}

/** The roles that a person of this role may give to others, and whose bearers they may change or remove. */
export function managedRoles(role: Role): readonly Role[] {
  return MANAGED[role];
}
export type { Right };
