-- How much each organization keeps. Only the owner reads and writes it: row level security is on without a policy, and not forced.
-- The triggers run when a transaction commits, so that nothing waits for the row's lock with other locks to take.
ALTER TABLE organization_storage ENABLE ROW LEVEL SECURITY;
REVOKE ALL ON organization_storage FROM countersign_app;

CREATE FUNCTION count_stored_bytes() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  organization text;
  change bigint := 0;
BEGIN
  IF TG_OP <> 'INSERT' THEN
    organization := OLD.organization_id;
    change := change - OLD.size_bytes;
  END IF;
  IF TG_OP <> 'DELETE' THEN
    organization := NEW.organization_id;
    change := change + NEW.size_bytes;
  END IF;
  IF change <> 0 THEN
    INSERT INTO organization_storage AS kept (organization_id, bytes) VALUES (organization, change)
    ON CONFLICT (organization_id) DO UPDATE SET bytes = kept.bytes + change;
  END IF;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER documents_count_bytes AFTER INSERT OR DELETE OR UPDATE OF size_bytes ON documents
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION count_stored_bytes();
CREATE CONSTRAINT TRIGGER template_documents_count_bytes AFTER INSERT OR DELETE OR UPDATE OF size_bytes ON template_documents
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION count_stored_bytes();
CREATE CONSTRAINT TRIGGER field_attachments_count_bytes AFTER INSERT OR DELETE OR UPDATE OF size_bytes ON field_attachments
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION count_stored_bytes();

-- Deleted drafts keep the rows of their documents, but not the bytes.
CREATE FUNCTION release_stored_bytes() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  UPDATE organization_storage SET bytes = bytes - coalesce((SELECT sum(size_bytes) FROM documents WHERE organization_id = NEW.organization_id AND envelope_id = NEW.id), 0)
  WHERE organization_id = NEW.organization_id;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER envelopes_release_bytes AFTER UPDATE OF deleted_at ON envelopes DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (OLD.deleted_at IS NULL AND NEW.deleted_at IS NOT NULL) EXECUTE FUNCTION release_stored_bytes();

CREATE FUNCTION stored_bytes() RETURNS bigint LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT coalesce((SELECT bytes FROM organization_storage WHERE organization_id = current_setting('app.organization_id', true)), 0);
$$;

-- What each organization keeps, for the people who run the instance.
CREATE FUNCTION administered_storage() RETURNS TABLE (organization_id text, bytes bigint)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT kept.organization_id, kept.bytes FROM organization_storage AS kept WHERE administers_instance();
$$;
