-- What the program may read and write: one role, row level security for every table of an organization, and column
-- grants for rows that are written once.

-- The program works as this role. It owns no table, so forced row level security binds it.
DO $$
BEGIN
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'countersign_app') THEN
    CREATE ROLE countersign_app NOLOGIN;
  END IF;
EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL;
END $$;
DO $$
BEGIN
  EXECUTE format('GRANT countersign_app TO %I', current_user);
END $$;
GRANT USAGE ON SCHEMA public TO countersign_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO countersign_app;
ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO countersign_app;

-- A transaction sets app.organization_id. Without it, these tables have no rows.
DO $$
DECLARE name text;
BEGIN
  FOREACH name IN ARRAY ARRAY[
    'administrative_actions', 'agent_questions', 'api_keys', 'blob_reviews', 'bulk_send_rows', 'bulk_sends', 'changed_heads',
    'code_attempts', 'contacts', 'contract_readings', 'copy_recipients',
    'directory_members', 'directory_tokens', 'directory_users', 'documents', 'email_domains', 'erasures', 'export_parts', 'exports', 'envelope_fields', 'envelope_files', 'envelope_labels', 'envelope_metadata', 'envelopes', 'events', 'field_attachments',
    'form_starts', 'idempotency_keys', 'identity_providers', 'invitations', 'labels', 'legal_holds', 'log_leaves', 'mail_deliveries', 'memberships',
    'oauth_grants', 'outbox_mails', 'page_sessions', 'participants', 'quota_uses', 'saved_views', 'seal_certificates', 'search_documents',
    'sign_in_attempts', 'sign_in_connections', 'sign_in_identities', 'signature_marks', 'signer_passkeys', 'signing_attempts', 'team_members', 'teams', 'template_documents', 'template_fields', 'template_files', 'template_forms',
    'template_roles', 'templates', 'threads', 'used_assertions', 'webhook_deliveries', 'webhooks', 'weekly_digests']
  LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', name);
    EXECUTE format(
      'CREATE POLICY of_organization ON %I USING (organization_id = current_setting(''app.organization_id'', true))', name);
  END LOOP;
END $$;
ALTER TABLE organizations ENABLE ROW LEVEL SECURITY;
ALTER TABLE organizations FORCE ROW LEVEL SECURITY;
CREATE POLICY itself ON organizations USING (id = current_setting('app.organization_id', true));

-- Credentials lead to their organization: a policy shows the one row whose secret, or id from a signed token, is named.
CREATE POLICY by_link ON invitations FOR SELECT USING (token_hash = current_setting('app.invitation_hash', true));
CREATE POLICY by_user ON memberships FOR SELECT USING (user_id = current_setting('app.user_id', true));
CREATE POLICY by_verified_link ON envelopes FOR SELECT USING (id = current_setting('app.envelope_id', true));
CREATE POLICY by_form ON template_forms FOR SELECT USING (id = current_setting('app.form_id', true));
CREATE POLICY by_session ON page_sessions FOR SELECT USING (id = current_setting('app.session_id', true));
CREATE POLICY by_grant ON oauth_grants FOR SELECT USING (id = current_setting('app.grant_id', true));
CREATE POLICY end_by_grant ON oauth_grants FOR UPDATE USING (id = current_setting('app.grant_id', true));
-- A directory's token, the domain of an address, and the URL that an identity provider answers to do the same.
CREATE POLICY by_hash ON directory_tokens FOR SELECT
  USING (hash = current_setting('app.directory_hash', true) AND revoked_at IS NULL);
CREATE POLICY by_domain ON email_domains FOR SELECT
  USING (domain = current_setting('app.email_domain', true) AND verified_at IS NOT NULL);
CREATE POLICY by_url ON sign_in_connections FOR SELECT USING (id = current_setting('app.connection_id', true));
-- A credential that signs for one organization is refused by any other.
CREATE POLICY by_credential ON signer_passkeys FOR SELECT USING (id = current_setting('app.credential_id', true));
-- People see the organizations they belong to, so that they can switch between them.
CREATE POLICY of_member ON organizations FOR SELECT USING (
  EXISTS (SELECT FROM memberships WHERE memberships.organization_id = organizations.id AND memberships.user_id = current_setting('app.user_id', true)));
