-- Whom an organization has sent envelopes to. Rows are written by the triggers below, as whoever sends: row level security
-- holds for them as for every table.

-- What is there already. The owner sees rows of all organizations only while row level security is not forced on it.
ALTER TABLE envelopes NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE participants NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
INSERT INTO contacts (organization_id, email, name, company, title, created_at, last_used_at)
  SELECT DISTINCT ON (participant.organization_id, lower(participant.email)) participant.organization_id,
    participant.email, participant.name, participant.company, participant.title, envelope.sent_at, envelope.sent_at
  FROM participants AS participant JOIN envelopes AS envelope ON envelope.id = participant.envelope_id
  WHERE envelope.sent_at IS NOT NULL
  ORDER BY participant.organization_id, lower(participant.email), envelope.sent_at DESC;--> statement-breakpoint
ALTER TABLE envelopes FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE participants FORCE ROW LEVEL SECURITY;--> statement-breakpoint

ALTER TABLE contacts ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE contacts FORCE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE POLICY of_organization ON contacts USING (organization_id = current_setting('app.organization_id', true));--> statement-breakpoint

-- When an envelope is sent, its recipients are remembered. Rows are taken in one order, so that two envelopes that are sent
-- at once never wait for each other, and one that says the same as an hour ago is left in peace: envelopes to the same
-- people do not queue up behind one another.
CREATE FUNCTION remember_contacts() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO contacts (organization_id, email, name, company, title, created_at, last_used_at)
    SELECT DISTINCT ON (lower(email)) organization_id, email, name, company, title, NEW.sent_at, NEW.sent_at
    FROM participants WHERE envelope_id = NEW.id ORDER BY lower(email), order_index
    ON CONFLICT DO NOTHING;
  WITH used AS (
    SELECT DISTINCT ON (lower(email)) lower(email) AS key, email, name, company, title
    FROM participants WHERE envelope_id = NEW.id ORDER BY lower(email), order_index
  ), outdated AS (
    SELECT known.email_key FROM contacts AS known JOIN used ON used.key = known.email_key
    WHERE known.organization_id = NEW.organization_id AND known.last_used_at <= NEW.sent_at
      AND (known.last_used_at < NEW.sent_at - interval '1 hour'
        OR (known.email, known.name) IS DISTINCT FROM (used.email, used.name)
        OR known.company IS DISTINCT FROM coalesce(used.company, known.company)
        OR known.title IS DISTINCT FROM coalesce(used.title, known.title))
    ORDER BY known.email_key FOR NO KEY UPDATE OF known
  )
  UPDATE contacts SET email = used.email, name = used.name, company = coalesce(used.company, contacts.company),
    title = coalesce(used.title, contacts.title), last_used_at = NEW.sent_at
    FROM used JOIN outdated ON outdated.email_key = used.key
    WHERE contacts.organization_id = NEW.organization_id AND contacts.email_key = used.key;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER envelopes_remember_contacts AFTER UPDATE OF status ON envelopes
  FOR EACH ROW WHEN (NEW.status = 'in_progress' AND OLD.status <> 'in_progress') EXECUTE FUNCTION remember_contacts();--> statement-breakpoint

-- When a participant of an envelope that is out is corrected, the right address is remembered, and a wrong one that this
-- envelope brought in is forgotten.
CREATE FUNCTION correct_contact() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE sent timestamptz;
BEGIN
  SELECT sent_at INTO sent FROM envelopes WHERE id = NEW.envelope_id AND status = 'in_progress';
  IF sent IS NULL THEN RETURN NULL; END IF;
  DELETE FROM contacts
    WHERE organization_id = OLD.organization_id AND email_key = lower(OLD.email) AND created_at = sent
      AND NOT EXISTS (SELECT FROM participants WHERE envelope_id = NEW.envelope_id AND lower(email) = lower(OLD.email));
  INSERT INTO contacts AS known (organization_id, email, name, company, title, created_at, last_used_at)
    VALUES (NEW.organization_id, NEW.email, NEW.name, NEW.company, NEW.title, NEW.updated_at, NEW.updated_at)
    ON CONFLICT (organization_id, email_key) DO UPDATE SET email = NEW.email, name = NEW.name, last_used_at = NEW.updated_at
    WHERE known.last_used_at <= NEW.updated_at;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER participants_correct_contact AFTER UPDATE OF name, email ON participants
  FOR EACH ROW WHEN (OLD.name <> NEW.name OR OLD.email <> NEW.email) EXECUTE FUNCTION correct_contact();
