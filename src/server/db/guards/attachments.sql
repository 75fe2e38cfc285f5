-- Files that signers attach. They can be replaced and removed until their signer signs, and then they stay.

-- A file needs an envelope that is being signed, all files of an envelope together have at most 50 MiB, and a field has at
-- most 10. The lock makes uploads of an envelope wait for each other, so each one sees those before it.
CREATE FUNCTION field_attachments_keep() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  state text;
  others bigint;
  beside int;
BEGIN
  IF TG_OP <> 'INSERT' AND OLD.signed_at IS NOT NULL AND EXISTS (
    SELECT FROM envelope_fields AS f LEFT JOIN participants AS p ON p.organization_id = f.organization_id AND p.id = f.participant_id
    WHERE f.organization_id = OLD.organization_id AND f.id = OLD.field_id AND p.erased_at IS NULL
  ) THEN
    RAISE EXCEPTION 'a file that someone signed with cannot change' USING ERRCODE = 'check_violation';
  END IF;
  IF TG_OP = 'DELETE' THEN RETURN OLD; END IF;
  SELECT status INTO state FROM envelopes WHERE organization_id = NEW.organization_id AND id = NEW.envelope_id FOR NO KEY UPDATE;
  IF NEW.signed_at IS NULL AND state IS DISTINCT FROM 'in_progress' THEN
    RAISE EXCEPTION 'files are attached while an envelope is being signed' USING ERRCODE = 'check_violation';
  END IF;
  SELECT coalesce(sum(size_bytes), 0), count(*) FILTER (WHERE field_id = NEW.field_id) INTO others, beside FROM field_attachments
    WHERE organization_id = NEW.organization_id AND envelope_id = NEW.envelope_id AND id <> NEW.id;
  IF others + NEW.size_bytes > 52428800 THEN
    RAISE EXCEPTION 'the files of an envelope are too large' USING ERRCODE = 'check_violation', CONSTRAINT = 'field_attachments_fit';
  END IF;
  IF beside >= 10 THEN
    RAISE EXCEPTION 'the field has too many files' USING ERRCODE = 'check_violation', CONSTRAINT = 'field_attachments_count';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER field_attachments_keep BEFORE INSERT OR UPDATE OR DELETE ON field_attachments
  FOR EACH ROW EXECUTE FUNCTION field_attachments_keep();

-- Stored bytes of a file that was replaced or removed are reviewed once nobody can be signing with them.
CREATE FUNCTION review_blob_of_attachment() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE since timestamptz := OLD.created_at;
BEGIN
  IF TG_OP = 'UPDATE' THEN since := greatest(since, NEW.created_at); END IF;
  SELECT greatest(since, updated_at) INTO since FROM envelopes WHERE organization_id = OLD.organization_id AND id = OLD.envelope_id;
  PERFORM review_blob(OLD.organization_id, OLD.storage_key, coalesce(since, OLD.created_at));
  RETURN NULL;
END $$;
CREATE TRIGGER review_blob_of_removed AFTER DELETE ON field_attachments
  FOR EACH ROW EXECUTE FUNCTION review_blob_of_attachment();
CREATE TRIGGER review_blob_of_replaced AFTER UPDATE OF storage_key ON field_attachments
  FOR EACH ROW WHEN (OLD.storage_key <> NEW.storage_key) EXECUTE FUNCTION review_blob_of_attachment();

-- What a person uploaded and didn't sign with goes when they have acted, when someone else takes their place, and when the
-- envelope has ended or is a draft again. Deferred, because signing with a file is written after the status.
CREATE FUNCTION forget_attachments_of_participant() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM field_attachments a USING envelope_fields f
    WHERE a.organization_id = NEW.organization_id AND a.envelope_id = NEW.envelope_id AND a.signed_at IS NULL AND f.organization_id = a.organization_id AND f.id = a.field_id AND f.participant_id = NEW.id;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER participants_forget_attachments AFTER UPDATE ON participants DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (NEW.status <> OLD.status OR NEW.email <> OLD.email OR NEW.delegated_from <> OLD.delegated_from)
  EXECUTE FUNCTION forget_attachments_of_participant();
CREATE FUNCTION forget_attachments_of_envelope() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM field_attachments WHERE organization_id = NEW.organization_id AND envelope_id = NEW.id AND signed_at IS NULL;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER envelopes_forget_attachments AFTER UPDATE ON envelopes DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (OLD.status = 'in_progress' AND NEW.status <> 'in_progress')
  EXECUTE FUNCTION forget_attachments_of_envelope();
