-- Searching week by week.
--
-- What a text is looked up by now also names the week in which the envelope was created: a search goes from week to week,
-- newest first, and stops when it has enough. However many envelopes hold a text, and however long ago they were created,
-- no more of them are read than one week has.

DROP FUNCTION matching_envelopes(text, text);--> statement-breakpoint
DROP INDEX "search_entries_grams";--> statement-breakpoint
TRUNCATE search_entries;--> statement-breakpoint
ALTER TABLE "search_entries" ADD COLUMN "created_at" timestamp (3) with time zone NOT NULL;--> statement-breakpoint

-- The week of a moment, counted from 1970.
CREATE FUNCTION search_week(moment timestamptz) RETURNS integer LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT floor(extract(epoch FROM $1 AT TIME ZONE 'UTC') / 604800)::integer
$$;--> statement-breakpoint

-- What keeps the entries of a kind, an organization and a week apart from all others: what others have stored costs a
-- search nothing, not even when it is the same. That two scopes agree is unlikely, and costs time and nothing else.
CREATE FUNCTION search_scope(about text, organization_id text, week integer) RETURNS text
  LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT left(md5($1 || $2 || ' ' || $3), 7)
$$;--> statement-breakpoint

-- All runs of three characters of a text within a scope, and the shorter ones at its end: whatever is a part of the text
-- is made of runs that it has, or, if it is shorter than three characters, begins one.
CREATE FUNCTION search_runs(scope text, content text) RETURNS tsvector LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
DECLARE
  runs text[] := '{}';
BEGIN
  FOR place IN 1..length(content) LOOP
    runs[place] := scope || substr(content, place, 3);
  END LOOP;
  RETURN array_to_tsvector(runs);
END $$;--> statement-breakpoint

