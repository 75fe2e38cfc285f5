-- A test environment is an organization of its own, so that whatever separates organizations separates it from its live one.
-- Who belongs to it and what protects it aren't its own: they follow the live organization in the same transaction.

-- From the live organization's scope, its test environment can be found. There's no way back: nothing live can be seen from a
-- test environment.
CREATE POLICY of_live ON organizations FOR SELECT USING (test_of = current_setting('app.organization_id', true));

CREATE FUNCTION organizations_start_test() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  scope CONSTANT text := current_setting('app.organization_id', true);
  live organizations;
BEGIN
  PERFORM set_config('app.organization_id', NEW.test_of, true);
  -- Waits for members who are just being added, and makes those who come later wait.
  SELECT * INTO live FROM organizations WHERE id = NEW.test_of FOR UPDATE;
  PERFORM set_config('app.organization_id', scope, true);
  IF live.id IS NULL OR live.test_of IS NOT NULL THEN
    RAISE EXCEPTION 'only a live organization has a test environment' USING ERRCODE = 'check_violation';
  END IF;
  NEW.name := live.name;
  NEW.approved_names := live.approved_names;
  NEW.suspended_at := live.suspended_at;
  NEW.suspension_reason := live.suspension_reason;
  NEW.require_second_factor := live.require_second_factor;
  NEW.member_domains := live.member_domains;
  NEW.see_own_only := live.see_own_only;
  RETURN NEW;
END $$;
CREATE TRIGGER organizations_start_test BEFORE INSERT ON organizations
  FOR EACH ROW WHEN (NEW.test_of IS NOT NULL) EXECUTE FUNCTION organizations_start_test();

CREATE FUNCTION organizations_fill_test() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  scope CONSTANT text := current_setting('app.organization_id', true);
  members memberships[];
BEGIN
  PERFORM set_config('app.organization_id', NEW.test_of, true);
  members := array(SELECT m FROM memberships AS m WHERE organization_id = NEW.test_of);
  PERFORM set_config('app.organization_id', NEW.id, true);
  INSERT INTO memberships (organization_id, user_id, role, created_at)
    SELECT NEW.id, member.user_id, member.role, NEW.created_at FROM unnest(members) AS member;
  PERFORM set_config('app.organization_id', scope, true);
  RETURN NULL;
END $$;
CREATE TRIGGER organizations_fill_test AFTER INSERT ON organizations
  FOR EACH ROW WHEN (NEW.test_of IS NOT NULL) EXECUTE FUNCTION organizations_fill_test();

-- What follows the live organization changes only with it. Nothing becomes live or a test later.
CREATE FUNCTION organizations_keep_test() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.test_of IS DISTINCT FROM OLD.test_of THEN
    RAISE EXCEPTION 'a test environment stays one, of the same organization' USING ERRCODE = 'check_violation';
  END IF;
  IF NEW.test_of IS NOT NULL AND pg_trigger_depth() = 1
    AND (NEW.name, NEW.approved_names, NEW.suspended_at, NEW.suspension_reason, NEW.require_second_factor, NEW.member_domains, NEW.see_own_only)
      IS DISTINCT FROM
      (OLD.name, OLD.approved_names, OLD.suspended_at, OLD.suspension_reason, OLD.require_second_factor, OLD.member_domains, OLD.see_own_only)
  THEN
    RAISE EXCEPTION 'this follows the live organization' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER organizations_keep_test BEFORE UPDATE ON organizations
  FOR EACH ROW EXECUTE FUNCTION organizations_keep_test();

CREATE FUNCTION organizations_lead_test() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  scope CONSTANT text := current_setting('app.organization_id', true);
  environment text;
BEGIN
  SELECT id INTO environment FROM organizations WHERE test_of = NEW.id;
  IF environment IS NULL THEN RETURN NULL; END IF;
  PERFORM set_config('app.organization_id', environment, true);
  UPDATE organizations SET name = NEW.name, approved_names = NEW.approved_names, suspended_at = NEW.suspended_at,
    suspension_reason = NEW.suspension_reason, require_second_factor = NEW.require_second_factor,
    member_domains = NEW.member_domains, see_own_only = NEW.see_own_only
    WHERE id = environment;
  PERFORM set_config('app.organization_id', scope, true);
  RETURN NULL;
END $$;
CREATE TRIGGER organizations_lead_test
  AFTER UPDATE OF name, approved_names, suspended_at, suspension_reason, require_second_factor, member_domains, see_own_only ON organizations
  FOR EACH ROW WHEN (NEW.test_of IS NULL) EXECUTE FUNCTION organizations_lead_test();

