CREATE INDEX "envelopes_attention_completed" ON "envelopes" USING btree ("organization_id","completed_at" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE "envelopes"."deleted_at" is null and "envelopes"."needs_attention" and "envelopes"."status" = 'completed';--> statement-breakpoint

-- As before, but every other gram of what is looked for is enough: those between them select hardly better, and each
-- costs a descent of the index for every envelope that the rarest of them leads to.
CREATE OR REPLACE FUNCTION matching_envelopes(about text, needle text) RETURNS SETOF text
  LANGUAGE sql STABLE STRICT SECURITY DEFINER ROWS 200 SET search_path = public, pg_temp SET enable_seqscan = off AS $$
  WITH grams AS MATERIALIZED (SELECT search_grams($1 || current_setting('app.organization_id', true), $2) AS every)
  SELECT entry.envelope_id FROM search_entries AS entry
  WHERE search_grams(entry.about || entry.organization_id, entry.content) @> (
      SELECT array_agg(gram) FROM grams, unnest(every) WITH ORDINALITY AS listed (gram, place)
      WHERE place % 2 = 1 OR place = cardinality(every)
    )
    AND entry.organization_id = current_setting('app.organization_id', true)
    AND entry.about = $1
    AND strpos(entry.content, $2) > 0
    AND strpos($2, U&'\001F') = 0
$$;
