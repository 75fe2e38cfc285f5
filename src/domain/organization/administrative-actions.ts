/** What the record of administrative actions knows, with the words it is shown in: the one table. */
export const ADMINISTRATIVE_ACTIONS = {
  'organization.created': 'made the organization',
  'organization.renamed': 'renamed the organization',
  'organization.branding_changed': 'changed the branding of',
  'organization.defaults_changed': 'changed the defaults of new envelopes of',
  'member.invited': 'invited',
  'invitation.resent': 'sent the invitation again to',
  'invitation.revoked': 'revoked the invitation of',
  'member.joined': 'joined as a member:',
  'member.role_changed': 'changed the role of',
  'member.removed': 'removed',
  'member.left': 'left the organization:',
  'team.created': 'made the team',
  'team.renamed': 'renamed the team',
  'team.deleted': 'deleted the team',
  'api_key.created': 'made the API key',
  'api_key.revoked': 'revoked the API key',
  'agent.allowed': 'let in the agent',
  'agent.ended': 'ended the access of the agent',
  'webhook.created': 'made the webhook',
  'webhook.changed': 'changed the webhook',
  'webhook.secret_rotated': 'replaced the secret of the webhook',
  'webhook.deleted': 'deleted the webhook',
} as const;

export type AdministrativeAction = keyof typeof ADMINISTRATIVE_ACTIONS;

export const ADMINISTRATIVE_ACTION_NAMES = Object.keys(ADMINISTRATIVE_ACTIONS) as [
  AdministrativeAction,
  ...AdministrativeAction[],
];