-- The instance's certificate authority belongs to no organization.
CREATE POLICY of_instance ON seal_certificates USING (organization_id IS NULL);
-- Its revocation list names every revoked certificate, whoever's it was.
CREATE POLICY revoked_rows ON seal_certificates FOR SELECT USING (
  current_setting('app.due_rows', true) = 'on' AND revoked_at IS NOT NULL);

-- People who run the instance see every organization with its members and seal certificates, and how many emails arrive, but nothing of
-- its envelopes. The program names the person; whether they may is looked up here, and only the owner of the tables decides it.
REVOKE INSERT, UPDATE, DELETE ON instance_administrators FROM countersign_app;
CREATE FUNCTION administers_instance() RETURNS boolean LANGUAGE sql STABLE PARALLEL SAFE SET search_path = public, pg_temp AS $$
  SELECT EXISTS (SELECT FROM instance_administrators WHERE user_id = current_setting('app.administrator_id', true))
$$;
-- The first account administers the instance. The program decides who may create it; once there is another account or an
-- administrator, this does nothing.
CREATE FUNCTION claim_instance(claimant text) RETURNS boolean LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  LOCK TABLE instance_administrators IN SHARE ROW EXCLUSIVE MODE;
  IF EXISTS (SELECT FROM users WHERE id <> claimant) OR EXISTS (SELECT FROM instance_administrators) THEN RETURN false; END IF;
  INSERT INTO instance_administrators (user_id, created_at) VALUES (claimant, now());
  RETURN true;
END $$;
CREATE POLICY of_administrator ON organizations FOR SELECT USING ((SELECT administers_instance()));
CREATE POLICY of_administrator ON memberships FOR SELECT USING ((SELECT administers_instance()));
CREATE POLICY of_administrator ON seal_certificates FOR SELECT USING ((SELECT administers_instance()));
-- What they do is recorded in their own name. The command line records as the owner, whom no policy restricts.
ALTER TABLE instance_actions ENABLE ROW LEVEL SECURITY;
CREATE POLICY of_administrator ON instance_actions FOR SELECT USING ((SELECT administers_instance()));
CREATE POLICY by_administrator ON instance_actions FOR INSERT WITH CHECK (
  actor_id = current_setting('app.administrator_id', true) AND (SELECT administers_instance()));
REVOKE UPDATE, DELETE, TRUNCATE ON instance_actions FROM countersign_app;
-- Emails are about envelopes, so the program only gets their number.
CREATE POLICY of_owner ON mail_deliveries FOR SELECT TO CURRENT_USER USING ((SELECT administers_instance()));
CREATE FUNCTION administered_mails(since timestamptz) RETURNS TABLE (sent integer, failed integer)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT (count(*) FILTER (WHERE status = 'sent'))::integer, (count(*) FILTER (WHERE status = 'failed'))::integer
  FROM mail_deliveries WHERE created_at >= since;
$$;

-- Jobs find what is due in all organizations at once. They see only rows that can be due, and then work inside each
-- organization.
CREATE POLICY due_rows ON envelopes FOR SELECT USING (
  current_setting('app.due_rows', true) = 'on' AND status IN ('draft', 'detecting', 'review', 'in_progress'));
CREATE POLICY seal_due_rows ON envelopes FOR SELECT USING (
  current_setting('app.due_rows', true) = 'on' AND seal_due_at IS NOT NULL);
CREATE POLICY due_rows ON participants FOR SELECT USING (
  current_setting('app.due_rows', true) = 'on' AND status = 'pending' AND next_reminder_at IS NOT NULL);
