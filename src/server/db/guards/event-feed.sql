-- The feed of an organization's events. They get their positions when the feed is read, one reader at a time: whatever commits
-- later comes behind, so that who has read up to a position has missed nothing. Events of one envelope keep their order. A
-- position stays as it is, also in a restored database. Returns how many got one, and the last one given.
CREATE FUNCTION place_events(most integer, OUT placed integer, OUT last bigint) LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE organization CONSTANT text := current_setting('app.organization_id', true);
BEGIN
  placed := 0;
  IF EXISTS (SELECT FROM events WHERE organization_id = organization AND position IS NULL) THEN
    PERFORM pg_advisory_xact_lock(hashtextextended('event feed ' || organization, 0));
    WITH oldest AS (
      SELECT envelope_id, seq FROM events
      WHERE organization_id = organization AND position IS NULL ORDER BY occurred_at LIMIT most
    ), reach AS (
      SELECT envelope_id, max(seq) AS seq FROM oldest GROUP BY envelope_id
    ), waiting AS (
      SELECT e.id, e.envelope_id, e.seq, max(e.occurred_at) OVER (PARTITION BY e.envelope_id ORDER BY e.seq) AS at
      FROM reach JOIN events AS e ON e.organization_id = organization AND e.envelope_id = reach.envelope_id AND e.seq <= reach.seq AND e.position IS NULL
    ), ordered AS (
      SELECT id, (SELECT coalesce(max(position), 0) FROM events WHERE organization_id = organization)
        + row_number() OVER (ORDER BY at, envelope_id, seq) AS position
      FROM waiting
    )
    UPDATE events SET position = ordered.position FROM ordered WHERE events.organization_id = organization AND events.id = ordered.id;
    GET DIAGNOSTICS placed = ROW_COUNT;
  END IF;
  SELECT coalesce(max(position), 0) INTO last FROM events WHERE organization_id = organization;
END $$;
REVOKE ALL ON FUNCTION place_events FROM PUBLIC;
GRANT EXECUTE ON FUNCTION place_events TO countersign_app;
