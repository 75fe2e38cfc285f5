-- What contracts say, read from their text: kept apart like all else of an organization.
ALTER TABLE contract_readings ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE contract_readings FORCE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE POLICY of_organization ON contract_readings USING (organization_id = current_setting('app.organization_id', true));--> statement-breakpoint
-- What is due to be read is found and taken in hand for all organizations at once.
CREATE POLICY due_rows ON contract_readings FOR SELECT USING (current_setting('app.due_rows', true) = 'on');--> statement-breakpoint
CREATE POLICY claimed_rows ON contract_readings FOR UPDATE USING (current_setting('app.due_rows', true) = 'on');--> statement-breakpoint

-- A reading belongs to its envelope for good.
REVOKE UPDATE, DELETE, TRUNCATE ON contract_readings FROM countersign_app;--> statement-breakpoint
GRANT UPDATE (extractor_version, reading, attempts, claimed_until) ON contract_readings TO countersign_app;--> statement-breakpoint

-- What was completed before is read as well. The owner sees rows of all organizations only while row level security is not forced on it.
ALTER TABLE envelopes NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE contract_readings NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
INSERT INTO contract_readings (envelope_id, organization_id)
  SELECT id, organization_id FROM envelopes WHERE status = 'completed';--> statement-breakpoint
ALTER TABLE envelopes FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE contract_readings FORCE ROW LEVEL SECURITY;--> statement-breakpoint

CREATE FUNCTION owe_contract_reading() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO contract_readings (envelope_id, organization_id) VALUES (NEW.id, NEW.organization_id) ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER envelopes_owe_contract_reading AFTER UPDATE OF status ON envelopes
  FOR EACH ROW WHEN (NEW.status = 'completed' AND OLD.status <> 'completed') EXECUTE FUNCTION owe_contract_reading();