CREATE POLICY due_rows ON template_forms FOR SELECT USING (current_setting('app.due_rows', true) = 'on' AND is_due);
CREATE POLICY due_rows ON exports FOR SELECT USING (current_setting('app.due_rows', true) = 'on');
CREATE POLICY due_rows ON blob_reviews FOR SELECT USING (current_setting('app.due_rows', true) = 'on');
CREATE POLICY due_rows ON organizations FOR SELECT USING (current_setting('app.due_rows', true) = 'on');
CREATE POLICY due_rows ON changed_heads FOR SELECT USING (current_setting('app.due_rows', true) = 'on');
CREATE POLICY due_rows ON contract_readings FOR SELECT USING (current_setting('app.due_rows', true) = 'on');
CREATE POLICY claim_rows ON contract_readings FOR UPDATE USING (current_setting('app.due_rows', true) = 'on');
CREATE POLICY due_rows ON search_documents FOR SELECT USING (current_setting('app.due_rows', true) = 'on' AND is_due);
CREATE POLICY claim_rows ON search_documents FOR UPDATE USING (current_setting('app.due_rows', true) = 'on' AND is_due);
CREATE POLICY due_rows ON oauth_grants FOR SELECT USING (current_setting('app.due_rows', true) = 'on');
CREATE POLICY expired_rows ON oauth_grants FOR UPDATE
  USING (current_setting('app.due_rows', true) = 'on' AND ended_at IS NULL)
  WITH CHECK (current_setting('app.due_rows', true) = 'on' AND ended_at IS NOT NULL);
CREATE POLICY expired_rows ON idempotency_keys FOR DELETE USING (current_setting('app.due_rows', true) = 'on');
CREATE POLICY read_expired_rows ON idempotency_keys FOR SELECT USING (current_setting('app.due_rows', true) = 'on');
CREATE POLICY due_rows ON email_domains FOR SELECT USING (current_setting('app.due_rows', true) = 'on' AND verified_at IS NOT NULL);
CREATE POLICY expired_rows ON sign_in_attempts FOR DELETE USING (current_setting('app.due_rows', true) = 'on');
CREATE POLICY read_expired_rows ON sign_in_attempts FOR SELECT USING (current_setting('app.due_rows', true) = 'on');
CREATE POLICY expired_rows ON used_assertions FOR DELETE USING (current_setting('app.due_rows', true) = 'on');
CREATE POLICY read_expired_rows ON used_assertions FOR SELECT USING (current_setting('app.due_rows', true) = 'on');
CREATE POLICY expired_rows ON mail_deliveries FOR DELETE USING (current_setting('app.due_rows', true) = 'on');
CREATE POLICY read_expired_rows ON mail_deliveries FOR SELECT USING (current_setting('app.due_rows', true) = 'on');
CREATE POLICY expired_rows ON form_starts FOR DELETE USING (current_setting('app.due_rows', true) = 'on');
CREATE POLICY read_expired_rows ON form_starts FOR SELECT USING (current_setting('app.due_rows', true) = 'on');
CREATE POLICY expired_rows ON page_sessions FOR DELETE USING (current_setting('app.due_rows', true) = 'on');
CREATE POLICY read_expired_rows ON page_sessions FOR SELECT USING (current_setting('app.due_rows', true) = 'on');
CREATE POLICY expired_rows ON signing_attempts FOR DELETE USING (current_setting('app.due_rows', true) = 'on');
CREATE POLICY read_expired_rows ON signing_attempts FOR SELECT USING (current_setting('app.due_rows', true) = 'on');
CREATE POLICY expired_rows ON agent_questions FOR DELETE USING (current_setting('app.due_rows', true) = 'on');
CREATE POLICY read_expired_rows ON agent_questions FOR SELECT USING (current_setting('app.due_rows', true) = 'on');
CREATE POLICY expired_rows ON webhook_deliveries FOR DELETE USING (current_setting('app.due_rows', true) = 'on');
CREATE POLICY read_expired_rows ON webhook_deliveries FOR SELECT USING (current_setting('app.due_rows', true) = 'on');

CREATE POLICY due_digests ON memberships FOR SELECT USING (current_setting('app.due_rows', true) = 'on');
CREATE POLICY expired_rows ON weekly_digests FOR DELETE USING (current_setting('app.due_rows', true) = 'on');
CREATE POLICY read_expired_rows ON weekly_digests FOR SELECT USING (current_setting('app.due_rows', true) = 'on');

