import type { Role } from '#domain/organization/role.ts';

/** How roles are called, and what they are for. */
export const ROLE_WORDS: Readonly<Record<Role, { label: string; article: string; about: string }>> = {
  owner: { label: 'Owner', article: 'an owner', about: 'may do everything, also make and unmake owners' },
  admin: { label: 'Admin', article: 'an admin', about: 'manages members, teams, keys and settings' },
  member: { label: 'Member', article: 'a member', about: 'makes and sends envelopes' },
  viewer: { label: 'Viewer', article: 'a viewer', about: 'sees everything and changes nothing' },
};
