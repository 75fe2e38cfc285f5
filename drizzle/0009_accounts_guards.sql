-- The new tables of an organization are kept apart like the others.
DO $$
DECLARE name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['invitations', 'administrative_actions']
  LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', name);
    EXECUTE format(
      'CREATE POLICY of_organization ON %I USING (organization_id = current_setting(''app.organization_id'', true))', name);
  END LOOP;
END $$;--> statement-breakpoint

-- Finding the organization of an invitation, by what only the holder of its link can name.
CREATE POLICY by_link ON invitations FOR SELECT USING (token_hash = current_setting('app.invitation_hash', true));--> statement-breakpoint
-- A person sees the organizations that they belong to, to switch between them.
CREATE POLICY of_member ON organizations FOR SELECT USING (
  EXISTS (SELECT FROM memberships WHERE memberships.organization_id = organizations.id AND memberships.user_id = current_setting('app.user_id', true)));--> statement-breakpoint

-- The record of administrative actions only grows.
CREATE FUNCTION administrative_actions_refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'administrative actions are never changed or deleted' USING ERRCODE = 'restrict_violation';
END $$;--> statement-breakpoint
CREATE TRIGGER administrative_actions_refuse_change BEFORE UPDATE OR DELETE ON administrative_actions FOR EACH ROW EXECUTE FUNCTION administrative_actions_refuse_change();--> statement-breakpoint
CREATE TRIGGER administrative_actions_refuse_truncate BEFORE TRUNCATE ON administrative_actions FOR EACH STATEMENT EXECUTE FUNCTION administrative_actions_refuse_change();--> statement-breakpoint
REVOKE UPDATE, DELETE, TRUNCATE ON administrative_actions FROM countersign_app;--> statement-breakpoint

-- An organization keeps an owner and a team. The organization's row is locked first: of two owners who leave at the same
-- moment the second one sees that the first has gone.
CREATE FUNCTION memberships_keep_owner() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.role = 'owner' AND (TG_OP = 'DELETE' OR NEW.role <> 'owner') THEN
    PERFORM FROM organizations WHERE id = OLD.organization_id FOR NO KEY UPDATE;
    IF NOT EXISTS (
      SELECT FROM memberships WHERE organization_id = OLD.organization_id AND role = 'owner' AND user_id <> OLD.user_id
    ) THEN
      RAISE EXCEPTION 'an organization keeps an owner' USING ERRCODE = 'check_violation', CONSTRAINT = 'memberships_keep_owner';
    END IF;
  END IF;
  RETURN CASE WHEN TG_OP = 'DELETE' THEN OLD ELSE NEW END;
END $$;--> statement-breakpoint
CREATE TRIGGER memberships_keep_owner BEFORE UPDATE OR DELETE ON memberships FOR EACH ROW EXECUTE FUNCTION memberships_keep_owner();--> statement-breakpoint
CREATE FUNCTION teams_keep_one() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM organizations WHERE id = OLD.organization_id FOR NO KEY UPDATE;
  IF NOT EXISTS (SELECT FROM teams WHERE organization_id = OLD.organization_id AND id <> OLD.id) THEN
    RAISE EXCEPTION 'an organization keeps a team' USING ERRCODE = 'check_violation', CONSTRAINT = 'teams_keep_one';
  END IF;
  RETURN OLD;
END $$;--> statement-breakpoint
CREATE TRIGGER teams_keep_one BEFORE DELETE ON teams FOR EACH ROW EXECUTE FUNCTION teams_keep_one();--> statement-breakpoint

-- An invitation that was accepted or revoked stays so, and links only grow newer.
CREATE FUNCTION invitations_keep_end() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.accepted_at IS NOT NULL OR OLD.revoked_at IS NOT NULL THEN
    RAISE EXCEPTION 'an invitation that has ended stays so' USING ERRCODE = 'check_violation';
  END IF;
  IF NEW.epoch < OLD.epoch OR NEW.email <> OLD.email OR NEW.organization_id <> OLD.organization_id THEN
    RAISE EXCEPTION 'an invitation stays with its address, and its links only grow newer' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;--> statement-breakpoint
CREATE TRIGGER invitations_keep_end BEFORE UPDATE ON invitations FOR EACH ROW EXECUTE FUNCTION invitations_keep_end();