-- Sign-ins and changes of accounts say where people were, so they are kept for a limited time. People see those of their own account, in
-- whichever organization they are recorded.
CREATE FUNCTION is_account_action(action text) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT action ~ '^(sign_in|account)[.]'
$$;
CREATE POLICY of_account ON administrative_actions FOR SELECT USING (
  subject_id = current_setting('app.user_id', true) AND is_account_action(action));
CREATE POLICY expired_rows ON administrative_actions FOR DELETE USING (
  current_setting('app.due_rows', true) = 'on' AND is_account_action(action));
CREATE POLICY read_expired_rows ON administrative_actions FOR SELECT USING (
  current_setting('app.due_rows', true) = 'on' AND is_account_action(action));

-- Members see the envelopes and templates of private teams only if they belong to them, whatever role they have. The
-- program names the member in app.viewer_id; without it, as in jobs and on signers' pages, no team is hidden. The policies are
-- for the program alone: the owner's search functions name the hidden teams themselves, and a policy would keep them from
-- their indexes.
CREATE FUNCTION hidden_teams() RETURNS text[] LANGUAGE plpgsql STABLE PARALLEL SAFE SET search_path = public, pg_temp AS $$
DECLARE viewer CONSTANT text := current_setting('app.viewer_id', true);
BEGIN
  IF coalesce(viewer, '') = '' THEN RETURN '{}'; END IF;
  RETURN array(
    SELECT t.id FROM teams AS t
    WHERE t.organization_id = current_setting('app.organization_id', true) AND t.is_private
      AND NOT EXISTS (SELECT FROM team_members AS m WHERE m.organization_id = t.organization_id AND m.team_id = t.id AND m.user_id = viewer));
END $$;
-- In an organization that says so, members who don't administer see only the envelopes that they sent, and those of private teams
-- they belong to. Whoever is no member any more sees no more than that.
CREATE FUNCTION sees_own_only() RETURNS boolean LANGUAGE plpgsql STABLE PARALLEL SAFE SET search_path = public, pg_temp AS $$
DECLARE
  viewer CONSTANT text := current_setting('app.viewer_id', true);
  organization CONSTANT text := current_setting('app.organization_id', true);
BEGIN
  IF coalesce(viewer, '') = '' THEN RETURN false; END IF;
  RETURN EXISTS (SELECT FROM organizations WHERE id = organization AND see_own_only)
    AND NOT EXISTS (SELECT FROM memberships AS m
      WHERE m.organization_id = organization AND m.user_id = viewer AND m.role IN ('owner', 'admin'));
END $$;
CREATE FUNCTION own_teams() RETURNS text[] LANGUAGE sql STABLE PARALLEL SAFE SET search_path = public, pg_temp AS $$
  SELECT array(SELECT team_id FROM team_members
    WHERE organization_id = current_setting('app.organization_id', true) AND user_id = current_setting('app.viewer_id', true))
$$;
-- Most transactions read several tables, and most organizations have no private teams: a transaction looks once whether anything is hidden,
-- and says so in app.sees_all with the organization and the member that it holds for. For any other, the teams are looked up again.
CREATE FUNCTION sees_all_teams() RETURNS boolean LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT coalesce(current_setting('app.viewer_id', true), '') = ''
    OR current_setting('app.sees_all', true)
      = current_setting('app.organization_id', true) || ' ' || current_setting('app.viewer_id', true)
    OR hidden_teams() = '{}' AND NOT sees_own_only()
$$;
-- The subqueries run once a statement. Each takes longer to prepare than to skip, and a statement reads up to eight such tables, so
-- there are as few as possible. CASE keeps the planner's estimates for organizations without private teams, and a scalar subquery looks
-- one row up where EXISTS might read and hash a whole table.
CREATE POLICY of_team ON envelopes AS RESTRICTIVE TO countersign_app USING (
  CASE WHEN (SELECT sees_all_teams()) THEN true ELSE team_id <> ALL ((SELECT hidden_teams())::text[]) END);
