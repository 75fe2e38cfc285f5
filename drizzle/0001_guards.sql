-- What the database itself refuses, whatever the program does: organizations are kept apart by row level security,
-- the event log only grows, and an envelope that has ended stays ended.

-- The role that the program works as. It owns no table, so that forced row level security binds it.
DO $$
BEGIN
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'countersign_app') THEN
    CREATE ROLE countersign_app NOLOGIN;
  END IF;
EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL;
END $$;--> statement-breakpoint
DO $$
BEGIN
  EXECUTE format('GRANT countersign_app TO %I', current_user);
END $$;--> statement-breakpoint
GRANT USAGE ON SCHEMA public TO countersign_app;--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO countersign_app;--> statement-breakpoint
ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO countersign_app;--> statement-breakpoint

-- Row level security. A transaction names its organization in app.organization_id; without it there are no rows.
DO $$
DECLARE name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['teams', 'memberships', 'api_keys', 'envelopes', 'participants', 'envelope_fields',
    'events', 'documents', 'signature_marks', 'field_attachments', 'outbox_mails', 'seal_certificates']
  LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', name);
    EXECUTE format(
      'CREATE POLICY of_organization ON %I USING (organization_id = current_setting(''app.organization_id'', true))', name);
  END LOOP;
END $$;--> statement-breakpoint
ALTER TABLE organizations ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE organizations FORCE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE POLICY itself ON organizations USING (id = current_setting('app.organization_id', true));--> statement-breakpoint

-- Finding the organization of a credential, by what only its holder can name.
CREATE POLICY by_hash ON api_keys FOR SELECT USING (hash = current_setting('app.api_key_hash', true));--> statement-breakpoint
CREATE POLICY by_user ON memberships FOR SELECT USING (user_id = current_setting('app.user_id', true));--> statement-breakpoint
CREATE POLICY by_verified_link ON envelopes FOR SELECT USING (id = current_setting('app.envelope_id', true));--> statement-breakpoint
-- The certificate authority of the instance belongs to no organization.
CREATE POLICY of_instance ON seal_certificates USING (organization_id IS NULL);--> statement-breakpoint

-- The event log: rows are appended in order, never deleted, and changed only by the erasure of personal details.
CREATE FUNCTION events_append_in_order() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.seq = 1 THEN
    IF NEW.prev_hash <> repeat('0', 64) THEN
      RAISE EXCEPTION 'the first event of a chain has 64 zeros before it' USING ERRCODE = 'check_violation';
    END IF;
  ELSIF NOT EXISTS (
    SELECT FROM events WHERE envelope_id = NEW.envelope_id AND seq = NEW.seq - 1 AND hash = NEW.prev_hash
  ) THEN
    RAISE EXCEPTION 'event % does not follow the head of its chain', NEW.seq USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;--> statement-breakpoint
CREATE TRIGGER events_append_in_order BEFORE INSERT ON events FOR EACH ROW EXECUTE FUNCTION events_append_in_order();--> statement-breakpoint
CREATE FUNCTION events_refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    IF NEW.actor_id IS NULL AND NEW.payload IS NULL AND NEW.ip_address IS NULL AND NEW.user_agent IS NULL AND NEW.salt IS NULL
      AND (NEW.id, NEW.envelope_id, NEW.organization_id, NEW.seq, NEW.actor_type, NEW.action, NEW.occurred_at, NEW.digest, NEW.prev_hash, NEW.hash)
        = (OLD.id, OLD.envelope_id, OLD.organization_id, OLD.seq, OLD.actor_type, OLD.action, OLD.occurred_at, OLD.digest, OLD.prev_hash, OLD.hash)
    THEN RETURN NEW;
    END IF;
  END IF;
  RAISE EXCEPTION 'events are never changed or deleted' USING ERRCODE = 'restrict_violation';
END $$;--> statement-breakpoint
CREATE TRIGGER events_refuse_change BEFORE UPDATE OR DELETE ON events FOR EACH ROW EXECUTE FUNCTION events_refuse_change();--> statement-breakpoint
CREATE TRIGGER events_refuse_truncate BEFORE TRUNCATE ON events FOR EACH STATEMENT EXECUTE FUNCTION events_refuse_change();--> statement-breakpoint
REVOKE UPDATE, DELETE, TRUNCATE ON events FROM countersign_app;--> statement-breakpoint
GRANT UPDATE (actor_id, payload, ip_address, user_agent, salt) ON events TO countersign_app;--> statement-breakpoint

-- An envelope that has ended keeps its status, and versions only grow.
CREATE FUNCTION envelopes_keep_order() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.status IN ('completed', 'declined', 'voided', 'expired') AND NEW.status <> OLD.status THEN
    RAISE EXCEPTION 'an envelope that is % stays so', OLD.status USING ERRCODE = 'check_violation';
  END IF;
  IF NEW.version < OLD.version THEN
    RAISE EXCEPTION 'the version of an envelope never falls' USING ERRCODE = 'check_violation';
  END IF;
  IF NEW.organization_id <> OLD.organization_id THEN
    RAISE EXCEPTION 'an envelope stays in its organization' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;--> statement-breakpoint
CREATE TRIGGER envelopes_keep_order BEFORE UPDATE ON envelopes FOR EACH ROW EXECUTE FUNCTION envelopes_keep_order();--> statement-breakpoint

-- The files of an envelope are written once: what signers were shown cannot be exchanged under them.
REVOKE UPDATE ON documents FROM countersign_app;
