/** The API's messages for refusals that mean more than their code. Pages show these in their own language. */
export const REFUSAL_MESSAGES = {
  wrong_credentials: 'Wrong email or password.',
  wrong_code: 'That code is wrong or has already been used. Enter a new one.',
  link_used: 'This link has expired or has already been used.',
  sign_in_expired: 'This sign-in took too long. Start again.',
  person_sends:
    "This agent can't send. Leave the envelope as a draft, and give the user the link to review it.",
  consent_expired: 'This request has expired. Start again from the app.',
  invitation_other_address: 'This invitation was sent to a different address.',
  invitation_expired: 'This invitation has expired.',
  invitation_over: 'This invitation has expired, was revoked or has already been used.',
  address_has_account: 'This address has an account. Sign in to accept.',
  passkey_unknown: "This passkey isn't registered here, or it was removed.",
  totp_exists: 'You already have an authenticator app. Remove it first.',
  totp_not_started: 'Start adding the authenticator app again.',
  address_managed: "Your organization manages this address, so you can't change it here.",
  totp_missing: 'Recovery codes need an authenticator app. Add one first.',
  sign_up_closed: 'Sign-up is closed on this server.',
  email_unconfirmed:
    'Confirm your email address first. Use the link that we emailed you, or request a new one in your profile.',
  operator_only: 'Only the operator can create organizations on this server.',
  team_in_use: 'This team still has envelopes, templates or API keys.',
  last_team: 'An organization needs at least one team that everyone belongs to.',
  team_public: 'Everyone belongs to this team. Make it private to choose its members.',
  team_not_yours: "Only the team's members and owners can add people or open the team to everyone.",
  last_owner: 'An organization needs an owner. Make someone else an owner first.',
  role_not_assignable: "Your role doesn't allow you to assign this role.",
  webhook_disabled: 'The webhook is disabled. Enable it first.',
  webhooks_full: 'The organization has reached the maximum number of webhooks.',
  identity_provider_in_use: 'Envelopes name this identity provider. Disable it instead.',
  identity_provider_needed: 'Recipients still have to sign in with this identity provider.',
  identity_providers_full: 'The organization has reached the maximum number of identity providers.',
  identity_provider_failed:
    "The identity provider can't be reached or didn't answer as expected. Try again later.",
  single_sign_on_required: 'Your organization requires single sign-on for this address.',
  other_sign_in_needed: 'Sign out, then sign in to that organization.',
  connections_full: 'The organization has reached the maximum number of connections.',
  connection_enforced:
    'Members have to sign in with this connection. Make it optional before you change its provider.',
  connection_untested: 'Test the connection first.',
  owner_unsecured:
    'An owner needs an authenticator app or a passkey first, to get in when the identity provider is down.',
  resolver_failed: "The domain's name servers can't be reached. Try again later.",
  domain_record_missing:
    "The record wasn't found. It can take a while until a new record is visible everywhere.",
  domain_taken: 'Another organization has verified this domain.',
  form_closed: "This form isn't available anymore.",
  template_archived: 'The template is archived. Restore it to use it.',
  second_factor_required:
    'This organization requires two-step verification. Set it up in your profile, or sign in again with it.',
  second_factor_first: 'Set up two-step verification for yourself first, and sign in with it.',
  address_not_allowed: "This organization doesn't accept members with your email address's domain.",
  organization_suspended:
    'This organization is suspended. You can read and export everything, but not send. Contact the operator of this server.',
  name_held:
    'This name resembles that of a well-known service. You can prepare envelopes; sending starts once the operator of this server has approved the name.',
  link_suspended: "This link doesn't work anymore, because the sender's account is suspended.",
  quota_daily: "Your organization has reached today's limit for this. Try again tomorrow.",
  live_only: 'This is managed in the live organization. Leave test mode to change it.',
  storage_full:
    "Your organization's storage is full. Delete drafts you no longer need, or contact the operator of this server.",
  envelope_held: 'A legal hold keeps this envelope. Release the hold first.',
  envelope_not_ended:
    "Only an envelope that has ended can be erased. If it's completed, wait until it's sealed.",
  no_organization: "This account doesn't belong to an organization.",
} as const;
export type RefusalName = keyof typeof REFUSAL_MESSAGES;