CREATE POLICY of_sender ON envelopes AS RESTRICTIVE TO countersign_app USING (
  CASE WHEN (SELECT sees_all_teams()) OR NOT (SELECT sees_own_only()) THEN true
  ELSE coalesce(sender_user_id = current_setting('app.viewer_id', true), false) OR team_id = ANY ((SELECT own_teams())::text[]) END);
CREATE POLICY of_sender ON bulk_sends AS RESTRICTIVE TO countersign_app USING (
  CASE WHEN (SELECT sees_all_teams()) OR NOT (SELECT sees_own_only()) THEN true
  ELSE created_by = current_setting('app.viewer_id', true) END);
CREATE POLICY of_team ON templates AS RESTRICTIVE TO countersign_app USING (
  CASE WHEN (SELECT sees_all_teams()) THEN true ELSE team_id <> ALL ((SELECT hidden_teams())::text[]) END);
-- The identifier of an event's envelope has another collation, with which the index on envelopes couldn't be used.
DO $$
DECLARE part record;
BEGIN
  FOR part IN SELECT * FROM (VALUES
    ('contract_readings', 'envelope'), ('copy_recipients', 'envelope'), ('documents', 'envelope'), ('envelope_fields', 'envelope'), ('envelope_files', 'envelope'),
    ('envelope_labels', 'envelope'), ('envelope_metadata', 'envelope'), ('erasures', 'envelope'), ('events', 'envelope'), ('field_attachments', 'envelope'), ('mail_deliveries', 'envelope'), ('outbox_mails', 'envelope'),
    ('legal_holds', 'envelope'), ('page_sessions', 'envelope'), ('participants', 'envelope'), ('search_documents', 'envelope'), ('threads', 'envelope'),
    ('webhook_deliveries', 'envelope'), ('bulk_sends', 'template'), ('template_documents', 'template'),
    ('template_fields', 'template'), ('template_files', 'template'), ('template_forms', 'template'),
    ('template_roles', 'template'), ('bulk_send_rows', 'bulk_send'), ('signature_marks', 'participant'), ('signing_attempts', 'participant')) AS parts (name, whole)
  LOOP
    EXECUTE format(
      'CREATE POLICY of_team ON %I AS RESTRICTIVE TO countersign_app USING (
         CASE WHEN (SELECT sees_all_teams()) OR %2$I IS NULL THEN true
         ELSE (SELECT true FROM %3$I AS whole WHERE whole.organization_id = %1$I.organization_id AND whole.id = %1$I.%2$I COLLATE "default") END)',
      part.name, part.whole || '_id', part.whole || 's');
  END LOOP;
END $$;

-- Events are only appended. Erasure clears the personal columns.
REVOKE UPDATE, DELETE, TRUNCATE ON events FROM countersign_app;
GRANT UPDATE (actor_id, payload, ip_address, user_agent, salt) ON events TO countersign_app;
REVOKE UPDATE, TRUNCATE ON administrative_actions FROM countersign_app;
REVOKE UPDATE, DELETE, TRUNCATE ON log_identity, log_leaves, log_checkpoints, log_cosignatures, log_timestamps FROM countersign_app;
GRANT UPDATE (private_key_sealed) ON log_identity TO countersign_app;
REVOKE DELETE, TRUNCATE ON log_tiles, log_observers FROM countersign_app;
REVOKE TRUNCATE ON changed_heads FROM countersign_app;
-- What signers were shown and what they gave is written once. Rows go only with their draft, through the foreign keys. Files
-- that signers attach can change until they sign; attachments.sql says when.
REVOKE UPDATE, DELETE ON template_documents, template_files, signature_marks FROM countersign_app;
REVOKE TRUNCATE ON field_attachments FROM countersign_app;
-- The files of a draft can be removed and joined into another document; rules.sql says when. They never change, but for a sealed
-- document, which can be extended.
REVOKE UPDATE, TRUNCATE ON documents, envelope_files FROM countersign_app;
GRANT UPDATE (storage_key, sha256, size_bytes) ON documents TO countersign_app;
GRANT UPDATE (detection_wanted) ON envelope_files TO countersign_app;
-- A grant records what a person agreed to: it can be used and ended, but never widened, moved, revived or deleted.
REVOKE UPDATE, DELETE, TRUNCATE ON oauth_grants FROM countersign_app;
GRANT UPDATE (last_used_at, ended_at, end_reason) ON oauth_grants TO countersign_app;
-- Deliveries record their attempts. The message and the recipient stay.
REVOKE UPDATE ON webhook_deliveries FROM countersign_app;
GRANT UPDATE (status, attempts, next_attempt_at, last_attempt_at, last_status_code, last_error, response_excerpt, tries)
  ON webhook_deliveries TO countersign_app;
