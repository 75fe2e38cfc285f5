/** Administrative actions that the audit log records. */
export const ADMINISTRATIVE_ACTION_NAMES = [
  'organization.created',
  'organization.renamed',
  'organization.branding_changed',
  'organization.defaults_changed',
  'organization.embedding_changed',
  'member.invited',
  'invitation.resent',
  'invitation.revoked',
  'member.joined',
  'member.role_changed',
  'member.removed',
  'member.left',
  'team.created',
  'team.renamed',
  'team.deleted',
  'api_key.created',
  'api_key.revoked',
  'agent.allowed',
  'agent.ended',
  'webhook.created',
  'webhook.changed',
  'webhook.secret_rotated',
  'webhook.deleted',
] as const;

export type AdministrativeAction = (typeof ADMINISTRATIVE_ACTION_NAMES)[number];
