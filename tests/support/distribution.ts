/**
 * Tables that every node would have a full copy of, because they're read before the organization is known or
 * belong to none. All others can be distributed by organization.
 */
export const EVERYWHERE: Readonly<Record<string, string>> = {
  organizations: 'what everything is distributed by',
  users: 'a person may belong to several organizations',
  sessions: 'a person’s browser, which switches between organizations',
  account_links: 'links of people who may have no organization yet',
  pending_sign_ins: 'a person between password and second factor',
  totp_secrets: 'of a person',
  recovery_codes: 'of a person',
  passkeys: 'of a person',
  passkey_challenges: 'of a browser before anyone has signed in',
  sign_in_connections: 'leads from the URL of an identity provider to its organization',
  email_domains: 'leads from an address to its organization; one organization in all has a verified domain',
  oauth_clients: 'programs that people of any organization can use',
  oauth_keys: 'of the instance',
  oauth_records: 'steps of people who haven’t chosen an organization yet',
  instance_administrators: 'of the instance',
  seal_certificates: 'the authority of the instance is one of them, without an organization',
  revocation_lists: 'of the instance',
  mail_server_states: 'of the instance',
  rate_counts: 'counts requests before anyone is known',
  running_jobs: 'of the processes',
  secret_keys: 'of the instance',
  storage_keys: 'of the instance',
  log_identity: 'the log is the instance’s',
  log_tiles: 'the log is the instance’s',
  log_checkpoints: 'the log is the instance’s',
  log_cosignatures: 'the log is the instance’s',
  log_observers: 'the log is the instance’s',
  log_timestamps: 'the log is the instance’s',
};