REVOKE UPDATE ON mail_deliveries FROM countersign_app;
GRANT UPDATE (status, attempts, answer, updated_at) ON mail_deliveries TO countersign_app;
-- A digest stays the one of its person and week.
REVOKE UPDATE ON weekly_digests FROM countersign_app;
GRANT UPDATE (handed_over_at) ON weekly_digests TO countersign_app;
-- Who started to fill in a form stays as they said, and a start is confirmed once.
REVOKE UPDATE ON form_starts FROM countersign_app;
GRANT UPDATE (attempts, confirmed_at) ON form_starts TO countersign_app;
-- A question to an agent's person stays as it was asked, and its answer is its only change.
REVOKE UPDATE ON agent_questions FROM countersign_app;
GRANT UPDATE (answer) ON agent_questions TO countersign_app;
-- A session URL stays as it was requested.
REVOKE UPDATE ON page_sessions FROM countersign_app;
GRANT UPDATE (opened_at, ended_at) ON page_sessions TO countersign_app;
-- A passkey stays the key that it was created with.
REVOKE UPDATE ON signer_passkeys FROM countersign_app;
GRANT UPDATE (counter, backed_up, last_used_at) ON signer_passkeys TO countersign_app;
-- A reading stays with its envelope.
REVOKE UPDATE, DELETE, TRUNCATE ON contract_readings FROM countersign_app;
GRANT UPDATE (extractor_version, reading, attempts, claimed_until) ON contract_readings TO countersign_app;
-- A bulk send keeps its list.
REVOKE UPDATE, DELETE ON bulk_sends, bulk_send_rows FROM countersign_app;
GRANT UPDATE (finished_at, stop_reason, shared) ON bulk_sends TO countersign_app;
GRANT UPDATE (input, recipient, envelope_id, error) ON bulk_send_rows TO countersign_app;

-- Tells whether a person has an authenticator app or a passkey.
CREATE FUNCTION has_second_factor(person text) RETURNS boolean LANGUAGE sql STABLE STRICT AS $$
  SELECT EXISTS (SELECT FROM totp_secrets WHERE user_id = person AND confirmed_at IS NOT NULL)
    OR EXISTS (SELECT FROM passkeys WHERE user_id = person)
$$;

-- Tells whether a person lacks the second factor that an organization requires. Its policies have to show the organization.
CREATE FUNCTION lacks_second_factor(organization text, person text) RETURNS boolean LANGUAGE sql STABLE STRICT AS $$
  SELECT coalesce((SELECT require_second_factor FROM organizations WHERE id = organization), false)
    AND NOT has_second_factor(person)
$$;

-- Tells whether the operator suspended an organization. Its policies have to show the organization.
CREATE FUNCTION is_suspended(organization text) RETURNS boolean LANGUAGE sql STABLE STRICT AS $$
  SELECT coalesce((SELECT suspended_at IS NOT NULL FROM organizations WHERE id = organization), false)
$$;

-- Tells whether a key that something was created with has been revoked or has expired; null stands for no key.
CREATE FUNCTION has_key_ended(organization text, key text, present timestamptz) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT EXISTS (SELECT FROM api_keys WHERE organization_id = organization AND id = key
    AND (revoked_at IS NOT NULL OR expires_at <= present))
$$;