-- What the runs of every text match that holds the needle, as a query; U+001F, which no needle has, stands for the scope.
-- Four or five runs, spread over the needle, select hardly worse than all, and each has a list to be read in every week.
CREATE FUNCTION search_pattern(needle text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT string_agg(
    '''' || U&'\001F' || replace(replace(substr($1, place, 3), '\', '\\'), '''', '''''') || ''''
      || CASE WHEN length($1) < 3 THEN ':*' ELSE '' END,
    ' & ')
  FROM generate_series(1, greatest(1, length($1) - 2)) AS place
  WHERE (place - 1) % greatest(2, length($1) / 3) = 0 OR place = length($1) - 2
$$;--> statement-breakpoint

CREATE OR REPLACE FUNCTION note_envelope_names() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO search_entries AS entry (envelope_id, source_id, organization_id, about, created_at, content)
  VALUES (NEW.id, NEW.id, NEW.organization_id, 'envelope', NEW.created_at, lower(NEW.display_name || U&'\001F' || NEW.original_filename))
  ON CONFLICT (envelope_id, source_id) DO UPDATE SET content = EXCLUDED.content WHERE entry.content <> EXCLUDED.content;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE FUNCTION note_envelope_creation() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  UPDATE search_entries SET created_at = NEW.created_at WHERE envelope_id = NEW.id;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER envelopes_note_creation AFTER UPDATE OF created_at ON envelopes
  FOR EACH ROW WHEN (NEW.created_at <> OLD.created_at) EXECUTE FUNCTION note_envelope_creation();--> statement-breakpoint
CREATE OR REPLACE FUNCTION note_participant_names() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    DELETE FROM search_entries WHERE envelope_id = OLD.envelope_id AND source_id = OLD.id;
  ELSE
    INSERT INTO search_entries AS entry (envelope_id, source_id, organization_id, about, created_at, content)
    SELECT NEW.envelope_id, NEW.id, NEW.organization_id, 'participant', of_envelope.created_at, lower(NEW.name || U&'\001F' || NEW.email)
    FROM search_entries AS of_envelope WHERE of_envelope.envelope_id = NEW.envelope_id AND of_envelope.source_id = NEW.envelope_id
    ON CONFLICT (envelope_id, source_id) DO UPDATE SET content = EXCLUDED.content WHERE entry.content <> EXCLUDED.content;
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint

-- The envelopes of the transaction's own organization, and of no other, whoever asks, whose names, or whose participants'
-- names and addresses, hold a text: the newest `wanted` of those created before a place of the order, newest first.
-- `needle` is in lower case. The plan is the same for every week, and making it costs more than following it.
CREATE FUNCTION matching_envelopes(about text, needle text, before timestamptz, before_id text, wanted integer)
  RETURNS TABLE (envelope_id text, created_at timestamptz)
  LANGUAGE plpgsql STABLE STRICT SECURITY DEFINER ROWS 200 SET search_path = public, pg_temp SET enable_seqscan = off
  SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  organization CONSTANT text := current_setting('app.organization_id', true);
  pattern CONSTANT text := search_pattern(needle);
  newest timestamptz;
  oldest timestamptz;
  found_before integer := 0;
  found_here integer;
BEGIN
  IF strpos(needle, U&'\001F') > 0 THEN RETURN; END IF;
  SELECT e.created_at INTO newest FROM envelopes AS e WHERE e.organization_id = organization AND e.deleted_at IS NULL
    ORDER BY e.created_at DESC NULLS LAST, e.id DESC NULLS LAST LIMIT 1;
  SELECT e.created_at INTO oldest FROM envelopes AS e WHERE e.organization_id = organization AND e.deleted_at IS NULL
    ORDER BY e.created_at ASC NULLS FIRST, e.id ASC NULLS FIRST LIMIT 1;
  IF newest IS NULL THEN RETURN; END IF;
  FOR week IN REVERSE search_week(least(newest, before))..search_week(oldest) LOOP
    RETURN QUERY
      SELECT DISTINCT entry.envelope_id, entry.created_at::timestamptz FROM search_entries AS entry
      WHERE search_runs(search_scope(entry.about, entry.organization_id, search_week(entry.created_at)), entry.content)
          @@ replace(pattern, U&'\001F', search_scope($1, organization, week))::tsquery
        AND entry.organization_id = organization
        AND entry.about = $1
        AND search_week(entry.created_at) = week
        AND (entry.created_at, entry.envelope_id) < ($3, $4)
        AND strpos(entry.content, $2) > 0
      ORDER BY entry.created_at::timestamptz DESC, entry.envelope_id DESC
      LIMIT $5 - found_before;
    GET DIAGNOSTICS found_here = ROW_COUNT;
    found_before := found_before + found_here;
    EXIT WHEN found_before >= $5;
  END LOOP;
END $$;--> statement-breakpoint
REVOKE ALL ON FUNCTION matching_envelopes(text, text, timestamptz, text, integer), note_envelope_creation() FROM PUBLIC;--> statement-breakpoint
GRANT EXECUTE ON FUNCTION matching_envelopes(text, text, timestamptz, text, integer) TO countersign_app;--> statement-breakpoint

-- What is there already, in the order of creation. The owner sees rows of all organizations only while row level security
-- is not forced on it.
ALTER TABLE envelopes NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE participants NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
INSERT INTO search_entries (envelope_id, source_id, organization_id, about, created_at, content)
  SELECT envelope_id, source_id, organization_id, about, created_at, content FROM (
    SELECT id AS envelope_id, id AS source_id, organization_id, 'envelope' AS about, created_at,
      lower(display_name || U&'\001F' || original_filename) AS content FROM envelopes
    UNION ALL
    SELECT p.envelope_id, p.id, p.organization_id, 'participant', e.created_at, lower(p.name || U&'\001F' || p.email)
    FROM participants AS p JOIN envelopes AS e ON e.id = p.envelope_id
  ) AS entries ORDER BY created_at;--> statement-breakpoint
ALTER TABLE envelopes FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE participants FORCE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE INDEX "search_entries_runs" ON "search_entries" USING gin (search_runs(search_scope("about", "organization_id", search_week("created_at")), "content")) WITH (fastupdate=false);
