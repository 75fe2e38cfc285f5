-- Events are kept by the month (UTC) in which their envelope was created. Its id begins with that time, so one partition has all
-- events of an envelope, and whatever names the envelope reads no other. Partitions are made ahead. An event without one, of an
-- envelope whose id is older or odd, or because none was made in time, goes to `events_other`.

CREATE FUNCTION first_envelope_id(moment timestamptz) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT 'env_' || string_agg(
    substr('0123456789abcdefghjkmnpqrstvwxyz', ((extract(epoch FROM moment) * 1000)::bigint >> (5 * place) & 31)::integer + 1, 1),
    '' ORDER BY place DESC)
  FROM generate_series(0, 9) AS place
$$;

-- Rights, row level security and triggers for statements aren't inherited. Nobody but the owner reads or writes a partition itself.
CREATE FUNCTION guard_event_partition(partition text) RETURNS void LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  EXECUTE format('REVOKE ALL ON %I FROM PUBLIC, countersign_app', partition);
  EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', partition);
  EXECUTE format('CREATE TRIGGER events_refuse_truncate BEFORE TRUNCATE ON %I FOR EACH STATEMENT EXECUTE FUNCTION events_refuse_change()', partition);
END $$;

CREATE TABLE events_other PARTITION OF events DEFAULT;
SELECT guard_event_partition('events_other');

-- Makes the partition of a month, unless it is there, and moves what `events_other` has of it, at most so many events if they are
-- limited. Who waits behind the locks waits for a second at most, or for as long as moving takes: first come those that block, in the
-- order in which the program takes them. Attaching an empty table then reads nothing but `events_other`.
CREATE FUNCTION make_event_partition(month date, most bigint DEFAULT NULL) RETURNS void
  LANGUAGE plpgsql SET search_path = public, pg_temp SET lock_timeout = '1s' AS $$
DECLARE
  partition CONSTANT text := to_char(month, '"events_"YYYY_MM');
  start CONSTANT timestamp := date_trunc('month', month::timestamp);
  lower CONSTANT text := first_envelope_id(start AT TIME ZONE 'UTC');
  upper CONSTANT text := first_envelope_id((start + interval '1 month') AT TIME ZONE 'UTC');
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('event partitions', 0));
  -- Names would be looked up in a cache that may not know yet what was made while this waited.
  IF EXISTS (SELECT FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relname = partition) THEN RETURN; END IF;
  EXECUTE format('CREATE TABLE %I (LIKE events INCLUDING DEFAULTS INCLUDING CONSTRAINTS INCLUDING STORAGE)', partition);
  PERFORM guard_event_partition(partition);
  LOCK TABLE organizations, envelopes IN SHARE ROW EXCLUSIVE MODE;
  LOCK TABLE events IN SHARE UPDATE EXCLUSIVE MODE;
  LOCK TABLE events_other IN ACCESS EXCLUSIVE MODE;
  IF EXISTS (SELECT FROM events_other WHERE envelope_id >= lower AND envelope_id < upper) THEN
    IF (SELECT count(*) FROM events_other WHERE envelope_id >= lower AND envelope_id < upper) > most THEN
      RAISE EXCEPTION 'too many events to move into % meanwhile', partition USING ERRCODE = 'program_limit_exceeded';
    END IF;
    ALTER TABLE events_other DISABLE TRIGGER events_refuse_change;
    EXECUTE format('WITH moved AS (DELETE FROM events_other WHERE envelope_id >= $1 AND envelope_id < $2 RETURNING *)
      INSERT INTO %I SELECT * FROM moved', partition) USING lower, upper;
    ALTER TABLE events_other ENABLE TRIGGER events_refuse_change;
  END IF;
  EXECUTE format('ALTER TABLE events ATTACH PARTITION %I FOR VALUES FROM (%L) TO (%L)', partition, lower, upper);
END $$;

-- Makes the partitions of this month and the three next. Every process may call it at any time. Returns how many are still missing:
-- the next call tries again if tables were in use.
CREATE FUNCTION make_event_partitions() RETURNS integer LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  month date;
  missing integer := 0;
BEGIN
  FOR ahead IN 0..3 LOOP
    month := date_trunc('month', now() AT TIME ZONE 'UTC') + ahead * interval '1 month';
    IF to_regclass(to_char(month, '"events_"YYYY_MM')) IS NOT NULL THEN CONTINUE; END IF;
    BEGIN
      PERFORM make_event_partition(month, 10000);
    EXCEPTION WHEN lock_not_available OR deadlock_detected OR program_limit_exceeded THEN
      missing := missing + 1;
    END;
  END LOOP;
  RETURN missing;
END $$;
REVOKE ALL ON FUNCTION guard_event_partition(text), make_event_partition(date, bigint), make_event_partitions() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION make_event_partitions() TO countersign_app;
