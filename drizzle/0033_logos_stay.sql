-- Logos are public objects, which mails that were sent refer to: they are never reviewed.
DROP TRIGGER review_replaced_logo ON organizations;--> statement-breakpoint
DROP FUNCTION review_replaced_logo();--> statement-breakpoint
CREATE OR REPLACE FUNCTION blob_is_referenced(organization text, key text) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT EXISTS (
      SELECT FROM documents d JOIN envelopes e ON e.id = d.envelope_id
      WHERE d.organization_id = organization AND d.storage_key = key AND e.deleted_at IS NULL)
    OR EXISTS (SELECT FROM template_documents WHERE organization_id = organization AND storage_key = key)
    OR EXISTS (SELECT FROM field_attachments WHERE organization_id = organization AND storage_key = key)
    OR EXISTS (
      SELECT FROM envelopes e
      WHERE e.organization_id = organization AND e.deleted_at IS NULL AND key = organization || '/uploads/' || e.id
        AND e.id = split_part(key, '/', 3) AND NOT EXISTS (SELECT FROM documents d WHERE d.envelope_id = e.id))
$$;
