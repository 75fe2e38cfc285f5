-- Rows that follow from others: pairs of metadata, contacts from recipients, contract readings from completed envelopes, and reviews of stored
-- objects from deleted drafts. The triggers run as the program, so row level security applies.

-- Lists are filtered by pairs of metadata. Erasure clears an envelope's metadata, and with it these rows.
CREATE FUNCTION note_metadata() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    DELETE FROM envelope_metadata WHERE organization_id = NEW.organization_id AND envelope_id = NEW.id;
  END IF;
  INSERT INTO envelope_metadata (organization_id, envelope_id, key, value)
    SELECT NEW.organization_id, NEW.id, pair.key, pair.value FROM jsonb_each_text(coalesce(NEW.metadata, '{}')) AS pair;
  RETURN NULL;
END $$;
CREATE TRIGGER envelopes_note_metadata AFTER INSERT ON envelopes
  FOR EACH ROW WHEN (NEW.metadata IS NOT NULL) EXECUTE FUNCTION note_metadata();
CREATE TRIGGER envelopes_note_changed_metadata AFTER UPDATE OF metadata ON envelopes
  FOR EACH ROW WHEN (NEW.metadata IS DISTINCT FROM OLD.metadata) EXECUTE FUNCTION note_metadata();

-- Sending an envelope remembers its recipients. Rows are locked in one order, so two envelopes sent at once never deadlock,
-- and a contact that was updated within the hour and hasn't changed is skipped: envelopes to the same people don't queue up
-- behind each other. Everyone in the organization sees contacts, so those of a private team's envelopes aren't among them.
CREATE FUNCTION remember_contacts() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  IF EXISTS (SELECT FROM teams WHERE organization_id = NEW.organization_id AND id = NEW.team_id AND is_private) THEN RETURN NULL; END IF;
  INSERT INTO contacts (organization_id, email, name, company, title, created_at, last_used_at)
    SELECT DISTINCT ON (lower(email)) organization_id, email, name, company, title, NEW.sent_at, NEW.sent_at
    FROM participants WHERE organization_id = NEW.organization_id AND envelope_id = NEW.id ORDER BY lower(email), position
    ON CONFLICT DO NOTHING;
  WITH used AS (
    SELECT DISTINCT ON (lower(email)) lower(email) AS key, email, name, company, title
    FROM participants WHERE organization_id = NEW.organization_id AND envelope_id = NEW.id ORDER BY lower(email), position
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
END $$;
CREATE TRIGGER envelopes_remember_contacts AFTER UPDATE OF status ON envelopes
  FOR EACH ROW WHEN (NEW.status = 'in_progress' AND OLD.status <> 'in_progress') EXECUTE FUNCTION remember_contacts();

-- Correcting a participant after sending remembers the right address and forgets a wrong one that this envelope added. Someone
-- who handed over their turn had the right one.
CREATE FUNCTION correct_contact() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE sent timestamptz;
BEGIN
  SELECT sent_at INTO sent FROM envelopes JOIN teams ON teams.organization_id = envelopes.organization_id AND teams.id = envelopes.team_id
    WHERE envelopes.organization_id = NEW.organization_id AND envelopes.id = NEW.envelope_id AND status = 'in_progress' AND NOT is_private;
  IF sent IS NULL THEN RETURN NULL; END IF;
  -- In the order in which sending locks them.
  PERFORM FROM contacts WHERE organization_id = OLD.organization_id AND email_key IN (lower(OLD.email), lower(NEW.email))
    ORDER BY email_key FOR NO KEY UPDATE;
  DELETE FROM contacts
    WHERE organization_id = OLD.organization_id AND email_key = lower(OLD.email) AND created_at = sent
      AND NOT EXISTS (SELECT FROM participants WHERE organization_id = NEW.organization_id AND envelope_id = NEW.envelope_id AND lower(email) = lower(OLD.email));
  INSERT INTO contacts AS known (organization_id, email, name, company, title, created_at, last_used_at)
    VALUES (NEW.organization_id, NEW.email, NEW.name, NEW.company, NEW.title, NEW.updated_at, NEW.updated_at)
    ON CONFLICT (organization_id, email_key) DO UPDATE SET email = NEW.email, name = NEW.name, last_used_at = NEW.updated_at
    WHERE known.last_used_at <= NEW.updated_at;
  RETURN NULL;
END $$;
CREATE TRIGGER participants_correct_contact AFTER UPDATE OF name, email ON participants
  FOR EACH ROW WHEN ((OLD.name <> NEW.name OR OLD.email <> NEW.email) AND OLD.delegated_from = NEW.delegated_from) EXECUTE FUNCTION correct_contact();

-- A completed envelope is due to be read.
CREATE FUNCTION queue_contract_reading() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO contract_readings (envelope_id, organization_id) VALUES (NEW.id, NEW.organization_id) ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
CREATE TRIGGER envelopes_queue_contract_reading AFTER UPDATE OF status ON envelopes
  FOR EACH ROW WHEN (NEW.status = 'completed' AND OLD.status <> 'completed') EXECUTE FUNCTION queue_contract_reading();

-- Everything that refers to a stored object. A deleted draft keeps its rows but not its bytes. Logos aren't reviewed: they are
-- public, and emails that were sent link to them.
CREATE FUNCTION blob_is_referenced(organization text, key text) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT EXISTS (
      SELECT FROM documents d JOIN envelopes e ON e.organization_id = d.organization_id AND e.id = d.envelope_id
      WHERE d.organization_id = organization AND d.storage_key = key AND e.deleted_at IS NULL)
    OR EXISTS (SELECT FROM template_documents WHERE organization_id = organization AND storage_key = key)
    OR EXISTS (
      SELECT FROM envelope_files f JOIN envelopes e ON e.organization_id = f.organization_id AND e.id = f.envelope_id
      WHERE f.organization_id = organization AND (f.original_key = key OR f.prepared_key = key) AND e.deleted_at IS NULL)
    OR EXISTS (
      SELECT FROM template_files WHERE organization_id = organization AND (original_key = key OR prepared_key = key))
    OR EXISTS (
      SELECT FROM envelope_files f JOIN envelopes e ON e.organization_id = f.organization_id AND e.id = f.envelope_id
      WHERE f.organization_id = organization AND e.deleted_at IS NULL AND f.status IN ('awaited', 'processing')
        AND f.id = split_part(key, '/', 3) AND key = organization || '/uploads/' || f.id)
    OR EXISTS (SELECT FROM field_attachments WHERE organization_id = organization AND storage_key = key)
    OR EXISTS (
      SELECT FROM envelopes e
      WHERE e.organization_id = organization AND e.deleted_at IS NULL AND key = organization || '/uploads/' || e.id
        AND e.id = split_part(key, '/', 3) AND NOT EXISTS (SELECT FROM documents d WHERE d.organization_id = e.organization_id AND d.envelope_id = e.id))
$$;

-- An object that may have lost its last reference is reviewed after two hours, when no open transaction can still add one.
CREATE FUNCTION review_blob(organization text, key text, since timestamptz) RETURNS void LANGUAGE sql AS $$
  INSERT INTO blob_reviews (organization_id, storage_key, due_at)
  VALUES (organization, key, since + interval '2 hours')
  ON CONFLICT (organization_id, storage_key) DO UPDATE SET due_at = greatest(blob_reviews.due_at, EXCLUDED.due_at)
$$;
-- Removing a file of a draft, or joining its files into another document, may take the last reference to the stored bytes. The
-- time is that of the change: the envelope's row is written first.
CREATE FUNCTION review_blobs_of_removed() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  removed jsonb := to_jsonb(OLD);
  since timestamptz;
  name text;
BEGIN
  SELECT updated_at INTO since FROM envelopes WHERE organization_id = OLD.organization_id AND id = OLD.envelope_id;
  FOREACH name IN ARRAY ARRAY['storage_key', 'original_key', 'prepared_key'] LOOP
    IF since IS NOT NULL AND removed ->> name IS NOT NULL THEN
      PERFORM review_blob(OLD.organization_id, removed ->> name, since);
    END IF;
  END LOOP;
  IF since IS NOT NULL AND TG_TABLE_NAME = 'envelope_files' THEN
    PERFORM review_blob(OLD.organization_id, OLD.organization_id || '/uploads/' || (removed ->> 'id'), since);
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER review_blobs_of_removed AFTER DELETE ON documents FOR EACH ROW EXECUTE FUNCTION review_blobs_of_removed();
CREATE TRIGGER review_blobs_of_replaced AFTER UPDATE OF storage_key ON documents
  FOR EACH ROW WHEN (NEW.storage_key <> OLD.storage_key) EXECUTE FUNCTION review_blobs_of_removed();
CREATE TRIGGER review_blobs_of_removed AFTER DELETE ON envelope_files FOR EACH ROW EXECUTE FUNCTION review_blobs_of_removed();

CREATE FUNCTION review_blobs_of_draft() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM review_blob(NEW.organization_id, storage_key, NEW.deleted_at) FROM documents WHERE organization_id = NEW.organization_id AND envelope_id = NEW.id;
  PERFORM review_blob(NEW.organization_id, NEW.organization_id || '/uploads/' || NEW.id, NEW.deleted_at);
  RETURN NULL;
END $$;
CREATE TRIGGER review_blobs_of_draft AFTER UPDATE OF deleted_at ON envelopes FOR EACH ROW
  WHEN (OLD.deleted_at IS NULL AND NEW.deleted_at IS NOT NULL) EXECUTE FUNCTION review_blobs_of_draft();

-- The weekly digest is due on Mondays at eight where the person is. A time zone that this server doesn't know counts as UTC.
CREATE FUNCTION next_digest_at(zone text, since timestamptz) RETURNS timestamptz LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN (date_trunc('week', (since AT TIME ZONE zone) - interval '8 hours') + interval '7 days 8 hours') AT TIME ZONE zone;
EXCEPTION WHEN invalid_parameter_value THEN
  RETURN next_digest_at('UTC', since);
END $$;

-- The Monday of the week before a digest that is due. Somewhere on Earth it is Monday at eight from Sunday at 18:00 UTC on, or an
-- hour before that when clocks change.
CREATE FUNCTION digest_week(next_due timestamptz) RETURNS date LANGUAGE sql IMMUTABLE STRICT AS $$
  SELECT (date_trunc('week', next_due AT TIME ZONE 'UTC' + interval '7 hours') - interval '7 days')::date
$$;

CREATE FUNCTION memberships_first_digest() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.digest_at := next_digest_at(coalesce((SELECT time_zone FROM users WHERE id = NEW.user_id), 'UTC'), NEW.created_at);
  RETURN NEW;
END $$;
CREATE TRIGGER memberships_first_digest BEFORE INSERT ON memberships FOR EACH ROW EXECUTE FUNCTION memberships_first_digest();
