import type { AdministrativeAction } from '#domain/organization/administrative-actions.ts';
import { m } from '#i18n/compiled/messages.js';

type Sentence = (names: { actor: string; subject: string }) => string;

/** One sentence for each entry of the audit log. */
export const AUDIT_SENTENCES: Readonly<Record<AdministrativeAction, Sentence>> = {
  'organization.created': m.settings_audit_organization_created,
  'organization.renamed': m.settings_audit_organization_renamed,
  'organization.branding_changed': m.settings_audit_organization_branding_changed,
  'organization.defaults_changed': m.settings_audit_organization_defaults_changed,
  'organization.embedding_changed': m.settings_audit_organization_embedding_changed,
  'organization.membership_rules_changed': m.settings_audit_organization_membership_rules_changed,
  'member.invited': m.settings_audit_member_invited,
  'invitation.resent': m.settings_audit_invitation_resent,
  'invitation.revoked': m.settings_audit_invitation_revoked,
  'member.joined': m.settings_audit_member_joined,
  'member.role_changed': m.settings_audit_member_role_changed,
  'member.removed': m.settings_audit_member_removed,
  'member.left': m.settings_audit_member_left,
  'team.created': m.settings_audit_team_created,
  'team.renamed': m.settings_audit_team_renamed,
  'team.deleted': m.settings_audit_team_deleted,
  'team.made_private': m.settings_audit_team_made_private,
  'team.made_public': m.settings_audit_team_made_public,
  'team.member_added': m.settings_audit_team_member_added,
  'team.member_removed': m.settings_audit_team_member_removed,
  'api_key.created': m.settings_audit_api_key_created,
  'api_key.revoked': m.settings_audit_api_key_revoked,
  'agent.allowed': m.settings_audit_agent_allowed,
  'agent.ended': m.settings_audit_agent_ended,
  'template.form_published': m.settings_audit_template_form_published,
  'template.form_deleted': m.settings_audit_template_form_deleted,
  'webhook.created': m.settings_audit_webhook_created,
  'webhook.changed': m.settings_audit_webhook_changed,
  'webhook.secret_rotated': m.settings_audit_webhook_secret_rotated,
  'webhook.deleted': m.settings_audit_webhook_deleted,
  'identity_provider.created': m.settings_audit_identity_provider_created,
  'identity_provider.changed': m.settings_audit_identity_provider_changed,
  'identity_provider.deleted': m.settings_audit_identity_provider_deleted,
};
