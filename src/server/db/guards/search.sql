-- Finding envelopes and templates by part of a name.
--
-- PostgreSQL runs only leakproof operators ahead of a row level security policy. LIKE, ILIKE and lower() aren't leakproof,
-- so under the program's role such a condition can't use an index. Lists therefore sort and filter by generated columns
-- with plain operators, and text is looked up by functions that run as the tables' owner. No superuser is needed.

-- Only the owner reads and writes search entries: row level security is on without a policy, and not forced.
REVOKE ALL ON search_entries, template_search_entries FROM countersign_app;
ALTER TABLE search_entries ENABLE ROW LEVEL SECURITY;
ALTER TABLE template_search_entries ENABLE ROW LEVEL SECURITY;

CREATE FUNCTION note_envelope_names() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO search_entries AS entry (envelope_id, source_id, organization_id, about, created_at, content)
  VALUES (NEW.id, NEW.id, NEW.organization_id, 'envelope', NEW.created_at, lower(NEW.display_name || U&'\001F' || NEW.original_filename))
  ON CONFLICT (organization_id, envelope_id, source_id) DO UPDATE SET content = EXCLUDED.content WHERE entry.content <> EXCLUDED.content;
  RETURN NULL;
END $$;
CREATE TRIGGER envelopes_note_names AFTER INSERT OR UPDATE OF display_name, original_filename ON envelopes
  FOR EACH ROW EXECUTE FUNCTION note_envelope_names();
CREATE FUNCTION note_envelope_creation() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  UPDATE search_entries SET created_at = NEW.created_at WHERE organization_id = NEW.organization_id AND envelope_id = NEW.id;
  UPDATE search_documents SET created_at = NEW.created_at WHERE organization_id = NEW.organization_id AND envelope_id = NEW.id;
  RETURN NULL;
END $$;
CREATE TRIGGER envelopes_note_creation AFTER UPDATE OF created_at ON envelopes
  FOR EACH ROW WHEN (NEW.created_at <> OLD.created_at) EXECUTE FUNCTION note_envelope_creation();
CREATE FUNCTION note_participant_names() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    DELETE FROM search_entries WHERE organization_id = OLD.organization_id AND envelope_id = OLD.envelope_id AND source_id = OLD.id;
  ELSE
    INSERT INTO search_entries AS entry (envelope_id, source_id, organization_id, about, created_at, content)
    SELECT NEW.envelope_id, NEW.id, NEW.organization_id, 'participant', of_envelope.created_at, lower(NEW.name || U&'\001F' || NEW.email)
    FROM search_entries AS of_envelope WHERE of_envelope.organization_id = NEW.organization_id AND of_envelope.envelope_id = NEW.envelope_id AND of_envelope.source_id = NEW.envelope_id
    ON CONFLICT (organization_id, envelope_id, source_id) DO UPDATE SET content = EXCLUDED.content WHERE entry.content <> EXCLUDED.content;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER participants_note_names AFTER INSERT OR DELETE OR UPDATE OF name, email ON participants
  FOR EACH ROW EXECUTE FUNCTION note_participant_names();
CREATE FUNCTION note_template_names() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO template_search_entries AS entry (template_id, organization_id, content)
  VALUES (NEW.id, NEW.organization_id, lower(NEW.name || U&'\001F' || NEW.original_filename))
  ON CONFLICT (organization_id, template_id) DO UPDATE SET content = EXCLUDED.content WHERE entry.content <> EXCLUDED.content;
  RETURN NULL;
END $$;
CREATE TRIGGER templates_note_names AFTER INSERT OR UPDATE OF name, original_filename ON templates
  FOR EACH ROW EXECUTE FUNCTION note_template_names();

-- The query for texts that contain the needle. U+001F, which no needle contains, stands for the scope. A run that most names
-- contain has a long list in every week, and reading it costs a hundred times as much as a rare one's. So the query uses the
-- three runs (of some thirty at most) that are rarest in the sample, without overlap if possible: more barely narrow the
-- result, and each has a list to read every week.
CREATE FUNCTION search_pattern(needle text, sample text[]) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT string_agg(
    '''' || U&'\001F' || replace(replace(run, '\', '\\'), '''', '''''') || '''' || CASE WHEN length(run) < 3 THEN ':*' ELSE '' END,
    ' & ')
  FROM (
    SELECT run FROM (
      SELECT substr($1, place, 3) AS run, min(place) AS place
      FROM generate_series(1, greatest(1, length($1) - 2), 1 + length($1) / 30) AS place GROUP BY run
    ) AS runs, LATERAL (SELECT count(*) AS holders FROM unnest($2) AS content WHERE strpos(content, run) > 0) AS held
    ORDER BY holders, place % 3, place LIMIT 3
  ) AS rarest
