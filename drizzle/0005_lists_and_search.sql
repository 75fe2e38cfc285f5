-- Lists of envelopes, and finding them by a part of a name.
--
-- Row level security binds the program's role, and PostgreSQL lets only leakproof operators run ahead of a policy: LIKE
-- and ILIKE are not, and neither are lower() and cardinality(). Such a condition cannot use an index; it would be
-- checked on every row of the organization. So what lists are sorted and narrowed by are columns, compared by plain
-- operators, and texts are looked up by a function of the tables' owner (matching_envelopes, below), which works for any
-- role that may create these tables: no superuser is needed.

-- A name as lists are sorted by it: without regard to case, letters with marks beside the plain ones (NFKD), cut to at
-- most 80 bytes, so that an index entry and a cursor can hold it. Names that begin alike in 80 bytes follow each other by
-- identifier.
CREATE FUNCTION sort_name(name text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT CASE
    WHEN octet_length(left(key, 80)) <= 80 THEN left(key, 80)
    WHEN octet_length(left(key, 40)) <= 80 THEN left(key, 40)
    WHEN octet_length(left(key, 26)) <= 80 THEN left(key, 26)
    ELSE left(key, 20)
  END FROM (SELECT lower(normalize(name, NFKD)) AS key) AS folded
$$;--> statement-breakpoint

-- The grams of a text: hashes of all its runs of three characters, and of the runs of one and two that are not plain
-- Latin, since Chinese or Korean names are that short. Each is salted with a scope, such as an organization: what others
-- have stored costs a search nothing, not even when it is the same. All grams of a part of a text are grams of the text.
-- (pg_trgm sees only ASCII letters under the C locale of the embedded server, and knows neither scopes nor short runs.)
CREATE FUNCTION search_grams(scope text, content text) RETURNS integer[] LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT array(SELECT hashtext(scope || substr(content, place, 3)) FROM generate_series(1, length(content) - 2) AS place)
    || CASE WHEN content ~ '[^ -~\u001f]' THEN array(
      SELECT hashtext(scope || substr(content, place, size))
      FROM generate_series(1, 2) AS size, generate_series(1, length(content) - size + 1) AS place
      WHERE substr(content, place, size) ~ '[^ -~\u001f]'
    ) ELSE '{}' END
$$;--> statement-breakpoint
CREATE TABLE "search_entries" (
	"envelope_id" text NOT NULL,
	"source_id" text NOT NULL,
	"organization_id" text NOT NULL,
	"about" text NOT NULL,
	"content" text NOT NULL,
	CONSTRAINT "search_entries_envelope_id_source_id_pk" PRIMARY KEY("envelope_id","source_id"),
	CONSTRAINT "search_entries_about" CHECK ("search_entries"."about" in ('envelope', 'participant'))
);
--> statement-breakpoint
DROP INDEX "envelopes_created";--> statement-breakpoint
DROP INDEX "envelopes_status_created";--> statement-breakpoint
DROP INDEX "envelopes_template";--> statement-breakpoint
ALTER TABLE "envelopes" ADD COLUMN "needs_attention" boolean GENERATED ALWAYS AS (cardinality(standing_attention) > 0) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "envelopes" ADD COLUMN "sort_name" text collate "C" GENERATED ALWAYS AS (sort_name(display_name)) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "envelopes" ADD COLUMN "nearness" bigint GENERATED ALWAYS AS (case when expires_at is not null and status in ('draft', 'detecting', 'review', 'in_progress') then -(extract(epoch from expires_at at time zone 'UTC') * 1000)::bigint else -9007199254740991 end) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "search_entries" ADD CONSTRAINT "search_entries_envelope_id_envelopes_id_fk" FOREIGN KEY ("envelope_id") REFERENCES "public"."envelopes"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "search_entries" ADD CONSTRAINT "search_entries_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "search_entries_grams" ON "search_entries" USING gin (search_grams("about" || "organization_id", "content"));--> statement-breakpoint
CREATE INDEX "envelopes_status_sent" ON "envelopes" USING btree ("organization_id","status","sent_at" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE "envelopes"."deleted_at" is null and "envelopes"."sent_at" is not null;--> statement-breakpoint
CREATE INDEX "envelopes_status_completed" ON "envelopes" USING btree ("organization_id","completed_at" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE "envelopes"."deleted_at" is null and "envelopes"."status" = 'completed';--> statement-breakpoint
CREATE INDEX "envelopes_status_activity" ON "envelopes" USING btree ("organization_id","status","latest_action_at" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE "envelopes"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "envelopes_status_name" ON "envelopes" USING btree ("organization_id","status","sort_name","id") WHERE "envelopes"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "envelopes_urgency" ON "envelopes" USING btree ("organization_id","status","needs_attention","nearness" DESC NULLS LAST,"created_at" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE "envelopes"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "envelopes_team" ON "envelopes" USING btree ("team_id","status","created_at" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE "envelopes"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "envelopes_attention_created" ON "envelopes" USING btree ("organization_id","status","created_at" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE "envelopes"."deleted_at" is null and "envelopes"."needs_attention";--> statement-breakpoint
CREATE INDEX "envelopes_attention_sent" ON "envelopes" USING btree ("organization_id","status","sent_at" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE "envelopes"."deleted_at" is null and "envelopes"."needs_attention" and "envelopes"."sent_at" is not null;--> statement-breakpoint
CREATE INDEX "envelopes_attention_activity" ON "envelopes" USING btree ("organization_id","status","latest_action_at" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE "envelopes"."deleted_at" is null and "envelopes"."needs_attention";--> statement-breakpoint
CREATE INDEX "envelopes_attention_name" ON "envelopes" USING btree ("organization_id","status","sort_name","id") WHERE "envelopes"."deleted_at" is null and "envelopes"."needs_attention";--> statement-breakpoint
CREATE INDEX "envelopes_created" ON "envelopes" USING btree ("organization_id","created_at" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE "envelopes"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "envelopes_status_created" ON "envelopes" USING btree ("organization_id","status","created_at" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE "envelopes"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "envelopes_template" ON "envelopes" USING btree ("template_id","status","created_at" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE "envelopes"."template_id" is not null;--> statement-breakpoint

-- The program neither reads nor writes search entries; their owner does, in the functions below. Row level security is
-- on and not forced: it has no policy, and so the entries are there for their owner alone.
REVOKE ALL ON search_entries FROM countersign_app;--> statement-breakpoint
ALTER TABLE search_entries ENABLE ROW LEVEL SECURITY;--> statement-breakpoint

CREATE FUNCTION note_envelope_names() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO search_entries AS entry (envelope_id, source_id, organization_id, about, content)
  VALUES (NEW.id, NEW.id, NEW.organization_id, 'envelope', lower(NEW.display_name || U&'\001F' || NEW.original_filename))
  ON CONFLICT (envelope_id, source_id) DO UPDATE SET content = EXCLUDED.content WHERE entry.content <> EXCLUDED.content;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER envelopes_note_names AFTER INSERT OR UPDATE OF display_name, original_filename ON envelopes
  FOR EACH ROW EXECUTE FUNCTION note_envelope_names();--> statement-breakpoint

CREATE FUNCTION note_participant_names() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    DELETE FROM search_entries WHERE envelope_id = OLD.envelope_id AND source_id = OLD.id;
  ELSE
    INSERT INTO search_entries AS entry (envelope_id, source_id, organization_id, about, content)
    VALUES (NEW.envelope_id, NEW.id, NEW.organization_id, 'participant', lower(NEW.name || U&'\001F' || NEW.email))
    ON CONFLICT (envelope_id, source_id) DO UPDATE SET content = EXCLUDED.content WHERE entry.content <> EXCLUDED.content;
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER participants_note_names AFTER INSERT OR DELETE OR UPDATE OF name, email ON participants
  FOR EACH ROW EXECUTE FUNCTION note_participant_names();--> statement-breakpoint

-- The envelopes of the transaction's own organization whose names, or whose participants' names and addresses, hold a
-- text: of no other, whoever asks. `needle` is in lower case and has a gram. An envelope may come more than once.
CREATE FUNCTION matching_envelopes(about text, needle text) RETURNS SETOF text
  LANGUAGE sql STABLE STRICT SECURITY DEFINER ROWS 200 SET search_path = public, pg_temp SET enable_seqscan = off AS $$
  SELECT entry.envelope_id FROM search_entries AS entry
  WHERE search_grams(entry.about || entry.organization_id, entry.content)
      @> search_grams($1 || current_setting('app.organization_id', true), $2)
    AND entry.organization_id = current_setting('app.organization_id', true)
    AND entry.about = $1
    AND strpos(entry.content, $2) > 0
    AND strpos($2, U&'\001F') = 0
$$;--> statement-breakpoint
REVOKE ALL ON FUNCTION matching_envelopes(text, text), note_envelope_names(), note_participant_names() FROM PUBLIC;--> statement-breakpoint
GRANT EXECUTE ON FUNCTION matching_envelopes(text, text) TO countersign_app;--> statement-breakpoint

-- What is there already. The owner sees rows of all organizations only while row level security is not forced on it.
ALTER TABLE envelopes NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE participants NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
INSERT INTO search_entries (envelope_id, source_id, organization_id, about, content)
  SELECT id, id, organization_id, 'envelope', lower(display_name || U&'\001F' || original_filename) FROM envelopes
  UNION ALL
  SELECT envelope_id, id, organization_id, 'participant', lower(name || U&'\001F' || email) FROM participants;--> statement-breakpoint
ALTER TABLE envelopes FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE participants FORCE ROW LEVEL SECURITY;
