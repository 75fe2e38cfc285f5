-- The new tables of an organization are kept apart like the others.
DO $$
DECLARE name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['bulk_sends', 'bulk_send_rows']
  LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', name);
    EXECUTE format(
      'CREATE POLICY of_organization ON %I USING (organization_id = current_setting(''app.organization_id'', true))', name);
  END LOOP;
END $$;--> statement-breakpoint

-- A list stays as it was when it was sent, and a row that was sent or has failed stays so.
REVOKE UPDATE, DELETE ON bulk_sends, bulk_send_rows FROM countersign_app;--> statement-breakpoint
GRANT UPDATE (finished_at) ON bulk_sends TO countersign_app;--> statement-breakpoint
GRANT UPDATE (input, envelope_id, error) ON bulk_send_rows TO countersign_app;--> statement-breakpoint
CREATE FUNCTION bulk_send_rows_keep_end() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.envelope_id IS NOT NULL OR OLD.error IS NOT NULL THEN
    RAISE EXCEPTION 'a row that was sent or has failed stays so' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;--> statement-breakpoint
CREATE TRIGGER bulk_send_rows_keep_end BEFORE UPDATE ON bulk_send_rows FOR EACH ROW EXECUTE FUNCTION bulk_send_rows_keep_end();