$$;

-- Returns the newest `wanted` envelopes of the transaction's own organization, created before a place in the order, whose
-- names, or whose participants' names and addresses, contain `needle` (in lower case). The weeks are one side of a nested
-- loop, the only way to join what is lateral, so they are read newest first and only as far as needed. The SET clauses keep
-- the caller's planner settings out; the generic plan is the same for every week, and planning costs more than running.
-- The scope finds the organization. As a plain condition it would let the planner combine the index with the primary key, which
-- begins with the organization, and read all of its entries for each week that has a match.
CREATE FUNCTION matching_envelopes(about text, needle text, before timestamptz, before_id text, wanted integer)
  RETURNS TABLE (envelope_id text, created_at timestamptz)
  LANGUAGE plpgsql STABLE STRICT SECURITY DEFINER ROWS 200 SET search_path = public, pg_temp SET enable_seqscan = off
  SET enable_bitmapscan = on SET enable_sort = on SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  organization CONSTANT text := current_setting('app.organization_id', true);
  hidden CONSTANT text[] := hidden_teams();
  own_only CONSTANT boolean := sees_own_only();
  viewer CONSTANT text := current_setting('app.viewer_id', true);
  mine CONSTANT text[] := own_teams();
  pattern text;
  newest timestamptz;
  oldest timestamptz;
BEGIN
  IF strpos(needle, U&'\001F') > 0 THEN RETURN; END IF;
  SELECT e.created_at INTO newest FROM envelopes AS e WHERE e.organization_id = organization AND e.deleted_at IS NULL
    ORDER BY e.created_at DESC NULLS LAST, e.id DESC NULLS LAST LIMIT 1;
  SELECT e.created_at INTO oldest FROM envelopes AS e WHERE e.organization_id = organization AND e.deleted_at IS NULL
    ORDER BY e.created_at ASC NULLS FIRST, e.id ASC NULLS FIRST LIMIT 1;
  IF newest IS NULL THEN RETURN; END IF;
  pattern := search_pattern(needle, array(
    SELECT entry.content FROM (
      SELECT e.id FROM envelopes AS e
      WHERE e.organization_id = organization AND e.deleted_at IS NULL AND (e.created_at, e.id) < ($3, $4)
      ORDER BY e.created_at DESC NULLS LAST, e.id DESC NULLS LAST LIMIT 50
    ) AS nearest JOIN search_entries AS entry ON entry.organization_id = organization AND entry.envelope_id = nearest.id WHERE entry.about = $1));
  RETURN QUERY
    SELECT of_week.* FROM generate_series(search_week(least(newest, before)), search_week(oldest), -1) AS week, LATERAL (
      SELECT DISTINCT entry.envelope_id, entry.created_at::timestamptz FROM search_entries AS entry
      WHERE search_runs(search_scope(entry.about, entry.organization_id, search_week(entry.created_at)), entry.content)
          @@ replace(pattern, U&'\001F', search_scope($1, organization, week))::tsquery
        AND entry.organization_id || '' = organization
        AND entry.about = $1
        AND entry.created_at >= to_timestamp(week * 604800.0) AND entry.created_at < to_timestamp((week + 1) * 604800.0)
        AND (entry.created_at, entry.envelope_id) < ($3, $4)
        AND strpos(entry.content, $2) > 0
        AND (hidden = '{}' AND NOT own_only OR EXISTS (
          SELECT FROM envelopes AS e WHERE e.organization_id = organization AND e.id = entry.envelope_id AND e.team_id <> ALL (hidden)
            AND (NOT own_only OR e.sender_user_id = viewer OR e.team_id = ANY (mine))))
      ORDER BY entry.created_at::timestamptz DESC, entry.envelope_id DESC
    ) AS of_week
    LIMIT $5;
END $$;

