/** What the people who run the instance can do to accounts and organizations. Each is recorded with a reason, if it has one. */
export const INSTANCE_ACTION_NAMES = [
  'person.signed_out',
  'person.second_factor_reset',
  'organization.suspended',
  'organization.unsuspended',
  'organization.name_approved',
] as const;

export type InstanceAction = (typeof INSTANCE_ACTION_NAMES)[number];
