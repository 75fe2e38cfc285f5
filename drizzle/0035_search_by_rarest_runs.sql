-- Searching by the rarest runs.
--
-- A run that most names hold, such as one of "company", has a long list in every week, and reading along it costs a
-- hundred times what the list of a rare one does. Which are rare is seen from the texts that are nearest to where a search
-- begins. And all weeks are looked through by one statement, as far as there is need.

DROP FUNCTION search_pattern(text);--> statement-breakpoint

-- What the runs of every text match that holds the needle, as a query; U+001F, which no needle has, stands for the scope.
-- Of the runs of the needle (some thirty at most) it has the three that the fewest of the sample hold, if it can without
-- overlap: more select hardly better, and each has a list to be read in every week.
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
$$;--> statement-breakpoint

-- As before. The weeks are one side of a nested loop, the only way to join what is lateral, so that they are taken newest
-- first and no more of them than it takes. What the caller has the planner keep from does not hold in here.
CREATE OR REPLACE FUNCTION matching_envelopes(about text, needle text, before timestamptz, before_id text, wanted integer)
  RETURNS TABLE (envelope_id text, created_at timestamptz)
  LANGUAGE plpgsql STABLE STRICT SECURITY DEFINER ROWS 200 SET search_path = public, pg_temp SET enable_seqscan = off
  SET enable_bitmapscan = on SET enable_sort = on SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  organization CONSTANT text := current_setting('app.organization_id', true);
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
    ) AS nearest JOIN search_entries AS entry ON entry.envelope_id = nearest.id WHERE entry.about = $1));
  RETURN QUERY
    SELECT of_week.* FROM generate_series(search_week(least(newest, before)), search_week(oldest), -1) AS week, LATERAL (
      SELECT DISTINCT entry.envelope_id, entry.created_at::timestamptz FROM search_entries AS entry
      WHERE search_runs(search_scope(entry.about, entry.organization_id, search_week(entry.created_at)), entry.content)
          @@ replace(pattern, U&'\001F', search_scope($1, organization, week))::tsquery
        AND entry.organization_id = organization
        AND entry.about = $1
        AND entry.created_at >= to_timestamp(week * 604800.0) AND entry.created_at < to_timestamp((week + 1) * 604800.0)
        AND (entry.created_at, entry.envelope_id) < ($3, $4)
        AND strpos(entry.content, $2) > 0
      ORDER BY entry.created_at::timestamptz DESC, entry.envelope_id DESC
    ) AS of_week
    LIMIT $5;
END $$;
