-- The new table of an organization is kept apart like the others.
ALTER TABLE mail_deliveries ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE mail_deliveries FORCE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE POLICY of_organization ON mail_deliveries USING (organization_id = current_setting('app.organization_id', true));--> statement-breakpoint

-- Old ones are cleared for all organizations at once.
CREATE POLICY outlived ON mail_deliveries FOR DELETE USING (current_setting('app.due_rows', true) = 'on');--> statement-breakpoint
CREATE POLICY outlived_rows ON mail_deliveries FOR SELECT USING (current_setting('app.due_rows', true) = 'on');--> statement-breakpoint

-- To whom a mail went and what about stays as it was: only what became of it is written anew.
REVOKE UPDATE ON mail_deliveries FROM countersign_app;--> statement-breakpoint
GRANT UPDATE (status, attempts, answer, updated_at) ON mail_deliveries TO countersign_app;