CREATE FUNCTION memberships_keep_test() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE organization CONSTANT text := CASE WHEN TG_OP = 'DELETE' THEN OLD.organization_id ELSE NEW.organization_id END;
BEGIN
  IF pg_trigger_depth() = 1 AND EXISTS (SELECT FROM organizations WHERE id = organization AND test_of IS NOT NULL) THEN
    RAISE EXCEPTION 'the members of a test environment are those of its live organization' USING ERRCODE = 'check_violation';
  END IF;
  RETURN CASE WHEN TG_OP = 'DELETE' THEN OLD ELSE NEW END;
END $$;
CREATE TRIGGER memberships_keep_test BEFORE INSERT OR DELETE OR UPDATE OF organization_id, user_id, role ON memberships
  FOR EACH ROW EXECUTE FUNCTION memberships_keep_test();

-- Somebody who leaves loses what they had in the test environment as well, and somebody who no longer administers their keys.
CREATE FUNCTION memberships_lead_test() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  scope CONSTANT text := current_setting('app.organization_id', true);
  live CONSTANT text := CASE WHEN TG_OP = 'DELETE' THEN OLD.organization_id ELSE NEW.organization_id END;
  person CONSTANT text := CASE WHEN TG_OP = 'DELETE' THEN OLD.user_id ELSE NEW.user_id END;
  environment text;
BEGIN
  -- Waits for a test environment that is just being made.
  PERFORM FROM organizations WHERE id = live FOR KEY SHARE;
  SELECT id INTO environment FROM organizations WHERE test_of = live;
  IF environment IS NULL THEN RETURN NULL; END IF;
  PERFORM set_config('app.organization_id', environment, true);
  -- Whoever changes members or keys there locks the organization first.
  PERFORM FROM organizations WHERE id = environment FOR NO KEY UPDATE;
  IF TG_OP = 'DELETE' THEN
    DELETE FROM memberships WHERE organization_id = environment AND user_id = person;
    DELETE FROM sessions WHERE organization_id = environment AND user_id = person;
    UPDATE oauth_grants SET ended_at = now(), end_reason = 'person'
      WHERE organization_id = environment AND user_id = person AND ended_at IS NULL;
  ELSIF TG_OP = 'INSERT' THEN
    INSERT INTO memberships (organization_id, user_id, role, created_at)
      VALUES (environment, person, NEW.role, NEW.created_at);
  ELSE
    UPDATE memberships SET role = NEW.role WHERE organization_id = environment AND user_id = person;
  END IF;
  IF TG_OP = 'DELETE' OR TG_OP = 'UPDATE' AND NEW.role NOT IN ('owner', 'admin') THEN
    UPDATE api_keys SET revoked_at = now()
      WHERE organization_id = environment AND created_by = person AND revoked_at IS NULL;
  END IF;
  PERFORM set_config('app.organization_id', scope, true);
  RETURN NULL;
END $$;
CREATE TRIGGER memberships_lead_test AFTER INSERT OR DELETE OR UPDATE OF role ON memberships
  FOR EACH ROW EXECUTE FUNCTION memberships_lead_test();

-- Nobody gets in through a test environment.
CREATE FUNCTION live_organizations_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM organizations WHERE id = NEW.organization_id AND test_of IS NOT NULL) THEN
    RAISE EXCEPTION 'a test environment has no % of its own', TG_TABLE_NAME USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER live_organizations_only BEFORE INSERT ON invitations FOR EACH ROW EXECUTE FUNCTION live_organizations_only();
CREATE TRIGGER live_organizations_only BEFORE INSERT ON email_domains FOR EACH ROW EXECUTE FUNCTION live_organizations_only();
CREATE TRIGGER live_organizations_only BEFORE INSERT ON sign_in_connections FOR EACH ROW EXECUTE FUNCTION live_organizations_only();
CREATE TRIGGER live_organizations_only BEFORE INSERT ON directory_tokens FOR EACH ROW EXECUTE FUNCTION live_organizations_only();

-- Tells whether an organization is a test environment. Its policies have to show the organization.
CREATE FUNCTION is_test(organization text) RETURNS boolean LANGUAGE sql STABLE STRICT AS $$
  SELECT coalesce((SELECT test_of IS NOT NULL FROM organizations WHERE id = organization), false)
$$;

-- Lists the test environments that policies show.
CREATE FUNCTION test_environments() RETURNS text[] LANGUAGE sql STABLE AS $$
  SELECT coalesce(array_agg(id), '{}') FROM organizations WHERE test_of IS NOT NULL
$$;

-- The sweeper forgets old messages of test environments. Live emails, of an instance without a mail server, it doesn't even see. The
-- subquery runs once a statement, not for each email.
CREATE POLICY expired_tests ON outbox_mails FOR DELETE USING (current_setting('app.due_rows', true) = 'on'
  AND organization_id = ANY ((SELECT test_environments())::text[]));
CREATE POLICY read_expired_tests ON outbox_mails FOR SELECT USING (current_setting('app.due_rows', true) = 'on'
  AND organization_id = ANY ((SELECT test_environments())::text[]));
