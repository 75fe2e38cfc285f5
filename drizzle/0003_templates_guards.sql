-- The new tables of an organization are kept apart like the others.
DO $$
DECLARE name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['templates', 'template_documents', 'template_roles', 'template_fields', 'idempotency_keys']
  LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', name);
    EXECUTE format(
      'CREATE POLICY of_organization ON %I USING (organization_id = current_setting(''app.organization_id'', true))', name);
  END LOOP;
END $$;--> statement-breakpoint

-- Jobs that look for due rows in every organization: they read here, and then work inside each organization.
CREATE POLICY due_rows ON envelopes FOR SELECT USING (current_setting('app.due_rows', true) = 'on');--> statement-breakpoint
CREATE POLICY due_rows ON participants FOR SELECT USING (current_setting('app.due_rows', true) = 'on');--> statement-breakpoint
-- Expired idempotency keys are cleared for all organizations at once.
CREATE POLICY outlived ON idempotency_keys FOR DELETE USING (current_setting('app.due_rows', true) = 'on');--> statement-breakpoint
CREATE POLICY outlived_rows ON idempotency_keys FOR SELECT USING (current_setting('app.due_rows', true) = 'on');--> statement-breakpoint

-- The files of a template are written once.
REVOKE UPDATE ON template_documents FROM countersign_app;
