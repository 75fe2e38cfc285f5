-- Counts of rate limits are worth no write to the log: after a crash of the database they begin anew.
ALTER TABLE rate_counts SET UNLOGGED;--> statement-breakpoint

-- A bulk send is stopped once, and stays so.
GRANT UPDATE (stop_reason) ON bulk_sends TO countersign_app;--> statement-breakpoint
CREATE FUNCTION bulk_sends_stay_finished() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.finished_at IS NOT NULL THEN
    RAISE EXCEPTION 'a bulk send that has finished stays so' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;--> statement-breakpoint
CREATE TRIGGER bulk_sends_stay_finished BEFORE UPDATE ON bulk_sends FOR EACH ROW EXECUTE FUNCTION bulk_sends_stay_finished();--> statement-breakpoint

-- Jobs see, beyond their organization, only what can be due: envelopes that have not ended and signers to be reminded.
-- Grants they end, and change in no other way.
DROP POLICY due_rows ON envelopes;--> statement-breakpoint
CREATE POLICY due_rows ON envelopes FOR SELECT USING (
  current_setting('app.due_rows', true) = 'on' AND status IN ('draft', 'detecting', 'review', 'in_progress'));--> statement-breakpoint
DROP POLICY due_rows ON participants;--> statement-breakpoint
CREATE POLICY due_rows ON participants FOR SELECT USING (
  current_setting('app.due_rows', true) = 'on' AND status = 'pending' AND next_reminder_at IS NOT NULL);--> statement-breakpoint
DROP POLICY outlived ON oauth_grants;--> statement-breakpoint
CREATE POLICY outlived ON oauth_grants FOR UPDATE
  USING (current_setting('app.due_rows', true) = 'on' AND ended_at IS NULL)
  WITH CHECK (current_setting('app.due_rows', true) = 'on' AND ended_at IS NOT NULL);
