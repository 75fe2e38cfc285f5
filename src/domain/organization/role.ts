export const ROLES = ['owner', 'admin', 'member', 'viewer'] as const;
export type Role = (typeof ROLES)[number];

type Right = 'read' | 'send' | 'administer';

const RIGHTS: { readonly [R in Role]: readonly Right[] } = {
  owner: ['read', 'send', 'administer'],
  admin: ['read', 'send', 'administer'],
  member: ['read', 'send'],
  viewer: ['read'],
};

/** Whether a member of the dashboard with this role may do what needs `right`. */
export function may(role: Role, right: Right): boolean {
  return RIGHTS[role].includes(right);
}
export type { Right };
