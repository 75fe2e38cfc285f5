-- Logs of heads and their checkpoints: kept apart like all else of an organization.
DO $$
DECLARE name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['changed_heads', 'checkpoint_leaves', 'checkpoints']
  LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', name);
    EXECUTE format(
      'CREATE POLICY of_organization ON %I USING (organization_id = current_setting(''app.organization_id'', true))', name);
  END LOOP;
END $$;--> statement-breakpoint
-- Which organizations are due for a checkpoint is found for all at once.
CREATE POLICY due_rows ON changed_heads FOR SELECT USING (current_setting('app.due_rows', true) = 'on');--> statement-breakpoint
REVOKE TRUNCATE ON changed_heads FROM countersign_app;--> statement-breakpoint

-- Every new head waits for the log. The update takes the row's lock: whoever takes heads into the log meanwhile leaves it
-- alone, and takes this event with the next.
CREATE FUNCTION events_change_head() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO changed_heads (envelope_id, organization_id, seq, head_hash, since)
    VALUES (NEW.envelope_id, NEW.organization_id, NEW.seq, NEW.hash, NEW.occurred_at)
    ON CONFLICT (envelope_id) DO UPDATE SET seq = EXCLUDED.seq, head_hash = EXCLUDED.head_hash;
  RETURN NULL;
END $$;--> statement-breakpoint

-- What was there before waits as well. The owner sees rows of all organizations only while row level security is not forced on it.
ALTER TABLE events NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE changed_heads NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
INSERT INTO changed_heads (envelope_id, organization_id, seq, head_hash, since)
  SELECT DISTINCT ON (envelope_id) envelope_id, organization_id, seq, hash, occurred_at
  FROM events ORDER BY envelope_id, seq DESC;--> statement-breakpoint
ALTER TABLE events FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE changed_heads FORCE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TRIGGER events_change_head AFTER INSERT ON events FOR EACH ROW EXECUTE FUNCTION events_change_head();--> statement-breakpoint

-- Logs and checkpoints are only appended to, without gaps, and a leaf says what the event says.
CREATE FUNCTION checkpoint_leaves_append_in_order() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.position < 0 OR NEW.position > 0 AND NOT EXISTS (
    SELECT FROM checkpoint_leaves WHERE organization_id = NEW.organization_id AND position = NEW.position - 1
  ) THEN
    RAISE EXCEPTION 'leaf % is not the next of its log', NEW.position USING ERRCODE = 'check_violation';
  END IF;
  IF NOT EXISTS (
    SELECT FROM events WHERE envelope_id = NEW.envelope_id AND seq = NEW.seq
      AND hash = NEW.head_hash AND organization_id = NEW.organization_id
  ) THEN
    RAISE EXCEPTION 'leaf % has no event behind it', NEW.position USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;--> statement-breakpoint
CREATE TRIGGER checkpoint_leaves_append_in_order BEFORE INSERT ON checkpoint_leaves
  FOR EACH ROW EXECUTE FUNCTION checkpoint_leaves_append_in_order();--> statement-breakpoint
CREATE FUNCTION checkpoints_append_in_order() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.number > 1 AND NOT EXISTS (
    SELECT FROM checkpoints WHERE organization_id = NEW.organization_id AND number = NEW.number - 1 AND tree_size < NEW.tree_size
  ) THEN
    RAISE EXCEPTION 'checkpoint % does not follow the last one', NEW.number USING ERRCODE = 'check_violation';
  END IF;
  IF NOT EXISTS (
    SELECT FROM checkpoint_leaves WHERE organization_id = NEW.organization_id AND position = NEW.tree_size - 1
  ) THEN
    RAISE EXCEPTION 'the log has no % leaves', NEW.tree_size USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;--> statement-breakpoint
CREATE TRIGGER checkpoints_append_in_order BEFORE INSERT ON checkpoints
  FOR EACH ROW EXECUTE FUNCTION checkpoints_append_in_order();--> statement-breakpoint
CREATE FUNCTION checkpoints_refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% are never changed or deleted', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END $$;--> statement-breakpoint
DO $$
DECLARE name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['checkpoint_leaves', 'checkpoints']
  LOOP
    EXECUTE format('CREATE TRIGGER %I BEFORE UPDATE OR DELETE ON %I FOR EACH ROW EXECUTE FUNCTION checkpoints_refuse_change()', name || '_refuse_change', name);
    EXECUTE format('CREATE TRIGGER %I BEFORE TRUNCATE ON %I FOR EACH STATEMENT EXECUTE FUNCTION checkpoints_refuse_change()', name || '_refuse_truncate', name);
    EXECUTE format('REVOKE UPDATE, DELETE, TRUNCATE ON %I FROM countersign_app', name);
  END LOOP;
END $$;
