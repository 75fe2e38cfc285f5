-- Functions that generated columns and indexes of the schema call. They run before the tables are created.

-- The key that lists are sorted by: case and accents don't matter (NFKD), and it is cut to 80 bytes so that it fits an
-- index entry and a cursor. Names with the same first 80 bytes are sorted by id.
CREATE FUNCTION sort_name(name text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT CASE
    WHEN octet_length(left(key, 80)) <= 80 THEN left(key, 80)
    WHEN octet_length(left(key, 40)) <= 80 THEN left(key, 40)
    WHEN octet_length(left(key, 26)) <= 80 THEN left(key, 26)
    ELSE left(key, 20)
  END FROM (SELECT lower(normalize(name, NFKD)) AS key) AS folded
$$;

-- Weeks since 1970. A search reads one week at a time, newest first, and stops when it has enough: it never reads more
-- than one week of entries too many, however many envelopes match.
CREATE FUNCTION search_week(moment timestamptz) RETURNS integer LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT floor(extract(epoch FROM $1 AT TIME ZONE 'UTC') / 604800)::integer
$$;

-- Keeps the entries of one kind, organization and week apart from all others, so that other organizations' entries never
-- slow down a search. Two scopes that collide cost time and nothing else.
CREATE FUNCTION search_scope(about text, organization_id text, week integer) RETURNS text
  LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT left(md5($1 || $2 || ' ' || $3), 7)
$$;

-- All runs of three characters in a text, prefixed with a scope, and the shorter ones at its end. Every part of the text
-- consists of such runs or, if it has fewer than three characters, is the start of one.
CREATE FUNCTION search_runs(scope text, content text) RETURNS tsvector LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
DECLARE
  runs text[] := '{}';
BEGIN
  FOR place IN 1..length(content) LOOP
    runs[place] := scope || substr(content, place, 3);
  END LOOP;
  RETURN array_to_tsvector(runs);
END $$;

-- The grams of a text: hashes of all its runs of three characters, and of the runs of one and two that aren't plain Latin
-- (Chinese and Korean names are that short). Each is salted with a scope such as an organization. pg_trgm doesn't do:
-- under the C locale of the embedded server it only knows ASCII letters.
CREATE FUNCTION search_grams(scope text, content text) RETURNS integer[] LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT array(SELECT hashtext(scope || substr(content, place, 3)) FROM generate_series(1, length(content) - 2) AS place)
    || CASE WHEN content ~ '[^ -~\u001f]' THEN array(
      SELECT hashtext(scope || substr(content, place, size))
      FROM generate_series(1, 2) AS size, generate_series(1, length(content) - size + 1) AS place
      WHERE substr(content, place, size) ~ '[^ -~\u001f]'
    ) ELSE '{}' END
$$;

-- The words of a text, each prefixed with a scope.
CREATE FUNCTION scoped_words(scope text, words tsvector) RETURNS tsvector LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT array_to_tsvector(array(SELECT $1 || word FROM unnest(tsvector_to_array($2)) AS word))
$$;
