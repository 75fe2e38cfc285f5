-- The new table of an organization is kept apart like the others.
ALTER TABLE blob_reviews ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE blob_reviews FORCE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE POLICY of_organization ON blob_reviews USING (organization_id = current_setting('app.organization_id', true));--> statement-breakpoint
CREATE POLICY due_rows ON blob_reviews FOR SELECT USING (current_setting('app.due_rows', true) = 'on');--> statement-breakpoint

-- Everything that names a stored object, in one place. The rows of a deleted draft stay, their bytes do not.
CREATE INDEX documents_storage_key ON documents USING hash (storage_key);--> statement-breakpoint
CREATE INDEX template_documents_storage_key ON template_documents USING hash (storage_key);--> statement-breakpoint
CREATE INDEX field_attachments_storage_key ON field_attachments USING hash (storage_key);--> statement-breakpoint
CREATE FUNCTION blob_is_referenced(organization text, key text) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT EXISTS (
      SELECT FROM documents d JOIN envelopes e ON e.id = d.envelope_id
      WHERE d.organization_id = organization AND d.storage_key = key AND e.deleted_at IS NULL)
    OR EXISTS (SELECT FROM template_documents WHERE organization_id = organization AND storage_key = key)
    OR EXISTS (SELECT FROM field_attachments WHERE organization_id = organization AND storage_key = key)
    OR EXISTS (SELECT FROM organizations WHERE id = organization AND key = id || '/blobs/' || logo_sha256)
    OR EXISTS (
      SELECT FROM envelopes e
      WHERE e.organization_id = organization AND e.deleted_at IS NULL AND key = organization || '/uploads/' || e.id
        AND e.id = split_part(key, '/', 3) AND NOT EXISTS (SELECT FROM documents d WHERE d.envelope_id = e.id))
$$;--> statement-breakpoint

-- What nothing names any more is looked at again, once no transaction under way can be about to name it.
CREATE FUNCTION review_blob(organization text, key text, since timestamptz) RETURNS void LANGUAGE sql AS $$
  INSERT INTO blob_reviews (organization_id, storage_key, due_at)
  VALUES (organization, key, since + interval '2 hours')
  ON CONFLICT DO NOTHING
$$;--> statement-breakpoint
CREATE FUNCTION review_blobs_of_draft() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM review_blob(NEW.organization_id, storage_key, NEW.deleted_at) FROM documents WHERE envelope_id = NEW.id;
  PERFORM review_blob(NEW.organization_id, NEW.organization_id || '/uploads/' || NEW.id, NEW.deleted_at);
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER review_blobs_of_draft AFTER UPDATE OF deleted_at ON envelopes FOR EACH ROW
  WHEN (OLD.deleted_at IS NULL AND NEW.deleted_at IS NOT NULL) EXECUTE FUNCTION review_blobs_of_draft();--> statement-breakpoint
CREATE FUNCTION review_replaced_logo() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM review_blob(OLD.id, OLD.id || '/blobs/' || OLD.logo_sha256, now());
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER review_replaced_logo AFTER UPDATE OF logo_sha256 ON organizations FOR EACH ROW
  WHEN (OLD.logo_sha256 IS DISTINCT FROM NEW.logo_sha256 AND OLD.logo_sha256 IS NOT NULL) EXECUTE FUNCTION review_replaced_logo();--> statement-breakpoint

-- Drafts that were deleted before this was watched.
INSERT INTO blob_reviews (organization_id, storage_key, due_at)
SELECT DISTINCT d.organization_id, d.storage_key, now() + interval '2 hours'
FROM documents d JOIN envelopes e ON e.id = d.envelope_id WHERE e.deleted_at IS NOT NULL;
