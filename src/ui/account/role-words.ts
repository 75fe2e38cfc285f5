import type { Role } from '#domain/organization/role.ts';
import { m } from '#i18n/compiled/messages.js';

/** The names of roles, and what each role may do. */
export const ROLE_WORDS: Readonly<Record<Role, { label: () => string; about: () => string }>> = {
  owner: { label: m.settings_role_owner, about: m.settings_role_owner_about },
  admin: { label: m.settings_role_admin, about: m.settings_role_admin_about },
  member: { label: m.settings_role_member, about: m.settings_role_member_about },
  viewer: { label: m.settings_role_viewer, about: m.settings_role_viewer_about },
};
