-- The feed of an organization's events. They get their positions when the feed is read, one reader at a time: whatever commits
-- later comes behind, so that who has read up to a position has missed nothing. Events of one envelope keep their order. A
-- position stays as it is, also in a restored database. No key over all partitions keeps positions unique; `event_feeds` does. It
-- gives each number to one transaction, and the trigger of events refuses positions that their transaction wasn't given.
ALTER TABLE event_feeds ENABLE ROW LEVEL SECURITY;
REVOKE ALL ON event_feeds FROM countersign_app;

-- Returns how many got a position, and the last one given. Events are written envelope by envelope, so that each statement needs one
-- partition, and without joins that would read all that wait.
CREATE FUNCTION place_events(most integer, OUT placed integer, OUT last bigint) LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp SET enable_hashjoin = off SET enable_mergejoin = off AS $$
DECLARE
  organization CONSTANT text := current_setting('app.organization_id', true);
  chains text[];
  numbers integer[];
  chain text;
  own integer[];
  positions bigint[];
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
      SELECT e.envelope_id, e.seq, max(e.occurred_at) OVER (PARTITION BY e.envelope_id ORDER BY e.seq) AS at
      FROM reach JOIN events AS e ON e.organization_id = organization AND e.envelope_id = reach.envelope_id AND e.seq <= reach.seq AND e.position IS NULL
    )
    SELECT array_agg(envelope_id ORDER BY at, envelope_id, seq), array_agg(seq ORDER BY at, envelope_id, seq) INTO chains, numbers FROM waiting;
    placed := coalesce(cardinality(numbers), 0);
  END IF;
  IF placed > 0 THEN
    INSERT INTO event_feeds AS feed (organization_id, last, first, given_by) VALUES (organization, placed, 1, pg_current_xact_id())
      ON CONFLICT (organization_id) DO UPDATE SET last = feed.last + placed, first = feed.last + 1, given_by = EXCLUDED.given_by
      RETURNING feed.last INTO place_events.last;
    FOR chain, own, positions IN
      SELECT given.envelope_id, array_agg(given.seq), array_agg(place_events.last - placed + given.place)
      FROM unnest(chains, numbers) WITH ORDINALITY AS given (envelope_id, seq, place) GROUP BY given.envelope_id
    LOOP
      UPDATE events SET position = given.position FROM unnest(own, positions) AS given (seq, position)
        WHERE events.organization_id = organization AND events.envelope_id = chain AND events.seq = given.seq;
    END LOOP;
  ELSE
    SELECT feed.last INTO place_events.last FROM event_feeds AS feed WHERE feed.organization_id = organization;
    place_events.last := coalesce(place_events.last, 0);
  END IF;
END $$;
REVOKE ALL ON FUNCTION place_events FROM PUBLIC;
GRANT EXECUTE ON FUNCTION place_events TO countersign_app;