-- Looks up an API key and its maker's present role in one statement, on every request. It runs as the tables' owner, whom policies let
-- read for it, and says nothing but whose the key with this hash is.
CREATE POLICY of_owner ON api_keys FOR SELECT TO CURRENT_USER USING (true);
CREATE POLICY of_owner ON memberships FOR SELECT TO CURRENT_USER USING (true);
CREATE POLICY of_owner ON organizations FOR SELECT TO CURRENT_USER USING (true);
CREATE FUNCTION owner_of_api_key(key_hash text) RETURNS TABLE (
  key_id text, organization_id text, team_id text, scopes text, allowed_networks text, expires_at timestamptz,
  last_used_at timestamptz, user_id text, user_name text, user_email text, role text, lacks_second_factor boolean,
  suspended boolean, test boolean
) LANGUAGE plpgsql STABLE STRICT SECURITY DEFINER ROWS 1 SET search_path = public, pg_temp AS $$
BEGIN
  RETURN QUERY
    SELECT k.id, k.organization_id, k.team_id, array_to_string(k.scopes, ' '), array_to_string(k.allowed_networks, ' '),
      k.expires_at::timestamptz, k.last_used_at::timestamptz, u.id, u.name, u.email, m.role,
      o.require_second_factor AND NOT has_second_factor(u.id), o.suspended_at IS NOT NULL, o.test_of IS NOT NULL
    FROM api_keys AS k
    JOIN organizations AS o ON o.id = k.organization_id
    JOIN users AS u ON u.id = k.created_by
    JOIN memberships AS m ON m.organization_id = k.organization_id AND m.user_id = k.created_by
    WHERE k.hash = key_hash AND k.revoked_at IS NULL;
END $$;
REVOKE ALL ON FUNCTION owner_of_api_key(text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION owner_of_api_key(text) TO countersign_app;

-- Losing rate counts in a crash is harmless, so they skip the write-ahead log.
ALTER TABLE rate_counts SET UNLOGGED;

-- Heartbeats find the jobs of dead processes as well, only later.
ALTER TABLE running_jobs SET UNLOGGED;

-- Tells whether a process has ended: the lock that it holds while it lives can be shared. The lock's first key is the one
-- in src/server/db/client/presence.ts.
CREATE FUNCTION process_has_ended(process integer) RETURNS boolean LANGUAGE sql VOLATILE STRICT AS $$
  SELECT pg_try_advisory_xact_lock_shared(7201882, process)
$$;

-- Tells what workers have to do, in all organizations: which of these queues have jobs to take, whether texts and contracts wait to be
-- read, whether a process has recorded jobs that it no longer runs, and which processes have ended. Each worker asks once a second, in
-- one statement. It may do no more than the program: row level security binds it.
CREATE FUNCTION due_work(names text[], process integer, extractor integer, present timestamptz)
RETURNS TABLE (queues json, texts boolean, contracts boolean, finished boolean, ended json)
LANGUAGE plpgsql VOLATILE STRICT ROWS 1 SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM set_config('app.due_rows', 'on', true);
  RETURN QUERY SELECT
    to_json(array(SELECT asked.name FROM unnest(names) AS asked (name) WHERE EXISTS (
      SELECT FROM pgboss.job WHERE job.name = asked.name AND state < 'active' AND start_after <= now()))),
    EXISTS (SELECT FROM search_documents WHERE is_due AND (claimed_until IS NULL OR claimed_until < present)),
    EXISTS (SELECT FROM contract_readings WHERE extractor_version < extractor AND (claimed_until IS NULL OR claimed_until < present)),
    EXISTS (SELECT FROM running_jobs AS mine WHERE mine.process = due_work.process AND NOT EXISTS (
      SELECT FROM pgboss.job WHERE job.name = mine.queue AND job.id = mine.job_id AND state = 'active' AND retry_count = mine.attempt)),
    to_json(array(WITH known AS MATERIALIZED (SELECT DISTINCT theirs.process FROM running_jobs AS theirs)
      SELECT known.process FROM known WHERE process_has_ended(known.process)));
  PERFORM set_config('app.due_rows', '', true);
END $$;
