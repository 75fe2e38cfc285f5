-- The new tables of an organization are kept apart like the others.
DO $$
DECLARE name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['webhooks', 'webhook_deliveries']
  LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', name);
    EXECUTE format(
      'CREATE POLICY of_organization ON %I USING (organization_id = current_setting(''app.organization_id'', true))', name);
  END LOOP;
END $$;--> statement-breakpoint

-- Old deliveries are cleared for all organizations at once.
CREATE POLICY outlived ON webhook_deliveries FOR DELETE USING (current_setting('app.due_rows', true) = 'on');--> statement-breakpoint
CREATE POLICY outlived_rows ON webhook_deliveries FOR SELECT USING (current_setting('app.due_rows', true) = 'on');--> statement-breakpoint

-- What a webhook was told is not told otherwise later: attempts are recorded, the message stays.
REVOKE UPDATE ON webhook_deliveries FROM countersign_app;--> statement-breakpoint
GRANT UPDATE (status, attempts, next_attempt_at, last_attempt_at, last_status_code, last_error, response_excerpt)
  ON webhook_deliveries TO countersign_app;--> statement-breakpoint

-- Finding templates by a part of their names, as envelopes are found (see lists and search): row level security lets no
-- index help the program itself, so their owner keeps the names and looks them up. The entries are there for it alone.
REVOKE ALL ON template_search_entries FROM countersign_app;--> statement-breakpoint
ALTER TABLE template_search_entries ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE FUNCTION note_template_names() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO template_search_entries AS entry (template_id, organization_id, content)
  VALUES (NEW.id, NEW.organization_id, lower(NEW.name || U&'\001F' || NEW.original_filename))
  ON CONFLICT (template_id) DO UPDATE SET content = EXCLUDED.content WHERE entry.content <> EXCLUDED.content;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER templates_note_names AFTER INSERT OR UPDATE OF name, original_filename ON templates
  FOR EACH ROW EXECUTE FUNCTION note_template_names();--> statement-breakpoint

-- The templates of the transaction's own organization whose names hold a text, which is in lower case. One or two plain
-- Latin letters have no gram: they are looked for in all names of the organization.
CREATE FUNCTION matching_templates(needle text) RETURNS SETOF text
  LANGUAGE sql STABLE STRICT SECURITY DEFINER ROWS 200 SET search_path = public, pg_temp SET enable_seqscan = off AS $$
  SELECT entry.template_id FROM template_search_entries AS entry
  WHERE search_grams('', $1) <> '{}'
    AND search_grams(entry.organization_id, entry.content)
      @> search_grams(current_setting('app.organization_id', true), $1)
    AND entry.organization_id = current_setting('app.organization_id', true)
    AND strpos(entry.content, $1) > 0
    AND strpos($1, U&'\001F') = 0
  UNION ALL
  SELECT entry.template_id FROM template_search_entries AS entry
  WHERE search_grams('', $1) = '{}'
    AND entry.organization_id = current_setting('app.organization_id', true)
    AND strpos(entry.content, $1) > 0
    AND strpos($1, U&'\001F') = 0
$$;--> statement-breakpoint
REVOKE ALL ON FUNCTION matching_templates(text), note_template_names() FROM PUBLIC;--> statement-breakpoint
GRANT EXECUTE ON FUNCTION matching_templates(text) TO countersign_app;--> statement-breakpoint

-- What is there already. The owner sees rows of all organizations only while row level security is not forced on it.
ALTER TABLE templates NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
INSERT INTO template_search_entries (template_id, organization_id, content)
  SELECT id, organization_id, lower(name || U&'\001F' || original_filename) FROM templates;--> statement-breakpoint
ALTER TABLE templates FORCE ROW LEVEL SECURITY;
