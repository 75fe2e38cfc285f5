-- What agents were granted is kept apart like all else of an organization.
ALTER TABLE oauth_grants ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE oauth_grants FORCE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE POLICY of_organization ON oauth_grants USING (organization_id = current_setting('app.organization_id', true));--> statement-breakpoint
-- The authorization server knows a grant by its identifier, from a code or token that only its client holds.
CREATE POLICY by_grant ON oauth_grants FOR SELECT USING (id = current_setting('app.grant_id', true));--> statement-breakpoint
CREATE POLICY ended_by_grant ON oauth_grants FOR UPDATE USING (id = current_setting('app.grant_id', true));--> statement-breakpoint
-- Grants that nothing can renew any more are ended for all organizations at once.
CREATE POLICY due_rows ON oauth_grants FOR SELECT USING (current_setting('app.due_rows', true) = 'on');--> statement-breakpoint
CREATE POLICY outlived ON oauth_grants FOR UPDATE USING (current_setting('app.due_rows', true) = 'on');--> statement-breakpoint

-- A grant is a record of what a person agreed to: it is used and ended, and never widened, moved, revived or deleted.
REVOKE UPDATE, DELETE, TRUNCATE ON oauth_grants FROM countersign_app;--> statement-breakpoint
GRANT UPDATE (last_used_at, ended_at, end_reason) ON oauth_grants TO countersign_app;--> statement-breakpoint
CREATE FUNCTION oauth_grants_stay_ended() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.ended_at IS NOT NULL AND (NEW.ended_at IS DISTINCT FROM OLD.ended_at OR NEW.end_reason IS DISTINCT FROM OLD.end_reason) THEN
    RAISE EXCEPTION 'a grant that has ended stays so' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;--> statement-breakpoint
CREATE TRIGGER oauth_grants_stay_ended BEFORE UPDATE ON oauth_grants FOR EACH ROW EXECUTE FUNCTION oauth_grants_stay_ended();