-- The query for words that start with each term, under a scope.
CREATE FUNCTION words_query(scope text, terms text[]) RETURNS tsquery LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT string_agg('''' || replace(replace($1 || term, '\', '\\'), '''', '''''') || ''':*', ' & ')::tsquery FROM unnest($2) AS term
$$;

-- Words are looked up by their index, which a policy would prevent: the owner's functions see all rows and name the organization.
CREATE POLICY of_owner ON search_documents TO CURRENT_USER USING (true);

-- Which of a search's terms to look up in the index: the rarest in the sample, and another one unless it is common. The list of
-- a common term costs more than comparing what the rare one finds.
CREATE FUNCTION rarest_terms(terms text[], sample tsvector[]) RETURNS text[] LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT array_agg(term)
  FROM (
    SELECT term, holders, row_number() OVER (ORDER BY holders, length(term) DESC, term) AS place
    FROM unnest($1) AS term,
      LATERAL (SELECT count(*) AS holders FROM unnest($2) AS words WHERE words @@ words_query('', array[term])) AS held
  ) AS ranked
  WHERE place = 1 OR place = 2 AND holders * 4 < cardinality($2)
$$;

-- Returns the newest `wanted` envelopes of the transaction's own organization, created before a place in the order, that have a
-- word starting with each term. Reads week by week, like matching_envelopes.
CREATE FUNCTION found_envelopes(terms text[], before timestamptz, before_id text, wanted integer)
  RETURNS TABLE (envelope_id text, created_at timestamptz)
  LANGUAGE plpgsql STABLE STRICT SECURITY DEFINER ROWS 200 SET search_path = public, pg_temp SET enable_seqscan = off
  SET enable_bitmapscan = on SET enable_sort = on SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  organization CONSTANT text := current_setting('app.organization_id', true);
  hidden CONSTANT text[] := hidden_teams();
  own_only CONSTANT boolean := sees_own_only();
  viewer CONSTANT text := current_setting('app.viewer_id', true);
  mine CONSTANT text[] := own_teams();
  rarest text[] := terms;
  newest timestamptz;
  oldest timestamptz;
BEGIN
  SELECT e.created_at INTO newest FROM envelopes AS e WHERE e.organization_id = organization AND e.deleted_at IS NULL
    ORDER BY e.created_at DESC NULLS LAST, e.id DESC NULLS LAST LIMIT 1;
  SELECT e.created_at INTO oldest FROM envelopes AS e WHERE e.organization_id = organization AND e.deleted_at IS NULL
    ORDER BY e.created_at ASC NULLS FIRST, e.id ASC NULLS FIRST LIMIT 1;
  IF newest IS NULL THEN RETURN; END IF;
  IF cardinality(terms) > 1 THEN
    rarest := rarest_terms(terms, array(
      SELECT document.names || document.content FROM (
        SELECT e.id FROM envelopes AS e
        WHERE e.organization_id = organization AND e.deleted_at IS NULL AND (e.created_at, e.id) < ($2, $3)
        ORDER BY e.created_at DESC NULLS LAST, e.id DESC NULLS LAST LIMIT 40
      ) AS nearest JOIN search_documents AS document ON document.organization_id = organization AND document.envelope_id = nearest.id));
  END IF;
  RETURN QUERY
    SELECT of_week.* FROM generate_series(search_week(least(newest, before)), search_week(oldest), -1) AS week, LATERAL (
      SELECT document.envelope_id, document.created_at::timestamptz FROM search_documents AS document
      WHERE scoped_words(search_scope('words', document.organization_id, search_week(document.created_at)), document.names || document.content)
          @@ words_query(search_scope('words', organization, week), rarest)
        AND document.organization_id || '' = organization
        AND document.created_at >= to_timestamp(week * 604800.0) AND document.created_at < to_timestamp((week + 1) * 604800.0)
        AND (document.created_at, document.envelope_id) < ($2, $3)
        AND (rarest = terms OR (document.names || document.content) @@ words_query('', terms))
        AND (hidden = '{}' AND NOT own_only OR EXISTS (
          SELECT FROM envelopes AS e WHERE e.organization_id = organization AND e.id = document.envelope_id AND e.team_id <> ALL (hidden)
            AND (NOT own_only OR e.sender_user_id = viewer OR e.team_id = ANY (mine))))
      ORDER BY document.created_at::timestamptz DESC, document.envelope_id DESC
    ) AS of_week
    LIMIT $4;
END $$;

-- Returns the templates of the transaction's own organization whose names contain `needle` (in lower case). One or two plain
-- Latin letters have no gram, so they are looked for in all names of the organization.
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
$$;

REVOKE ALL ON FUNCTION matching_envelopes(text, text, timestamptz, text, integer), matching_templates(text),
  found_envelopes(text[], timestamptz, text, integer),
  note_envelope_names(), note_envelope_creation(), note_participant_names(), note_template_names() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION matching_envelopes(text, text, timestamptz, text, integer), matching_templates(text),
  found_envelopes(text[], timestamptz, text, integer) TO countersign_app;
