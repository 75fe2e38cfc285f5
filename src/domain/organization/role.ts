export const ROLES = ['owner', 'admin', 'member', 'viewer'] as const;
export type Role = (typeof ROLES)[number];

type Right = 'read' | 'send' | 'administer' | 'own';

const RIGHTS: { readonly [R in Role]: readonly Right[] } = {
  owner: ['read', 'send', 'administer', 'own'],
  admin: ['read', 'send', 'administer'],
  member: ['read', 'send'],
  viewer: ['read'],
};

/** The roles that each role may give and take away. Nobody manages roles above their own. */
const MANAGED: { readonly [R in Role]: readonly Role[] } = {
  owner: ROLES,
  admin: ['admin', 'member', 'viewer'],
  member: [],
  viewer: [],
};

/** Checks whether a member with this role has a right. */
export function may(role: Role, right: Right): boolean {
  return RIGHTS[role].includes(right);
}

/**
 * Returns the roles that a person with this role may give. They may also change or remove members who have
 * these roles.
 */
export function listManagedRoles(role: Role): readonly Role[] {
  return MANAGED[role];
}
export type { Right };
