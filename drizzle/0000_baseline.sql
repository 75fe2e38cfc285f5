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
--> statement-breakpoint
CREATE TABLE "account_links" (
	"id" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"email" text NOT NULL,
	"token_hash" text NOT NULL,
	"sign_up" jsonb,
	"change" jsonb,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "account_links_sign_up" CHECK (("account_links"."kind" = 'sign_up') = ("account_links"."sign_up" is not null)),
	CONSTRAINT "account_links_change" CHECK (("account_links"."kind" in ('change_from', 'change_to')) = ("account_links"."change" is not null))
);

--> statement-breakpoint
CREATE TABLE "administrative_actions" (
	"id" text NOT NULL,
	"organization_id" text NOT NULL,
	"actor_id" text,
	"actor_name" text NOT NULL,
	"action" text NOT NULL,
	"subject_id" text,
	"subject_name" text NOT NULL,
	"details" jsonb,
	"occurred_at" timestamp (3) with time zone NOT NULL,
	"ip_address" text,
	"user_agent" text,
	CONSTRAINT "administrative_actions_organization_id_id_pk" PRIMARY KEY("organization_id","id")
);

--> statement-breakpoint
CREATE TABLE "agent_questions" (
	"id" text NOT NULL,
	"organization_id" text NOT NULL,
	"grant_id" text NOT NULL,
	"session" text NOT NULL,
	"request" text NOT NULL,
	"answer" jsonb,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "agent_questions_organization_id_id_pk" PRIMARY KEY("organization_id","id")
);

--> statement-breakpoint
CREATE TABLE "api_keys" (
	"id" text NOT NULL,
	"organization_id" text NOT NULL,
	"team_id" text NOT NULL,
	"created_by" text NOT NULL,
	"created_with" text,
	"name" text NOT NULL,
	"hash" text NOT NULL,
	"hint" text NOT NULL,
	"scopes" text[] NOT NULL,
	"allowed_networks" text[],
	"expires_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"last_used_at" timestamp (3) with time zone,
	"revoked_at" timestamp (3) with time zone,
	CONSTRAINT "api_keys_organization_id_id_pk" PRIMARY KEY("organization_id","id"),
	CONSTRAINT "api_keys_scopes" CHECK ("api_keys"."scopes" <@ array['envelopes:read', 'envelopes:write', 'templates:read', 'templates:write', 'envelopes:send', 'contacts', 'webhooks', 'members', 'keys', 'settings', 'audit:read', 'admin']::text[]),
	CONSTRAINT "api_keys_networks" CHECK ("api_keys"."allowed_networks" is null or cardinality("api_keys"."allowed_networks") between 1 and 20)
);

--> statement-breakpoint
CREATE TABLE "blob_reviews" (
	"organization_id" text NOT NULL,
	"storage_key" text NOT NULL,
	"due_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "blob_reviews_organization_id_storage_key_pk" PRIMARY KEY("organization_id","storage_key")
);

--> statement-breakpoint
CREATE TABLE "bulk_send_rows" (
	"bulk_send_id" text NOT NULL,
	"organization_id" text NOT NULL,
	"line" integer NOT NULL,
	"input" jsonb,
	"recipient" text,
	"envelope_id" text,
	"error" text,
	CONSTRAINT "bulk_send_rows_organization_id_bulk_send_id_line_pk" PRIMARY KEY("organization_id","bulk_send_id","line"),
	CONSTRAINT "bulk_send_rows_once" UNIQUE("organization_id","envelope_id"),
	CONSTRAINT "bulk_send_rows_one_end" CHECK ("bulk_send_rows"."envelope_id" is null or "bulk_send_rows"."error" is null),
	CONSTRAINT "bulk_send_rows_input" CHECK (("bulk_send_rows"."input" is null) = ("bulk_send_rows"."envelope_id" is not null or "bulk_send_rows"."error" is not null))
);

--> statement-breakpoint
CREATE TABLE "bulk_sends" (
	"id" text NOT NULL,
	"organization_id" text NOT NULL,
	"template_id" text NOT NULL,
	"request_id" uuid NOT NULL,
	"created_by" text NOT NULL,
	"sender_name" text NOT NULL,
	"sender_email" text NOT NULL,
	"filename" text NOT NULL,
	"row_count" integer NOT NULL,
	"shared" jsonb,
	"created_at" timestamp (3) with time zone NOT NULL,
	"finished_at" timestamp (3) with time zone,
	"stop_reason" text,
	CONSTRAINT "bulk_sends_organization_id_id_pk" PRIMARY KEY("organization_id","id"),
	CONSTRAINT "bulk_sends_request" UNIQUE("organization_id","request_id"),
	CONSTRAINT "bulk_sends_rows" CHECK ("bulk_sends"."row_count" > 0),
	CONSTRAINT "bulk_sends_stopped" CHECK ("bulk_sends"."stop_reason" is null or "bulk_sends"."finished_at" is not null)
);

--> statement-breakpoint
CREATE TABLE "code_attempts" (
	"participant_id" text NOT NULL,
	"organization_id" text NOT NULL,
	"link_epoch" integer NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"locked_until" timestamp (3) with time zone,
	"code_nonce" text,
	"code_sent_at" timestamp (3) with time zone,
	CONSTRAINT "code_attempts_organization_id_participant_id_pk" PRIMARY KEY("organization_id","participant_id"),
	CONSTRAINT "code_attempts_limit" CHECK ("code_attempts"."attempts" between 0 and 5),
	CONSTRAINT "code_attempts_code" CHECK ("code_attempts"."code_nonce" is null or "code_attempts"."code_sent_at" is not null)
);

--> statement-breakpoint
CREATE TABLE "contacts" (
	"organization_id" text NOT NULL,
	"email" text NOT NULL,
	"name" text NOT NULL,
	"company" text,
	"title" text,
	"email_key" text collate "C" GENERATED ALWAYS AS (lower(email)) STORED NOT NULL,
	"name_key" text collate "C" GENERATED ALWAYS AS (lower(name)) STORED NOT NULL,
	"last_name_key" text collate "C" GENERATED ALWAYS AS (lower(regexp_replace(name, '^.* ', ''))) STORED NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"last_used_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "contacts_organization_id_email_key_pk" PRIMARY KEY("organization_id","email_key")
);

--> statement-breakpoint
CREATE TABLE "contract_readings" (
	"envelope_id" text NOT NULL,
	"organization_id" text NOT NULL,
	"extractor_version" integer DEFAULT 0 NOT NULL,
	"reading" jsonb,
	"attempts" integer DEFAULT 0 NOT NULL,
	"claimed_until" timestamp (3) with time zone,
	CONSTRAINT "contract_readings_organization_id_envelope_id_pk" PRIMARY KEY("organization_id","envelope_id"),
	CONSTRAINT "contract_readings_version" CHECK ("contract_readings"."extractor_version" >= 0 and "contract_readings"."attempts" >= 0)
);

--> statement-breakpoint
CREATE TABLE "copy_recipients" (
	"id" text NOT NULL,
	"envelope_id" text NOT NULL,
	"organization_id" text NOT NULL,
	"position" integer NOT NULL,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"language" text,
	"when" text NOT NULL,
	"link_epoch" integer NOT NULL,
	"sent_at" timestamp (3) with time zone,
	"erased_at" timestamp (3) with time zone,
	"delivery_failed_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "copy_recipients_organization_id_id_pk" PRIMARY KEY("organization_id","id"),
	CONSTRAINT "copy_recipients_position" UNIQUE("organization_id","envelope_id","position"),
	CONSTRAINT "copy_recipients_limit" CHECK ("copy_recipients"."position" between 0 and 49),
	CONSTRAINT "copy_recipients_language" CHECK (language in ('en', 'de', 'fr', 'es', 'it', 'pt', 'pl', 'nl', 'ja', 'zh', 'ar', 'he')),
	CONSTRAINT "copy_recipients_when" CHECK ("when" in ('sent', 'completed'))
);

--> statement-breakpoint
CREATE TABLE "directory_members" (
	"organization_id" text NOT NULL,
	"team_id" text NOT NULL,
	"user_id" text NOT NULL,
	CONSTRAINT "directory_members_organization_id_user_id_team_id_pk" PRIMARY KEY("organization_id","user_id","team_id")
);

--> statement-breakpoint
CREATE TABLE "directory_tokens" (
	"id" text NOT NULL,
	"organization_id" text NOT NULL,
	"hash" text NOT NULL,
	"hint" text NOT NULL,
	"created_by" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"last_used_at" timestamp (3) with time zone,
	"revoked_at" timestamp (3) with time zone,
	CONSTRAINT "directory_tokens_organization_id_id_pk" PRIMARY KEY("organization_id","id")
);

--> statement-breakpoint
CREATE TABLE "directory_users" (
	"organization_id" text NOT NULL,
	"user_id" text NOT NULL,
	"external_id" text,
	"given_name" text,
	"family_name" text,
	"state" text NOT NULL,
	"role" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "directory_users_organization_id_user_id_pk" PRIMARY KEY("organization_id","user_id"),
	CONSTRAINT "directory_users_state" CHECK (state in ('active', 'inactive', 'deleted'))
);

--> statement-breakpoint
CREATE TABLE "documents" (
	"envelope_id" text NOT NULL,
	"organization_id" text NOT NULL,
	"variant" text NOT NULL,
	"storage_key" text NOT NULL,
	"content_type" text NOT NULL,
	"sha256" text NOT NULL,
	"size_bytes" bigint NOT NULL,
	"page_count" integer,
	"notices" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "documents_organization_id_envelope_id_variant_pk" PRIMARY KEY("organization_id","envelope_id","variant"),
	CONSTRAINT "documents_notices" CHECK (jsonb_typeof(notices) = 'array' and (variant = 'prepared' or notices = '[]') and not jsonb_path_exists(notices, '$[*] ? (!(@.code == "encryption" || @.code == "javascript" || @.code == "actions" || @.code == "embedded_files" || @.code == "xfa" || @.code == "hidden_layers" || @.code == "layers" || @.code == "portfolio" || @.code == "form_fields" || @.code == "annotations" || @.code == "attached_template" || @.code == "mail_merge" || @.code == "tracked_changes_accepted" || @.code == "tracked_changes_rejected" || @.code == "tracked_changes_kept" || @.code == "comments" || @.code == "text_tags" || @.code == "unread_tags" || @.code == "signatures_kept" || @.code == "form_fields_only" || @.code == "anchors_missing") || !(@.count == null || (@.count.type() == "number" && @.count >= 1)))'))
);

--> statement-breakpoint
CREATE TABLE "email_domains" (
	"id" text PRIMARY KEY NOT NULL,
	"organization_id" text NOT NULL,
	"domain" text NOT NULL,
	"token" text NOT NULL,
	"connection_id" text,
	"verified_at" timestamp (3) with time zone,
	"checked_at" timestamp (3) with time zone,
	"missing_since" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL
);

--> statement-breakpoint
CREATE TABLE "envelope_fields" (
	"id" text NOT NULL,
	"envelope_id" text NOT NULL,
	"organization_id" text NOT NULL,
	"participant_id" text,
	"order_index" integer NOT NULL,
	"type" text NOT NULL,
	"page" integer NOT NULL,
	"x" double precision NOT NULL,
	"y" double precision NOT NULL,
	"width" double precision NOT NULL,
	"height" double precision NOT NULL,
	"label" text,
	"required" boolean NOT NULL,
	"options" jsonb,
	"source" text NOT NULL,
	"prefill_value" text,
	"locked" boolean NOT NULL,
	"auto_source" text,
	"proposed_auto_source" text,
	"value" text,
	"attachments" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"filled_at" timestamp (3) with time zone,
	"party_index" integer,
	"synthetic_role_id" text,
	"synthetic_role_name" text,
	"group_name" text,
	"key" text NOT NULL,
	"format" jsonb,
	"validation" jsonb,
	"placeholder" text,
	"hint" text,
	"default_value" text,
	"multiline" boolean NOT NULL,
	"align" text,
	"font_size" double precision,
	"comb" integer,
	"private" boolean NOT NULL,
	"condition" jsonb,
	"formula" text,
	"anchor" jsonb,
	"placed" boolean NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "envelope_fields_organization_id_id_pk" PRIMARY KEY("organization_id","id"),
	CONSTRAINT "envelope_fields_key" CHECK (char_length("key") between 1 and 80),
	CONSTRAINT "envelope_fields_align" CHECK (align is null or align in ('left', 'center', 'right')),
	CONSTRAINT "envelope_fields_font_size" CHECK (font_size is null or font_size between 4 and 72),
	CONSTRAINT "envelope_fields_comb" CHECK (comb is null or comb between 1 and 100 and not multiline),
	CONSTRAINT "envelope_fields_format" CHECK (format is null or format ->> 'pattern' is not null),
	CONSTRAINT "envelope_fields_validation" CHECK (validation is null or jsonb_typeof(validation) = 'object'),
	CONSTRAINT "envelope_fields_formula" CHECK (formula is null or char_length(formula) between 1 and 500),
	CONSTRAINT "envelope_fields_condition" CHECK (condition is null or (jsonb_typeof(condition -> 'all') = 'array') is distinct from (jsonb_typeof(condition -> 'any') = 'array')),
	CONSTRAINT "envelope_fields_anchor" CHECK (anchor is null or anchor ->> 'text' is not null),
	CONSTRAINT "envelope_fields_placed" CHECK ("envelope_fields"."placed" or "envelope_fields"."anchor" is not null),
	CONSTRAINT "envelope_fields_annotation" CHECK ("envelope_fields"."type" not in ('note', 'strikethrough') or ("envelope_fields"."participant_id" is null and "envelope_fields"."value" is null and not "envelope_fields"."required")),
	CONSTRAINT "envelope_fields_page" CHECK ("envelope_fields"."page" >= 1),
	CONSTRAINT "envelope_fields_box" CHECK ("envelope_fields"."x" between 0 and 1 and "envelope_fields"."y" between 0 and 1 and "envelope_fields"."width" > 0 and "envelope_fields"."width" <= 1 and "envelope_fields"."height" > 0 and "envelope_fields"."height" <= 1)
);

--> statement-breakpoint
CREATE TABLE "envelope_files" (
	"id" text NOT NULL,
	"envelope_id" text NOT NULL,
	"organization_id" text NOT NULL,
	"status" text NOT NULL,
	"refusal" text,
	"variable_values" jsonb,
	"detection_wanted" boolean NOT NULL,
	"position" integer NOT NULL,
	"name" text NOT NULL,
	"tracked_changes" text NOT NULL,
	"text_tags" boolean NOT NULL,
	"source_format" text,
	"original_key" text,
	"original_type" text,
	"original_sha256" text,
	"original_bytes" bigint,
	"prepared_key" text,
	"prepared_sha256" text,
	"prepared_bytes" bigint,
	"page_count" integer,
	"notices" jsonb,
	"variables" jsonb,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "envelope_files_organization_id_id_pk" PRIMARY KEY("organization_id","id"),
	CONSTRAINT "envelope_files_order" UNIQUE("organization_id","envelope_id","position"),
	CONSTRAINT "envelope_files_most" CHECK (position between 0 and 19),
	CONSTRAINT "envelope_files_whole" CHECK (num_nulls(source_format, original_key, original_type, original_sha256, original_bytes, prepared_key, prepared_sha256, prepared_bytes, page_count, notices, variables) in (0, 11)),
	CONSTRAINT "envelope_files_notices" CHECK (not jsonb_path_exists(notices, '$[*] ? (!(@.code == "encryption" || @.code == "javascript" || @.code == "actions" || @.code == "embedded_files" || @.code == "xfa" || @.code == "hidden_layers" || @.code == "layers" || @.code == "portfolio" || @.code == "form_fields" || @.code == "annotations" || @.code == "attached_template" || @.code == "mail_merge" || @.code == "tracked_changes_accepted" || @.code == "tracked_changes_rejected" || @.code == "tracked_changes_kept" || @.code == "comments" || @.code == "text_tags" || @.code == "unread_tags" || @.code == "signatures_kept" || @.code == "form_fields_only" || @.code == "anchors_missing"))')),
	CONSTRAINT "envelope_files_received" CHECK (("envelope_files"."status" = 'received') = ("envelope_files"."original_key" is not null)),
	CONSTRAINT "envelope_files_values" CHECK ("envelope_files"."variable_values" is null or "envelope_files"."status" <> 'received'),
	CONSTRAINT "envelope_files_refusal" CHECK (("envelope_files"."status" = 'refused') = ("envelope_files"."refusal" is not null))
);

--> statement-breakpoint
CREATE TABLE "envelope_labels" (
	"envelope_id" text NOT NULL,
	"label_id" text NOT NULL,
	"organization_id" text NOT NULL,
	CONSTRAINT "envelope_labels_organization_id_envelope_id_label_id_pk" PRIMARY KEY("organization_id","envelope_id","label_id")
);

--> statement-breakpoint
CREATE TABLE "envelope_metadata" (
	"organization_id" text NOT NULL,
	"envelope_id" text NOT NULL,
	"key" text NOT NULL,
	"value" text NOT NULL,
	CONSTRAINT "envelope_metadata_organization_id_envelope_id_key_pk" PRIMARY KEY("organization_id","envelope_id","key")
);

--> statement-breakpoint
CREATE TABLE "envelopes" (
	"id" text NOT NULL,
	"organization_id" text NOT NULL,
	"team_id" text NOT NULL,
	"template_id" text,
	"template_content_hash" text,
	"status" text NOT NULL,
	"detection_status" text NOT NULL,
	"detection_wanted" boolean DEFAULT false NOT NULL,
	"document_status" text DEFAULT 'received' NOT NULL,
	"document_refusal" text,
	"text_tags" boolean DEFAULT false NOT NULL,
	"variable_values" jsonb,
	"tracked_changes" text DEFAULT 'accept' NOT NULL,
	"version" integer NOT NULL,
	"original_filename" text NOT NULL,
	"display_name" text NOT NULL,
	"source_format" text NOT NULL,
	"content_hash" text,
	"size_bytes" bigint,
	"delivery_mode" text NOT NULL,
	"legal_framework" text NOT NULL,
	"consumer_disclosure" boolean NOT NULL,
	"expires_at" timestamp (3) with time zone,
	"scheduled_send_at" timestamp (3) with time zone,
	"scheduled_by" text,
	"schedule_failed_at" timestamp (3) with time zone,
	"sent_at" timestamp (3) with time zone,
	"completed_at" timestamp (3) with time zone,
	"declined_at" timestamp (3) with time zone,
	"voided_at" timestamp (3) with time zone,
	"expired_at" timestamp (3) with time zone,
	"deleted_at" timestamp (3) with time zone,
	"erased_at" timestamp (3) with time zone,
	"archived_at" timestamp (3) with time zone,
	"expiry_warned_at" timestamp (3) with time zone,
	"sealed_at" timestamp (3) with time zone,
	"sealing_failed_at" timestamp (3) with time zone,
	"seal_level" text,
	"seal_due_at" timestamp (3) with time zone,
	"reminder_policy" jsonb,
	"metadata" jsonb,
	"sender_user_id" text,
	"sender_name" text NOT NULL,
	"sender_email" text NOT NULL,
	"name_pattern" text,
	"prefill" jsonb,
	"detected_parties" jsonb,
	"message" jsonb,
	"latest_action" text NOT NULL,
	"latest_action_at" timestamp (3) with time zone NOT NULL,
	"standing_attention" text[] NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"version_number" integer DEFAULT 1 NOT NULL,
	"previous_version_id" text,
	"replaced_by_id" text,
	"needs_attention" boolean GENERATED ALWAYS AS (cardinality(standing_attention) > 0) STORED NOT NULL,
	"sort_name" text collate "C" GENERATED ALWAYS AS (sort_name(display_name)) STORED NOT NULL,
	"sender_key" text collate "C" GENERATED ALWAYS AS (lower(sender_email)) STORED NOT NULL,
	"nearness" bigint GENERATED ALWAYS AS (case when expires_at is not null and status in ('draft', 'detecting', 'review', 'in_progress') then -(extract(epoch from expires_at at time zone 'UTC') * 1000)::bigint else -9007199254740991 end) STORED NOT NULL,
	CONSTRAINT "envelopes_organization_id_id_pk" PRIMARY KEY("organization_id","id"),
	CONSTRAINT "envelopes_version_number" CHECK ("envelopes"."version_number" between 1 and 100 and ("envelopes"."version_number" = 1) = ("envelopes"."previous_version_id" is null)),
	CONSTRAINT "envelopes_replaced_when_ended" CHECK ("envelopes"."replaced_by_id" is null or "envelopes"."status" in ('declined', 'voided', 'expired')),
	CONSTRAINT "envelopes_scheduled_by" CHECK ("envelopes"."scheduled_send_at" is null or "envelopes"."scheduled_by" is not null),
	CONSTRAINT "envelopes_refused_document" CHECK (("envelopes"."document_status" = 'refused') = ("envelopes"."document_refusal" is not null)),
	CONSTRAINT "envelopes_deleted_draft" CHECK ("envelopes"."deleted_at" is null or "envelopes"."erased_at" is not null or "envelopes"."status" in ('draft', 'review')),
	CONSTRAINT "envelopes_archived_when_ended" CHECK ("envelopes"."archived_at" is null or "envelopes"."status" in ('completed', 'declined', 'voided', 'expired')),
	CONSTRAINT "envelopes_erased" CHECK ("envelopes"."erased_at" is null or "envelopes"."deleted_at" is not null),
	CONSTRAINT "envelopes_message" CHECK ("envelopes"."message" is null or (
      char_length("envelopes"."message" ->> 'subject') between 1 and 150
      or char_length("envelopes"."message" ->> 'body') between 1 and 5000
    ) and coalesce(char_length("envelopes"."message" ->> 'subject'), 0) <= 150
    and coalesce(char_length("envelopes"."message" ->> 'body'), 0) <= 5000),
	CONSTRAINT "envelopes_tracked_changes" CHECK ("envelopes"."tracked_changes" in ('accept', 'reject', 'keep')),
	CONSTRAINT "envelopes_version_positive" CHECK ("envelopes"."version" >= 1),
	CONSTRAINT "envelopes_disclosure_framework" CHECK (not "envelopes"."consumer_disclosure" or "envelopes"."legal_framework" = 'esign_ueta'),
	CONSTRAINT "envelopes_sent_when_out" CHECK ("envelopes"."status" not in ('in_progress', 'completed', 'declined', 'expired') or "envelopes"."sent_at" is not null),
	CONSTRAINT "envelopes_completed_at" CHECK (("envelopes"."status" = 'completed') = ("envelopes"."completed_at" is not null)),
	CONSTRAINT "envelopes_declined_at" CHECK (("envelopes"."status" = 'declined') = ("envelopes"."declined_at" is not null)),
	CONSTRAINT "envelopes_voided_at" CHECK (("envelopes"."status" = 'voided') = ("envelopes"."voided_at" is not null)),
	CONSTRAINT "envelopes_expired_at" CHECK (("envelopes"."status" = 'expired') = ("envelopes"."expired_at" is not null)),
	CONSTRAINT "envelopes_level_when_sealed" CHECK ("envelopes"."seal_level" is null or "envelopes"."sealed_at" is not null),
	CONSTRAINT "envelopes_sealed_when_completed" CHECK ("envelopes"."sealed_at" is null or "envelopes"."status" = 'completed')
);

--> statement-breakpoint
CREATE TABLE "erasures" (
	"id" text NOT NULL,
	"organization_id" text NOT NULL,
	"envelope_id" text NOT NULL,
	"reason" text NOT NULL,
	"documents" jsonb NOT NULL,
	"head_hash" text NOT NULL,
	"event_count" integer NOT NULL,
	"erased_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "erasures_organization_id_id_pk" PRIMARY KEY("organization_id","id"),
	CONSTRAINT "erasures_once" UNIQUE("organization_id","envelope_id"),
	CONSTRAINT "erasures_reason" CHECK (reason in ('retention', 'request'))
);

--> statement-breakpoint
CREATE TABLE "event_feeds" (
	"organization_id" text PRIMARY KEY NOT NULL,
	"last" bigint NOT NULL,
	"first" bigint NOT NULL,
	"given_by" text NOT NULL,
	CONSTRAINT "event_feeds_range" CHECK ("event_feeds"."first" between 1 and "event_feeds"."last")
);

--> statement-breakpoint
CREATE TABLE "events" (
	"id" text NOT NULL,
	"envelope_id" text COLLATE "C" NOT NULL,
	"organization_id" text NOT NULL,
	"seq" integer NOT NULL,
	"actor_type" text NOT NULL,
	"actor_id" text,
	"action" text NOT NULL,
	"occurred_at" timestamp (3) with time zone NOT NULL,
	"salt" text,
	"digest" text NOT NULL,
	"prev_hash" text NOT NULL,
	"hash" text NOT NULL,
	"payload" jsonb,
	"ip_address" text,
	"user_agent" text,
	"position" bigint,
	CONSTRAINT "events_organization_id_envelope_id_seq_pk" PRIMARY KEY("organization_id","envelope_id","seq"),
	CONSTRAINT "events_seq_positive" CHECK ("events"."seq" >= 1)
) PARTITION BY RANGE ("envelope_id");
--> statement-breakpoint
CREATE TABLE "export_parts" (
	"export_id" text NOT NULL,
	"organization_id" text NOT NULL,
	"number" integer NOT NULL,
	"storage_key" text NOT NULL,
	"size_bytes" bigint NOT NULL,
	"sha256" text NOT NULL,
	CONSTRAINT "export_parts_organization_id_export_id_number_pk" PRIMARY KEY("organization_id","export_id","number")
);

--> statement-breakpoint
CREATE TABLE "exports" (
	"id" text NOT NULL,
	"organization_id" text NOT NULL,
	"started_by_id" text NOT NULL,
	"started_by" text NOT NULL,
	"total" integer NOT NULL,
	"done" integer DEFAULT 0 NOT NULL,
	"last_envelope_id" text,
	"part_count" integer DEFAULT 0 NOT NULL,
	"finished_at" timestamp (3) with time zone,
	"stop_reason" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "exports_organization_id_id_pk" PRIMARY KEY("organization_id","id"),
	CONSTRAINT "exports_stop" CHECK ("exports"."stop_reason" is null or "exports"."finished_at" is not null),
	CONSTRAINT "exports_progress" CHECK ("exports"."total" >= 0 and "exports"."done" >= 0 and "exports"."part_count" >= 0)
);

--> statement-breakpoint
CREATE TABLE "field_attachments" (
	"field_id" text NOT NULL,
	"id" text NOT NULL,
	"envelope_id" text NOT NULL,
	"organization_id" text NOT NULL,
	"filename" text NOT NULL,
	"content_type" text NOT NULL,
	"sha256" text NOT NULL,
	"size_bytes" bigint NOT NULL,
	"storage_key" text NOT NULL,
	"signed_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "field_attachments_organization_id_id_pk" PRIMARY KEY("organization_id","id"),
	CONSTRAINT "field_attachments_size" CHECK ("field_attachments"."size_bytes" between 0 and 10485760)
);

--> statement-breakpoint
CREATE TABLE "form_starts" (
	"id" text NOT NULL,
	"organization_id" text NOT NULL,
	"form_id" text NOT NULL,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"language" text,
	"code_nonce" text NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"confirmed_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "form_starts_organization_id_id_pk" PRIMARY KEY("organization_id","id"),
	CONSTRAINT "form_starts_attempts" CHECK ("form_starts"."attempts" between 0 and 5)
);

--> statement-breakpoint
CREATE TABLE "idempotency_keys" (
	"organization_id" text NOT NULL,
	"operation" text NOT NULL,
	"idempotency_key" text NOT NULL,
	"fingerprint" text NOT NULL,
	"claim" text NOT NULL,
	"lease_ends_at" timestamp (3) with time zone NOT NULL,
	"process" integer,
	"finished_at" timestamp (3) with time zone,
	"response" jsonb,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "idempotency_keys_organization_id_operation_idempotency_key_pk" PRIMARY KEY("organization_id","operation","idempotency_key"),
	CONSTRAINT "idempotency_keys_finished" CHECK (("idempotency_keys"."finished_at" is null) = ("idempotency_keys"."response" is null))
);

--> statement-breakpoint
CREATE TABLE "identity_providers" (
	"id" text NOT NULL,
	"organization_id" text NOT NULL,
	"name" text NOT NULL,
	"issuer" text NOT NULL,
	"client_id" text NOT NULL,
	"secret_box" text NOT NULL,
	"scope" text NOT NULL,
	"match" text NOT NULL,
	"trust_email" boolean NOT NULL,
	"acr_values" text[] NOT NULL,
	"required_claims" jsonb NOT NULL,
	"enabled" boolean NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "identity_providers_organization_id_id_pk" PRIMARY KEY("organization_id","id"),
	CONSTRAINT "identity_providers_match" CHECK (match in ('email', 'name')),
	CONSTRAINT "identity_providers_claims" CHECK (jsonb_typeof("identity_providers"."required_claims") = 'object')
);

--> statement-breakpoint
CREATE TABLE "instance_actions" (
	"id" text PRIMARY KEY NOT NULL,
	"actor_id" text,
	"actor_name" text NOT NULL,
	"action" text NOT NULL,
	"subject_id" text NOT NULL,
	"subject_name" text NOT NULL,
	"details" jsonb NOT NULL,
	"occurred_at" timestamp (3) with time zone NOT NULL,
	"ip_address" text,
	"user_agent" text
);

--> statement-breakpoint
CREATE TABLE "instance_administrators" (
	"user_id" text PRIMARY KEY NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);

--> statement-breakpoint
CREATE TABLE "invitations" (
	"id" text NOT NULL,
	"organization_id" text NOT NULL,
	"email" text NOT NULL,
	"role" text NOT NULL,
	"epoch" integer NOT NULL,
	"token_hash" text NOT NULL,
	"invited_by" text NOT NULL,
	"invited_with" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"sent_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"accepted_at" timestamp (3) with time zone,
	"accepted_by" text,
	"revoked_at" timestamp (3) with time zone,
	CONSTRAINT "invitations_organization_id_id_pk" PRIMARY KEY("organization_id","id"),
	CONSTRAINT "invitations_role" CHECK ("invitations"."role" in ('owner', 'admin', 'member', 'viewer')),
	CONSTRAINT "invitations_end" CHECK ("invitations"."accepted_at" is null or "invitations"."revoked_at" is null)
);

--> statement-breakpoint
CREATE TABLE "labels" (
	"id" text NOT NULL,
	"organization_id" text NOT NULL,
	"name" text NOT NULL,
	"color" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "labels_organization_id_id_pk" PRIMARY KEY("organization_id","id"),
	CONSTRAINT "labels_color" CHECK ("labels"."color" in ('gray', 'indigo', 'teal', 'amber', 'pink', 'green', 'red')),
	CONSTRAINT "labels_name_length" CHECK (char_length("labels"."name") between 1 and 50)
);

--> statement-breakpoint
CREATE TABLE "legal_holds" (
	"envelope_id" text NOT NULL,
	"organization_id" text NOT NULL,
	"reason" text NOT NULL,
	"placed_by" text NOT NULL,
	"placed_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "legal_holds_organization_id_envelope_id_pk" PRIMARY KEY("organization_id","envelope_id"),
	CONSTRAINT "legal_holds_reason" CHECK (char_length("legal_holds"."reason") between 1 and 500)
);

--> statement-breakpoint
CREATE TABLE "changed_heads" (
	"envelope_id" text NOT NULL,
	"organization_id" text NOT NULL,
	"seq" integer NOT NULL,
	"head_hash" text NOT NULL,
	"since" timestamp (3) with time zone NOT NULL,
	"latest" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "changed_heads_organization_id_envelope_id_pk" PRIMARY KEY("organization_id","envelope_id")
);

--> statement-breakpoint
CREATE TABLE "log_checkpoints" (
	"size" bigint PRIMARY KEY NOT NULL,
	"note" text NOT NULL,
	"signed_at" timestamp (3) with time zone NOT NULL
);

--> statement-breakpoint
CREATE TABLE "log_cosignatures" (
	"size" bigint NOT NULL,
	"witness" text NOT NULL,
	"line" text NOT NULL,
	CONSTRAINT "log_cosignatures_size_witness_pk" PRIMARY KEY("size","witness")
);

--> statement-breakpoint
CREATE TABLE "log_identity" (
	"only" boolean PRIMARY KEY NOT NULL,
	"origin" text NOT NULL,
	"public_key" "bytea" NOT NULL,
	"private_key_sealed" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "log_identity_only" CHECK ("log_identity"."only")
);

--> statement-breakpoint
CREATE TABLE "log_leaves" (
	"position" bigint NOT NULL,
	"organization_id" text NOT NULL,
	"envelope_id" text NOT NULL,
	"seq" integer NOT NULL,
	"head_hash" text NOT NULL,
	"nonce" text NOT NULL,
	CONSTRAINT "log_leaves_organization_id_position_pk" PRIMARY KEY("organization_id","position"),
	CONSTRAINT "log_leaves_head" UNIQUE("organization_id","envelope_id","seq")
);

--> statement-breakpoint
CREATE TABLE "log_observers" (
	"name" text PRIMARY KEY NOT NULL,
	"size" bigint,
	"problem" text,
	"since" timestamp (3) with time zone NOT NULL
);

--> statement-breakpoint
CREATE TABLE "log_tiles" (
	"level" smallint NOT NULL,
	"index" bigint NOT NULL,
	"content" "bytea" NOT NULL,
	CONSTRAINT "log_tiles_level_index_pk" PRIMARY KEY("level","index"),
	CONSTRAINT "log_tiles_level" CHECK ("log_tiles"."level" between -1 and 7 and "log_tiles"."index" >= 0),
	CONSTRAINT "log_tiles_content" CHECK (octet_length("log_tiles"."content") between 1 and 256 * (case when "log_tiles"."level" < 0 then 34 else 32 end)
        and octet_length("log_tiles"."content") % (case when "log_tiles"."level" < 0 then 34 else 32 end) = 0)
);

--> statement-breakpoint
CREATE TABLE "log_timestamps" (
	"size" bigint PRIMARY KEY NOT NULL,
	"token" "bytea" NOT NULL
);

--> statement-breakpoint
CREATE TABLE "mail_deliveries" (
	"id" text NOT NULL,
	"organization_id" text NOT NULL,
	"message_id" text NOT NULL,
	"recipient" text NOT NULL,
	"subject" text NOT NULL,
	"about" text NOT NULL,
	"envelope_id" text,
	"participant_id" text,
	"invitation_id" text,
	"status" text NOT NULL,
	"attempts" integer NOT NULL,
	"answer" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "mail_deliveries_organization_id_id_pk" PRIMARY KEY("organization_id","id"),
	CONSTRAINT "mail_deliveries_status" CHECK ("mail_deliveries"."status" in ('sent', 'waiting', 'failed')),
	CONSTRAINT "mail_deliveries_about" CHECK ("mail_deliveries"."about" in ('envelope', 'invitation', 'account', 'webhook', 'form', 'export', 'digest', 'test')
        and ("mail_deliveries"."about" = 'envelope') = ("mail_deliveries"."envelope_id" is not null)
        and ("mail_deliveries"."participant_id" is null or "mail_deliveries"."envelope_id" is not null)
        and ("mail_deliveries"."about" = 'invitation') = ("mail_deliveries"."invitation_id" is not null)),
	CONSTRAINT "mail_deliveries_attempts" CHECK ("mail_deliveries"."attempts" >= 1)
);

--> statement-breakpoint
CREATE TABLE "mail_server_states" (
	"id" smallint PRIMARY KEY NOT NULL,
	"away_since" timestamp (3) with time zone,
	"reason" text,
	CONSTRAINT "mail_server_states_one" CHECK ("mail_server_states"."id" = 1),
	CONSTRAINT "mail_server_states_reason" CHECK (("mail_server_states"."away_since" is null) = ("mail_server_states"."reason" is null))
);

--> statement-breakpoint
CREATE TABLE "memberships" (
	"organization_id" text NOT NULL,
	"user_id" text NOT NULL,
	"role" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"entered_at" timestamp (3) with time zone,
	"muted_emails" text[] DEFAULT '{}' NOT NULL,
	"digest_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "memberships_organization_id_user_id_pk" PRIMARY KEY("organization_id","user_id"),
	CONSTRAINT "memberships_role" CHECK ("memberships"."role" in ('owner', 'admin', 'member', 'viewer')),
	CONSTRAINT "memberships_muted_emails" CHECK (muted_emails <@ array['completed', 'declined', 'question', 'expiring', 'expired', 'delegated', 'digest'])
);

--> statement-breakpoint
CREATE TABLE "oauth_clients" (
	"id" text PRIMARY KEY NOT NULL,
	"metadata" jsonb NOT NULL,
	"secret_sealed" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"last_used_at" timestamp (3) with time zone NOT NULL
);

--> statement-breakpoint
CREATE TABLE "oauth_grants" (
	"id" text NOT NULL,
	"organization_id" text NOT NULL,
	"user_id" text NOT NULL,
	"client_id" text NOT NULL,
	"client_name" text NOT NULL,
	"redirect_host" text NOT NULL,
	"scope" text NOT NULL,
	"asks_first" boolean DEFAULT true NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"last_used_at" timestamp (3) with time zone,
	"request_hash" text,
	"ended_at" timestamp (3) with time zone,
	"end_reason" text,
	CONSTRAINT "oauth_grants_organization_id_id_pk" PRIMARY KEY("organization_id","id"),
	CONSTRAINT "oauth_grants_request" UNIQUE("request_hash"),
	CONSTRAINT "oauth_grants_end" CHECK (("oauth_grants"."ended_at" is null) = ("oauth_grants"."end_reason" is null))
);

--> statement-breakpoint
CREATE TABLE "oauth_keys" (
	"id" text PRIMARY KEY NOT NULL,
	"public_jwk" jsonb NOT NULL,
	"private_key_sealed" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);

--> statement-breakpoint
CREATE TABLE "oauth_records" (
	"id" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"grant_id" text,
	"payload" jsonb NOT NULL,
	"consumed_at" timestamp (3) with time zone,
	"expires_at" timestamp (3) with time zone NOT NULL
);

--> statement-breakpoint
CREATE TABLE "organization_storage" (
	"organization_id" text PRIMARY KEY NOT NULL,
	"bytes" bigint NOT NULL
);

--> statement-breakpoint
CREATE TABLE "organizations" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"test_of" text,
	"default_legal_framework" text DEFAULT 'esign_ueta' NOT NULL,
	"default_consumer_disclosure" boolean DEFAULT false NOT NULL,
	"default_expiry_days" integer,
	"default_reminder_policy" jsonb,
	"default_can_delegate" boolean DEFAULT true NOT NULL,
	"default_text_tags" boolean DEFAULT false NOT NULL,
	"attach_sealed" boolean DEFAULT false NOT NULL,
	"make_archivable" boolean DEFAULT false NOT NULL,
	"retention_years" integer,
	"accent_color" text,
	"mail_sender_name" text,
	"mail_reply_to" text,
	"mail_footer" text,
	"mail_message" jsonb,
	"logo_sha256" text,
	"logo_width" integer,
	"logo_height" integer,
	"embedding_origins" text[] DEFAULT '{}' NOT NULL,
	"require_second_factor" boolean DEFAULT false NOT NULL,
	"member_domains" text[] DEFAULT '{}' NOT NULL,
	"see_own_only" boolean DEFAULT false NOT NULL,
	"agents_ask_first" boolean DEFAULT false NOT NULL,
	"suspended_at" timestamp (3) with time zone,
	"suspension_reason" text,
	"approved_names" text[] DEFAULT '{}' NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "organizations_accent_color" CHECK ("organizations"."accent_color" ~ '^#[0-9a-f]{6}$'),
	CONSTRAINT "organizations_logo" CHECK (num_nonnulls("organizations"."logo_sha256", "organizations"."logo_width", "organizations"."logo_height") in (0, 3)
        and "organizations"."logo_sha256" ~ '^[0-9a-f]{64}$' and "organizations"."logo_width" > 0 and "organizations"."logo_height" > 0),
	CONSTRAINT "organizations_default_disclosure" CHECK (not "organizations"."default_consumer_disclosure" or "organizations"."default_legal_framework" = 'esign_ueta'),
	CONSTRAINT "organizations_suspension" CHECK (("organizations"."suspended_at" is null) = ("organizations"."suspension_reason" is null)),
	CONSTRAINT "organizations_retention" CHECK (retention_years between 1 and 50),
	CONSTRAINT "organizations_mail" CHECK (char_length("organizations"."mail_sender_name") between 1 and 60
        and char_length("organizations"."mail_footer") between 1 and 500),
	CONSTRAINT "organizations_mail_message" CHECK ("organizations"."mail_message" is null or (
      char_length("organizations"."mail_message" ->> 'subject') between 1 and 150
      or char_length("organizations"."mail_message" ->> 'body') between 1 and 5000
    ) and coalesce(char_length("organizations"."mail_message" ->> 'subject'), 0) <= 150
    and coalesce(char_length("organizations"."mail_message" ->> 'body'), 0) <= 5000),
	CONSTRAINT "organizations_default_expiry" CHECK ("organizations"."default_expiry_days" between 1 and 365)
);

--> statement-breakpoint
CREATE TABLE "outbox_mails" (
	"id" text NOT NULL,
	"organization_id" text NOT NULL,
	"message_id" text NOT NULL,
	"about" text,
	"envelope_id" text,
	"invitation_id" text,
	"is_code" boolean DEFAULT false NOT NULL,
	"recipient" text NOT NULL,
	"sender" text NOT NULL,
	"reply_to" text,
	"subject" text NOT NULL,
	"html" text NOT NULL,
	"text" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "outbox_mails_organization_id_id_pk" PRIMARY KEY("organization_id","id")
);

--> statement-breakpoint
CREATE TABLE "page_sessions" (
	"id" text NOT NULL,
	"organization_id" text NOT NULL,
	"envelope_id" text NOT NULL,
	"participant_id" text,
	"link_epoch" integer,
	"user_name" text,
	"frame_origin" text,
	"return_url" text NOT NULL,
	"api_key_id" text,
	"requested_by" text NOT NULL,
	"host_name" text NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"opened_at" timestamp (3) with time zone,
	"ended_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "page_sessions_organization_id_id_pk" PRIMARY KEY("organization_id","id"),
	CONSTRAINT "page_sessions_participant_link" CHECK (("page_sessions"."participant_id" is null) = ("page_sessions"."link_epoch" is null)),
	CONSTRAINT "page_sessions_user_edits" CHECK ("page_sessions"."user_name" is null or "page_sessions"."participant_id" is null),
	CONSTRAINT "page_sessions_opened_in_time" CHECK ("page_sessions"."opened_at" is null or "page_sessions"."opened_at" < "page_sessions"."expires_at")
);

--> statement-breakpoint
CREATE TABLE "participants" (
	"id" text NOT NULL,
	"envelope_id" text NOT NULL,
	"organization_id" text NOT NULL,
	"order_index" integer NOT NULL,
	"position" integer NOT NULL,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"company" text,
	"title" text,
	"language" text,
	"message" text,
	"role" text DEFAULT 'signer' NOT NULL,
	"delivery" text DEFAULT 'email' NOT NULL,
	"status" text NOT NULL,
	"detected_party_index" integer,
	"link_epoch" integer NOT NULL,
	"link_issued_at" timestamp (3) with time zone,
	"authentication_method" text DEFAULT 'link' NOT NULL,
	"access_code_hash" text,
	"authentication_phone" text,
	"authentication_provider" text,
	"signing" jsonb DEFAULT '{"method":"click"}'::jsonb NOT NULL,
	"signed_with" jsonb,
	"new_passkey_accepted_at" timestamp (3) with time zone,
	"authenticated_at" timestamp (3) with time zone,
	"can_delegate" boolean DEFAULT true NOT NULL,
	"can_ask" boolean DEFAULT true NOT NULL,
	"delegated_from" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"api_role_name" text,
	"last_reminded_at" timestamp (3) with time zone,
	"reminder_count" integer DEFAULT 0 NOT NULL,
	"next_reminder_at" timestamp (3) with time zone,
	"delivery_failed_at" timestamp (3) with time zone,
	"consented_at" timestamp (3) with time zone,
	"signed_at" timestamp (3) with time zone,
	"declined_at" timestamp (3) with time zone,
	"decline_reason" text,
	"last_viewed_at" timestamp (3) with time zone,
	"last_ip_address" text,
	"last_user_agent" text,
	"time_zone" text,
	"erased_at" timestamp (3) with time zone,
	"latest_action" text,
	"latest_action_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "participants_organization_id_id_pk" PRIMARY KEY("organization_id","id"),
	CONSTRAINT "participants_position" UNIQUE("organization_id","envelope_id","position"),
	CONSTRAINT "participants_order_index" CHECK ("participants"."order_index" between 0 and 99),
	CONSTRAINT "participants_language" CHECK (language in ('en', 'de', 'fr', 'es', 'it', 'pt', 'pl', 'nl', 'ja', 'zh', 'ar', 'he')),
	CONSTRAINT "participants_message" CHECK (char_length("participants"."message") between 1 and 2000),
	CONSTRAINT "participants_role" CHECK (role in ('signer', 'approver')),
	CONSTRAINT "participants_delivery" CHECK (delivery in ('email', 'embedded', 'in_person')),
	CONSTRAINT "participants_only_emailed_reminded" CHECK ("participants"."delivery" = 'email' or num_nonnulls("participants"."next_reminder_at", "participants"."last_reminded_at") = 0),
	CONSTRAINT "participants_authentication" CHECK (authentication_method in ('link', 'access_code', 'email_code', 'sms_code', 'oidc')),
	CONSTRAINT "participants_access_code" CHECK (("participants"."authentication_method" = 'access_code') = ("participants"."access_code_hash" is not null)),
	CONSTRAINT "participants_authentication_phone" CHECK (("participants"."authentication_method" = 'sms_code' and "participants"."erased_at" is null) = ("participants"."authentication_phone" is not null) and "participants"."authentication_phone" ~ '^\+[1-9][0-9]{6,14}$'),
	CONSTRAINT "participants_authentication_provider" CHECK (("participants"."authentication_method" = 'oidc') = ("participants"."authentication_provider" is not null) and ("participants"."authentication_provider" is null or "participants"."delivery" = 'email')),
	CONSTRAINT "participants_authenticated" CHECK ("participants"."status" = 'pending' or "participants"."authentication_method" = 'link' or "participants"."authenticated_at" is not null),
	CONSTRAINT "participants_signing" CHECK (signing = '{"method": "click"}' or signing ->> 'method' = 'passkey' and jsonb_typeof(signing -> 'required') = 'boolean' and jsonb_typeof(signing -> 'known') = 'boolean' and delivery <> 'in_person'),
	CONSTRAINT "participants_proof" CHECK ((status <> 'signed' or erased_at is not null or signed_with is not null or signing ->> 'required' is distinct from 'true') and (signed_with is null or status = 'signed' and signing ->> 'method' = 'passkey' and signed_with ->> 'kind' = 'passkey' and signed_with ->> 'keyHash' ~ '^[0-9a-f]{64}$')),
	CONSTRAINT "participants_delegated_from" CHECK (jsonb_typeof("participants"."delegated_from") = 'array' and jsonb_array_length("participants"."delegated_from") <= 3),
	CONSTRAINT "participants_time_zone" CHECK (char_length("participants"."time_zone") between 1 and 64),
	CONSTRAINT "participants_reminder_count" CHECK ("participants"."reminder_count" >= 0),
	CONSTRAINT "participants_signed_at" CHECK (("participants"."status" = 'signed') = ("participants"."signed_at" is not null)),
	CONSTRAINT "participants_declined_at" CHECK (("participants"."status" = 'declined') = ("participants"."declined_at" is not null))
);

--> statement-breakpoint
CREATE TABLE "passkey_challenges" (
	"browser" text NOT NULL,
	"purpose" text NOT NULL,
	"challenge" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "passkey_challenges_browser_purpose_pk" PRIMARY KEY("browser","purpose")
);

--> statement-breakpoint
CREATE TABLE "passkeys" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"name" text NOT NULL,
	"public_key" text NOT NULL,
	"counter" bigint NOT NULL,
	"transports" jsonb NOT NULL,
	"backed_up" boolean NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"last_used_at" timestamp (3) with time zone
);

--> statement-breakpoint
CREATE TABLE "pending_sign_ins" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"invitation_hash" text,
	"attempts" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);

--> statement-breakpoint
CREATE TABLE "quota_uses" (
	"organization_id" text NOT NULL,
	"quota" text NOT NULL,
	"subject" text DEFAULT '' NOT NULL,
	"day" date NOT NULL,
	"used" bigint NOT NULL,
	CONSTRAINT "quota_uses_organization_id_quota_subject_day_pk" PRIMARY KEY("organization_id","quota","subject","day")
);

--> statement-breakpoint
CREATE TABLE "rate_counts" (
	"key" text PRIMARY KEY NOT NULL,
	"count" integer NOT NULL,
	"ends_at" timestamp (3) with time zone NOT NULL
);

--> statement-breakpoint
CREATE TABLE "recovery_codes" (
	"user_id" text NOT NULL,
	"hash" text NOT NULL,
	"used_at" timestamp (3) with time zone,
	CONSTRAINT "recovery_codes_user_id_hash_pk" PRIMARY KEY("user_id","hash")
);

--> statement-breakpoint
CREATE TABLE "revocation_lists" (
	"number" integer PRIMARY KEY NOT NULL,
	"list" "bytea" NOT NULL,
	"this_update" timestamp (3) with time zone NOT NULL,
	"next_update" timestamp (3) with time zone NOT NULL
);

--> statement-breakpoint
CREATE TABLE "running_jobs" (
	"job_id" uuid PRIMARY KEY NOT NULL,
	"queue" text NOT NULL,
	"attempt" integer NOT NULL,
	"process" integer NOT NULL
);

--> statement-breakpoint
CREATE TABLE "saved_views" (
	"id" text NOT NULL,
	"organization_id" text NOT NULL,
	"user_id" text NOT NULL,
	"name" text NOT NULL,
	"query" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "saved_views_organization_id_id_pk" PRIMARY KEY("organization_id","id"),
	CONSTRAINT "saved_views_lengths" CHECK (char_length("saved_views"."name") between 1 and 60
        and char_length("saved_views"."query") <= 2000)
);

--> statement-breakpoint
CREATE TABLE "seal_certificates" (
	"id" text PRIMARY KEY NOT NULL,
	"organization_id" text,
	"certificate" "bytea" NOT NULL,
	"private_key_sealed" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"replaced_at" timestamp (3) with time zone,
	"revoked_at" timestamp (3) with time zone,
	"revocation_reason" text
);

--> statement-breakpoint
CREATE TABLE "search_documents" (
	"envelope_id" text NOT NULL,
	"organization_id" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"names" "tsvector" NOT NULL,
	"content" "tsvector" DEFAULT '' NOT NULL,
	"pages" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"picture_confidence" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"is_due" boolean NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"claimed_until" timestamp (3) with time zone,
	CONSTRAINT "search_documents_organization_id_envelope_id_pk" PRIMARY KEY("organization_id","envelope_id"),
	CONSTRAINT "search_documents_attempts" CHECK ("search_documents"."attempts" >= 0)
);

--> statement-breakpoint
CREATE TABLE "search_entries" (
	"envelope_id" text NOT NULL,
	"source_id" text NOT NULL,
	"organization_id" text NOT NULL,
	"about" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"content" text NOT NULL,
	CONSTRAINT "search_entries_organization_id_envelope_id_source_id_pk" PRIMARY KEY("organization_id","envelope_id","source_id"),
	CONSTRAINT "search_entries_about" CHECK ("search_entries"."about" in ('envelope', 'participant'))
);

--> statement-breakpoint
CREATE TABLE "secret_keys" (
	"id" text PRIMARY KEY NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);

--> statement-breakpoint
CREATE TABLE "sessions" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"organization_id" text NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"last_used_at" timestamp (3) with time zone,
	"second_factor" boolean DEFAULT false NOT NULL,
	"single_sign_on" boolean DEFAULT false NOT NULL,
	"ip_address" text,
	"user_agent" text,
	"locked_envelope_id" text,
	"locked_participant_id" text,
	CONSTRAINT "sessions_locked_for_somebody" CHECK (("sessions"."locked_envelope_id" is null) = ("sessions"."locked_participant_id" is null))
);

--> statement-breakpoint
CREATE TABLE "sign_in_attempts" (
	"id" text NOT NULL,
	"organization_id" text NOT NULL,
	"connection_id" text NOT NULL,
	"purpose" text NOT NULL,
	"next" text NOT NULL,
	"request_id" text NOT NULL,
	"person" jsonb,
	"answer_hash" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "sign_in_attempts_organization_id_id_pk" PRIMARY KEY("organization_id","id"),
	CONSTRAINT "sign_in_attempts_answer" CHECK (num_nonnulls("sign_in_attempts"."person", "sign_in_attempts"."answer_hash") in (0, 2))
);

--> statement-breakpoint
CREATE TABLE "sign_in_connections" (
	"id" text PRIMARY KEY NOT NULL,
	"organization_id" text NOT NULL,
	"name" text NOT NULL,
	"kind" text NOT NULL,
	"issuer" text,
	"client_id" text,
	"secret_box" text,
	"trust_email" boolean NOT NULL,
	"entity_id" text,
	"sign_in_url" text,
	"certificates" text[],
	"email_attribute" text,
	"creates_members" boolean NOT NULL,
	"joining_role" text NOT NULL,
	"enabled" boolean NOT NULL,
	"enforced" boolean NOT NULL,
	"tested_at" timestamp (3) with time zone,
	"test_problem" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "sign_in_connections_of_organization" UNIQUE("organization_id","id"),
	CONSTRAINT "sign_in_connections_joining_role" CHECK (joining_role in ('member', 'viewer')),
	CONSTRAINT "sign_in_connections_settings" CHECK (case "sign_in_connections"."kind"
        when 'oidc' then num_nulls("sign_in_connections"."issuer", "sign_in_connections"."client_id", "sign_in_connections"."secret_box") = 0
          and num_nonnulls("sign_in_connections"."entity_id", "sign_in_connections"."sign_in_url", "sign_in_connections"."certificates", "sign_in_connections"."email_attribute") = 0
        when 'saml' then num_nulls("sign_in_connections"."entity_id", "sign_in_connections"."sign_in_url", "sign_in_connections"."certificates") = 0
          and num_nonnulls("sign_in_connections"."issuer", "sign_in_connections"."client_id", "sign_in_connections"."secret_box") = 0
          and cardinality("sign_in_connections"."certificates") > 0
        else false end),
	CONSTRAINT "sign_in_connections_enforced" CHECK (not "sign_in_connections"."enforced" or "sign_in_connections"."enabled" and "sign_in_connections"."tested_at" is not null)
);

--> statement-breakpoint
CREATE TABLE "sign_in_identities" (
	"organization_id" text NOT NULL,
	"connection_id" text NOT NULL,
	"subject" text NOT NULL,
	"user_id" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "sign_in_identities_organization_id_connection_id_subject_pk" PRIMARY KEY("organization_id","connection_id","subject")
);

--> statement-breakpoint
CREATE TABLE "signature_marks" (
	"participant_id" text NOT NULL,
	"organization_id" text NOT NULL,
	"purpose" text NOT NULL,
	"kind" text NOT NULL,
	"text" text,
	"style" text,
	"image" "bytea",
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "signature_marks_organization_id_participant_id_purpose_pk" PRIMARY KEY("organization_id","participant_id","purpose"),
	CONSTRAINT "signature_marks_stamp" CHECK ("signature_marks"."purpose" <> 'stamp' or "signature_marks"."kind" = 'uploaded'),
	CONSTRAINT "signature_marks_kind" CHECK (case when "signature_marks"."kind" = 'typed' then "signature_marks"."text" is not null and "signature_marks"."image" is null else "signature_marks"."image" is not null and "signature_marks"."text" is null and "signature_marks"."style" is null end)
);

--> statement-breakpoint
CREATE TABLE "signer_passkeys" (
	"id" text NOT NULL,
	"organization_id" text NOT NULL,
	"email" text NOT NULL,
	"public_key" text NOT NULL,
	"key_hash" text NOT NULL,
	"rp_id" text NOT NULL,
	"counter" bigint NOT NULL,
	"backed_up" boolean NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"last_used_at" timestamp (3) with time zone,
	CONSTRAINT "signer_passkeys_organization_id_id_pk" PRIMARY KEY("organization_id","id"),
	CONSTRAINT "signer_passkeys_key" UNIQUE("organization_id","key_hash"),
	CONSTRAINT "signer_passkeys_hash" CHECK ("signer_passkeys"."key_hash" ~ '^[0-9a-f]{64}$')
);

--> statement-breakpoint
CREATE TABLE "signing_attempts" (
	"participant_id" text NOT NULL,
	"organization_id" text NOT NULL,
	"id" text NOT NULL,
	"link_epoch" integer NOT NULL,
	"input" jsonb NOT NULL,
	"nonce" text NOT NULL,
	"statement" text NOT NULL,
	"creation_challenge" text,
	"started_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "signing_attempts_organization_id_participant_id_pk" PRIMARY KEY("organization_id","participant_id"),
	CONSTRAINT "signing_attempts_nonce" CHECK ("signing_attempts"."nonce" ~ '^[0-9a-f]{32}$')
);

--> statement-breakpoint
CREATE TABLE "storage_keys" (
	"id" text PRIMARY KEY NOT NULL,
	"key_sealed" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);

--> statement-breakpoint
CREATE TABLE "team_members" (
	"organization_id" text NOT NULL,
	"team_id" text NOT NULL,
	"user_id" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "team_members_organization_id_team_id_user_id_pk" PRIMARY KEY("organization_id","team_id","user_id")
);

--> statement-breakpoint
CREATE TABLE "teams" (
	"id" text NOT NULL,
	"organization_id" text NOT NULL,
	"name" text NOT NULL,
	"is_private" boolean DEFAULT false NOT NULL,
	"external_id" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "teams_organization_id_id_pk" PRIMARY KEY("organization_id","id")
);

--> statement-breakpoint
CREATE TABLE "template_documents" (
	"template_id" text NOT NULL,
	"organization_id" text NOT NULL,
	"variant" text NOT NULL,
	"storage_key" text NOT NULL,
	"content_type" text NOT NULL,
	"sha256" text NOT NULL,
	"size_bytes" bigint NOT NULL,
	"page_count" integer,
	"notices" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "template_documents_organization_id_template_id_variant_pk" PRIMARY KEY("organization_id","template_id","variant"),
	CONSTRAINT "template_documents_notices" CHECK (jsonb_typeof(notices) = 'array' and (variant = 'prepared' or notices = '[]') and not jsonb_path_exists(notices, '$[*] ? (!(@.code == "encryption" || @.code == "javascript" || @.code == "actions" || @.code == "embedded_files" || @.code == "xfa" || @.code == "hidden_layers" || @.code == "layers" || @.code == "portfolio" || @.code == "form_fields" || @.code == "annotations" || @.code == "attached_template" || @.code == "mail_merge" || @.code == "tracked_changes_accepted" || @.code == "tracked_changes_rejected" || @.code == "tracked_changes_kept" || @.code == "comments" || @.code == "text_tags" || @.code == "unread_tags" || @.code == "signatures_kept" || @.code == "form_fields_only" || @.code == "anchors_missing") || !(@.count == null || (@.count.type() == "number" && @.count >= 1)))'))
);

--> statement-breakpoint
CREATE TABLE "template_fields" (
	"id" text NOT NULL,
	"template_id" text NOT NULL,
	"organization_id" text NOT NULL,
	"role_id" text,
	"order_index" integer NOT NULL,
	"type" text NOT NULL,
	"page" integer NOT NULL,
	"x" double precision NOT NULL,
	"y" double precision NOT NULL,
	"width" double precision NOT NULL,
	"height" double precision NOT NULL,
	"label" text,
	"required" boolean NOT NULL,
	"options" jsonb,
	"prefill_value" text,
	"prefill_key" text,
	"auto_source" text,
	"locked" boolean NOT NULL,
	"group_name" text,
	"key" text NOT NULL,
	"format" jsonb,
	"validation" jsonb,
	"placeholder" text,
	"hint" text,
	"default_value" text,
	"multiline" boolean NOT NULL,
	"align" text,
	"font_size" double precision,
	"comb" integer,
	"private" boolean NOT NULL,
	"condition" jsonb,
	"formula" text,
	"anchor" jsonb,
	CONSTRAINT "template_fields_organization_id_id_pk" PRIMARY KEY("organization_id","id"),
	CONSTRAINT "template_fields_key" CHECK (char_length("key") between 1 and 80),
	CONSTRAINT "template_fields_align" CHECK (align is null or align in ('left', 'center', 'right')),
	CONSTRAINT "template_fields_font_size" CHECK (font_size is null or font_size between 4 and 72),
	CONSTRAINT "template_fields_comb" CHECK (comb is null or comb between 1 and 100 and not multiline),
	CONSTRAINT "template_fields_format" CHECK (format is null or format ->> 'pattern' is not null),
	CONSTRAINT "template_fields_validation" CHECK (validation is null or jsonb_typeof(validation) = 'object'),
	CONSTRAINT "template_fields_formula" CHECK (formula is null or char_length(formula) between 1 and 500),
	CONSTRAINT "template_fields_condition" CHECK (condition is null or (jsonb_typeof(condition -> 'all') = 'array') is distinct from (jsonb_typeof(condition -> 'any') = 'array')),
	CONSTRAINT "template_fields_anchor" CHECK (anchor is null or anchor ->> 'text' is not null),
	CONSTRAINT "template_fields_annotation" CHECK (("template_fields"."role_id" is null) = ("template_fields"."type" in ('note', 'strikethrough'))),
	CONSTRAINT "template_fields_page" CHECK ("template_fields"."page" >= 1),
	CONSTRAINT "template_fields_box" CHECK ("template_fields"."x" between 0 and 1 and "template_fields"."y" between 0 and 1 and "template_fields"."width" > 0 and "template_fields"."width" <= 1 and "template_fields"."height" > 0 and "template_fields"."height" <= 1)
);

--> statement-breakpoint
CREATE TABLE "template_files" (
	"id" text NOT NULL,
	"template_id" text NOT NULL,
	"organization_id" text NOT NULL,
	"position" integer NOT NULL,
	"name" text NOT NULL,
	"tracked_changes" text NOT NULL,
	"text_tags" boolean NOT NULL,
	"source_format" text,
	"original_key" text,
	"original_type" text,
	"original_sha256" text,
	"original_bytes" bigint,
	"prepared_key" text,
	"prepared_sha256" text,
	"prepared_bytes" bigint,
	"page_count" integer,
	"notices" jsonb,
	"variables" jsonb,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "template_files_organization_id_id_pk" PRIMARY KEY("organization_id","id"),
	CONSTRAINT "template_files_order" UNIQUE("organization_id","template_id","position"),
	CONSTRAINT "template_files_most" CHECK (position between 0 and 19),
	CONSTRAINT "template_files_whole" CHECK (num_nulls(source_format, original_key, original_type, original_sha256, original_bytes, prepared_key, prepared_sha256, prepared_bytes, page_count, notices, variables) in (0, 11)),
	CONSTRAINT "template_files_notices" CHECK (not jsonb_path_exists(notices, '$[*] ? (!(@.code == "encryption" || @.code == "javascript" || @.code == "actions" || @.code == "embedded_files" || @.code == "xfa" || @.code == "hidden_layers" || @.code == "layers" || @.code == "portfolio" || @.code == "form_fields" || @.code == "annotations" || @.code == "attached_template" || @.code == "mail_merge" || @.code == "tracked_changes_accepted" || @.code == "tracked_changes_rejected" || @.code == "tracked_changes_kept" || @.code == "comments" || @.code == "text_tags" || @.code == "unread_tags" || @.code == "signatures_kept" || @.code == "form_fields_only" || @.code == "anchors_missing"))')),
	CONSTRAINT "template_files_received" CHECK ("template_files"."original_key" is not null)
);

--> statement-breakpoint
CREATE TABLE "template_forms" (
	"id" text NOT NULL,
	"organization_id" text NOT NULL,
	"template_id" text NOT NULL,
	"enabled" boolean NOT NULL,
	"role_api_name" text NOT NULL,
	"expires_at" timestamp (3) with time zone,
	"max_uses" integer,
	"uses" integer DEFAULT 0 NOT NULL,
	"allowed_domains" text[],
	"recipients" jsonb NOT NULL,
	"thank_you" jsonb,
	"created_by" text NOT NULL,
	"closed_reason" text,
	"closed_at" timestamp (3) with time zone,
	"is_due" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "template_forms_organization_id_id_pk" PRIMARY KEY("organization_id","id"),
	CONSTRAINT "template_forms_once" UNIQUE("organization_id","template_id"),
	CONSTRAINT "template_forms_closed" CHECK (("template_forms"."closed_reason" is null) = ("template_forms"."closed_at" is null) and ("template_forms"."closed_reason" is null or not "template_forms"."enabled")),
	CONSTRAINT "template_forms_uses" CHECK ("template_forms"."uses" >= 0 and ("template_forms"."max_uses" is null or "template_forms"."max_uses" >= 1 and "template_forms"."uses" <= "template_forms"."max_uses"))
);

--> statement-breakpoint
CREATE TABLE "template_roles" (
	"id" text NOT NULL,
	"template_id" text NOT NULL,
	"organization_id" text NOT NULL,
	"name" text NOT NULL,
	"api_role_name" text NOT NULL,
	"order_index" integer NOT NULL,
	"position" integer NOT NULL,
	"role" text DEFAULT 'signer' NOT NULL,
	"delivery" text DEFAULT 'email' NOT NULL,
	"is_sender" boolean NOT NULL,
	"optional" boolean NOT NULL,
	"recipient" jsonb,
	CONSTRAINT "template_roles_organization_id_id_pk" PRIMARY KEY("organization_id","id"),
	CONSTRAINT "template_roles_api_name" UNIQUE("organization_id","template_id","api_role_name"),
	CONSTRAINT "template_roles_position" UNIQUE("organization_id","template_id","position"),
	CONSTRAINT "template_roles_recipient" CHECK ("template_roles"."recipient" is null or not ("template_roles"."is_sender" or "template_roles"."optional"))
);

--> statement-breakpoint
CREATE TABLE "template_search_entries" (
	"template_id" text NOT NULL,
	"organization_id" text NOT NULL,
	"content" text NOT NULL,
	CONSTRAINT "template_search_entries_organization_id_template_id_pk" PRIMARY KEY("organization_id","template_id")
);

--> statement-breakpoint
CREATE TABLE "templates" (
	"id" text NOT NULL,
	"organization_id" text NOT NULL,
	"team_id" text NOT NULL,
	"name" text NOT NULL,
	"name_pattern" text,
	"original_filename" text NOT NULL,
	"source_format" text NOT NULL,
	"content_hash" text NOT NULL,
	"size_bytes" bigint NOT NULL,
	"legal_framework" text NOT NULL,
	"consumer_disclosure" boolean NOT NULL,
	"reminder_policy" jsonb,
	"message" jsonb,
	"copies" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"archived_at" timestamp (3) with time zone,
	"use_count" integer DEFAULT 0 NOT NULL,
	"last_used_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "templates_organization_id_id_pk" PRIMARY KEY("organization_id","id"),
	CONSTRAINT "templates_use_count" CHECK ("templates"."use_count" >= 0),
	CONSTRAINT "templates_copies" CHECK (jsonb_typeof("templates"."copies") = 'array' and jsonb_array_length("templates"."copies") <= 50),
	CONSTRAINT "templates_message" CHECK ("templates"."message" is null or (
      char_length("templates"."message" ->> 'subject') between 1 and 150
      or char_length("templates"."message" ->> 'body') between 1 and 5000
    ) and coalesce(char_length("templates"."message" ->> 'subject'), 0) <= 150
    and coalesce(char_length("templates"."message" ->> 'body'), 0) <= 5000),
	CONSTRAINT "templates_name" CHECK ("templates"."name" <> '')
);

--> statement-breakpoint
CREATE TABLE "threads" (
	"id" text NOT NULL,
	"envelope_id" text NOT NULL,
	"organization_id" text NOT NULL,
	"participant_id" text NOT NULL,
	"email" text NOT NULL,
	"kind" text NOT NULL,
	"state" text NOT NULL,
	"quote" jsonb,
	"proposal" text,
	"visible_to" text NOT NULL,
	"messages" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "threads_organization_id_id_pk" PRIMARY KEY("organization_id","id"),
	CONSTRAINT "threads_kind" CHECK (kind in ('question', 'change')),
	CONSTRAINT "threads_state" CHECK (state in ('open', 'answered', 'settled')),
	CONSTRAINT "threads_visible_to" CHECK (visible_to in ('participant', 'everyone')),
	CONSTRAINT "threads_proposal" CHECK ("threads"."proposal" is null or "threads"."kind" = 'change' and "threads"."quote" is not null),
	CONSTRAINT "threads_messages" CHECK (jsonb_array_length("threads"."messages") between 1 and 100)
);

--> statement-breakpoint
CREATE TABLE "totp_secrets" (
	"user_id" text PRIMARY KEY NOT NULL,
	"secret_box" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"confirmed_at" timestamp (3) with time zone,
	"last_step" integer
);

--> statement-breakpoint
CREATE TABLE "used_assertions" (
	"organization_id" text NOT NULL,
	"connection_id" text NOT NULL,
	"assertion_hash" text NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "used_assertions_organization_id_connection_id_assertion_hash_pk" PRIMARY KEY("organization_id","connection_id","assertion_hash")
);

--> statement-breakpoint
CREATE TABLE "users" (
	"id" text PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"name" text NOT NULL,
	"password_hash" text NOT NULL,
	"email_verified_at" timestamp (3) with time zone,
	"locale" text,
	"time_zone" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "users_time_zone" CHECK (char_length("users"."time_zone") between 1 and 64),
	CONSTRAINT "users_locale" CHECK (locale in ('en', 'de', 'fr', 'es', 'it', 'pt', 'pl', 'nl', 'ja', 'zh', 'ar', 'he'))
);

--> statement-breakpoint
CREATE TABLE "webhook_deliveries" (
	"id" text NOT NULL,
	"organization_id" text NOT NULL,
	"webhook_id" text NOT NULL,
	"event_id" text,
	"envelope_id" text,
	"type" text NOT NULL,
	"body" text NOT NULL,
	"status" text NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp (3) with time zone,
	"last_attempt_at" timestamp (3) with time zone,
	"last_status_code" integer,
	"last_error" text,
	"response_excerpt" text,
	"tries" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "webhook_deliveries_organization_id_id_pk" PRIMARY KEY("organization_id","id"),
	CONSTRAINT "webhook_deliveries_status" CHECK ("webhook_deliveries"."status" in ('pending', 'succeeded', 'failed')),
	CONSTRAINT "webhook_deliveries_attempts" CHECK ("webhook_deliveries"."attempts" >= 0),
	CONSTRAINT "webhook_deliveries_next" CHECK (("webhook_deliveries"."status" = 'pending') = ("webhook_deliveries"."next_attempt_at" is not null))
);

--> statement-breakpoint
CREATE TABLE "webhooks" (
	"id" text NOT NULL,
	"organization_id" text NOT NULL,
	"url" text NOT NULL,
	"description" text,
	"events" text[],
	"enabled" boolean NOT NULL,
	"created_by" text NOT NULL,
	"created_with" text,
	"disabled_reason" text,
	"disabled_at" timestamp (3) with time zone,
	"failing_since" timestamp (3) with time zone,
	"secret_box" text NOT NULL,
	"previous_secret_box" text,
	"previous_secret_ends_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "webhooks_organization_id_id_pk" PRIMARY KEY("organization_id","id"),
	CONSTRAINT "webhooks_disabled" CHECK ("webhooks"."enabled" = ("webhooks"."disabled_at" is null)),
	CONSTRAINT "webhooks_disabled_reason" CHECK ("webhooks"."disabled_reason" is null or ("webhooks"."disabled_reason" in ('gone', 'failing', 'creator_lost_access') and not "webhooks"."enabled")),
	CONSTRAINT "webhooks_previous_secret" CHECK (("webhooks"."previous_secret_box" is null) = ("webhooks"."previous_secret_ends_at" is null))
);

--> statement-breakpoint
CREATE TABLE "weekly_digests" (
	"organization_id" text NOT NULL,
	"user_id" text NOT NULL,
	"week" date NOT NULL,
	"handed_over_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "weekly_digests_organization_id_user_id_week_pk" PRIMARY KEY("organization_id","user_id","week")
);

--> statement-breakpoint
ALTER TABLE "administrative_actions" ADD CONSTRAINT "administrative_actions_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "administrative_actions" ADD CONSTRAINT "administrative_actions_actor_id_users_id_fk" FOREIGN KEY ("actor_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "agent_questions" ADD CONSTRAINT "agent_questions_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "agent_questions" ADD CONSTRAINT "agent_questions_grant" FOREIGN KEY ("organization_id","grant_id") REFERENCES "public"."oauth_grants"("organization_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_team" FOREIGN KEY ("organization_id","team_id") REFERENCES "public"."teams"("organization_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_created_with" FOREIGN KEY ("organization_id","created_with") REFERENCES "public"."api_keys"("organization_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "blob_reviews" ADD CONSTRAINT "blob_reviews_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "bulk_send_rows" ADD CONSTRAINT "bulk_send_rows_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "bulk_send_rows" ADD CONSTRAINT "bulk_send_rows_bulk_send" FOREIGN KEY ("organization_id","bulk_send_id") REFERENCES "public"."bulk_sends"("organization_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "bulk_send_rows" ADD CONSTRAINT "bulk_send_rows_envelope" FOREIGN KEY ("organization_id","envelope_id") REFERENCES "public"."envelopes"("organization_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "bulk_sends" ADD CONSTRAINT "bulk_sends_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "bulk_sends" ADD CONSTRAINT "bulk_sends_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "bulk_sends" ADD CONSTRAINT "bulk_sends_template" FOREIGN KEY ("organization_id","template_id") REFERENCES "public"."templates"("organization_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "code_attempts" ADD CONSTRAINT "code_attempts_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "code_attempts" ADD CONSTRAINT "code_attempts_participant" FOREIGN KEY ("organization_id","participant_id") REFERENCES "public"."participants"("organization_id","id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "contacts" ADD CONSTRAINT "contacts_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "contract_readings" ADD CONSTRAINT "contract_readings_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "contract_readings" ADD CONSTRAINT "contract_readings_envelope" FOREIGN KEY ("organization_id","envelope_id") REFERENCES "public"."envelopes"("organization_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "copy_recipients" ADD CONSTRAINT "copy_recipients_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "copy_recipients" ADD CONSTRAINT "copy_recipients_envelope" FOREIGN KEY ("organization_id","envelope_id") REFERENCES "public"."envelopes"("organization_id","id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "directory_members" ADD CONSTRAINT "directory_members_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "directory_members" ADD CONSTRAINT "directory_members_team" FOREIGN KEY ("organization_id","team_id") REFERENCES "public"."teams"("organization_id","id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "directory_tokens" ADD CONSTRAINT "directory_tokens_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "directory_tokens" ADD CONSTRAINT "directory_tokens_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "directory_users" ADD CONSTRAINT "directory_users_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "directory_users" ADD CONSTRAINT "directory_users_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "documents" ADD CONSTRAINT "documents_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "documents" ADD CONSTRAINT "documents_envelope" FOREIGN KEY ("organization_id","envelope_id") REFERENCES "public"."envelopes"("organization_id","id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "email_domains" ADD CONSTRAINT "email_domains_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "email_domains" ADD CONSTRAINT "email_domains_connection" FOREIGN KEY ("organization_id","connection_id") REFERENCES "public"."sign_in_connections"("organization_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "envelope_fields" ADD CONSTRAINT "envelope_fields_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "envelope_fields" ADD CONSTRAINT "envelope_fields_envelope" FOREIGN KEY ("organization_id","envelope_id") REFERENCES "public"."envelopes"("organization_id","id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "envelope_fields" ADD CONSTRAINT "envelope_fields_participant" FOREIGN KEY ("organization_id","participant_id") REFERENCES "public"."participants"("organization_id","id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "envelope_files" ADD CONSTRAINT "envelope_files_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "envelope_files" ADD CONSTRAINT "envelope_files_envelope" FOREIGN KEY ("organization_id","envelope_id") REFERENCES "public"."envelopes"("organization_id","id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "envelope_labels" ADD CONSTRAINT "envelope_labels_envelope" FOREIGN KEY ("organization_id","envelope_id") REFERENCES "public"."envelopes"("organization_id","id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "envelope_labels" ADD CONSTRAINT "envelope_labels_label" FOREIGN KEY ("organization_id","label_id") REFERENCES "public"."labels"("organization_id","id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "envelope_metadata" ADD CONSTRAINT "envelope_metadata_envelope" FOREIGN KEY ("organization_id","envelope_id") REFERENCES "public"."envelopes"("organization_id","id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "envelopes" ADD CONSTRAINT "envelopes_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "envelopes" ADD CONSTRAINT "envelopes_scheduled_by_users_id_fk" FOREIGN KEY ("scheduled_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "envelopes" ADD CONSTRAINT "envelopes_sender_user_id_users_id_fk" FOREIGN KEY ("sender_user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "envelopes" ADD CONSTRAINT "envelopes_team" FOREIGN KEY ("organization_id","team_id") REFERENCES "public"."teams"("organization_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "envelopes" ADD CONSTRAINT "envelopes_template" FOREIGN KEY ("organization_id","template_id") REFERENCES "public"."templates"("organization_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "envelopes" ADD CONSTRAINT "envelopes_previous_version" FOREIGN KEY ("organization_id","previous_version_id") REFERENCES "public"."envelopes"("organization_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "envelopes" ADD CONSTRAINT "envelopes_replaced_by" FOREIGN KEY ("organization_id","replaced_by_id") REFERENCES "public"."envelopes"("organization_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "erasures" ADD CONSTRAINT "erasures_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "erasures" ADD CONSTRAINT "erasures_envelope" FOREIGN KEY ("organization_id","envelope_id") REFERENCES "public"."envelopes"("organization_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "event_feeds" ADD CONSTRAINT "event_feeds_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "events" ADD CONSTRAINT "events_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "events" ADD CONSTRAINT "events_envelope" FOREIGN KEY ("organization_id","envelope_id") REFERENCES "public"."envelopes"("organization_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "export_parts" ADD CONSTRAINT "export_parts_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "export_parts" ADD CONSTRAINT "export_parts_export" FOREIGN KEY ("organization_id","export_id") REFERENCES "public"."exports"("organization_id","id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "exports" ADD CONSTRAINT "exports_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "exports" ADD CONSTRAINT "exports_started_by_id_users_id_fk" FOREIGN KEY ("started_by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "field_attachments" ADD CONSTRAINT "field_attachments_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "field_attachments" ADD CONSTRAINT "field_attachments_field" FOREIGN KEY ("organization_id","field_id") REFERENCES "public"."envelope_fields"("organization_id","id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "field_attachments" ADD CONSTRAINT "field_attachments_envelope" FOREIGN KEY ("organization_id","envelope_id") REFERENCES "public"."envelopes"("organization_id","id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "form_starts" ADD CONSTRAINT "form_starts_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "form_starts" ADD CONSTRAINT "form_starts_form" FOREIGN KEY ("organization_id","form_id") REFERENCES "public"."template_forms"("organization_id","id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "idempotency_keys" ADD CONSTRAINT "idempotency_keys_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "identity_providers" ADD CONSTRAINT "identity_providers_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "instance_administrators" ADD CONSTRAINT "instance_administrators_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_invited_by_users_id_fk" FOREIGN KEY ("invited_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_accepted_by_users_id_fk" FOREIGN KEY ("accepted_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_invited_with" FOREIGN KEY ("organization_id","invited_with") REFERENCES "public"."api_keys"("organization_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "labels" ADD CONSTRAINT "labels_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "legal_holds" ADD CONSTRAINT "legal_holds_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "legal_holds" ADD CONSTRAINT "legal_holds_envelope" FOREIGN KEY ("organization_id","envelope_id") REFERENCES "public"."envelopes"("organization_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "changed_heads" ADD CONSTRAINT "changed_heads_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "changed_heads" ADD CONSTRAINT "changed_heads_envelope" FOREIGN KEY ("organization_id","envelope_id") REFERENCES "public"."envelopes"("organization_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "log_cosignatures" ADD CONSTRAINT "log_cosignatures_size_log_checkpoints_size_fk" FOREIGN KEY ("size") REFERENCES "public"."log_checkpoints"("size") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "log_leaves" ADD CONSTRAINT "log_leaves_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "log_timestamps" ADD CONSTRAINT "log_timestamps_size_log_checkpoints_size_fk" FOREIGN KEY ("size") REFERENCES "public"."log_checkpoints"("size") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "mail_deliveries" ADD CONSTRAINT "mail_deliveries_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "oauth_grants" ADD CONSTRAINT "oauth_grants_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "oauth_grants" ADD CONSTRAINT "oauth_grants_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "organization_storage" ADD CONSTRAINT "organization_storage_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "organizations" ADD CONSTRAINT "organizations_test_of_organizations_id_fk" FOREIGN KEY ("test_of") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "outbox_mails" ADD CONSTRAINT "outbox_mails_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "page_sessions" ADD CONSTRAINT "page_sessions_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "page_sessions" ADD CONSTRAINT "page_sessions_requested_by_users_id_fk" FOREIGN KEY ("requested_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "page_sessions" ADD CONSTRAINT "page_sessions_envelope" FOREIGN KEY ("organization_id","envelope_id") REFERENCES "public"."envelopes"("organization_id","id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "page_sessions" ADD CONSTRAINT "page_sessions_participant" FOREIGN KEY ("organization_id","participant_id") REFERENCES "public"."participants"("organization_id","id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "page_sessions" ADD CONSTRAINT "page_sessions_api_key" FOREIGN KEY ("organization_id","api_key_id") REFERENCES "public"."api_keys"("organization_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "participants" ADD CONSTRAINT "participants_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "participants" ADD CONSTRAINT "participants_envelope" FOREIGN KEY ("organization_id","envelope_id") REFERENCES "public"."envelopes"("organization_id","id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "participants" ADD CONSTRAINT "participants_identity_provider" FOREIGN KEY ("organization_id","authentication_provider") REFERENCES "public"."identity_providers"("organization_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "passkeys" ADD CONSTRAINT "passkeys_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "pending_sign_ins" ADD CONSTRAINT "pending_sign_ins_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "quota_uses" ADD CONSTRAINT "quota_uses_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "recovery_codes" ADD CONSTRAINT "recovery_codes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "saved_views" ADD CONSTRAINT "saved_views_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "saved_views" ADD CONSTRAINT "saved_views_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "seal_certificates" ADD CONSTRAINT "seal_certificates_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "search_documents" ADD CONSTRAINT "search_documents_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "search_documents" ADD CONSTRAINT "search_documents_envelope" FOREIGN KEY ("organization_id","envelope_id") REFERENCES "public"."envelopes"("organization_id","id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "search_entries" ADD CONSTRAINT "search_entries_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "search_entries" ADD CONSTRAINT "search_entries_envelope" FOREIGN KEY ("organization_id","envelope_id") REFERENCES "public"."envelopes"("organization_id","id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "sign_in_attempts" ADD CONSTRAINT "sign_in_attempts_connection" FOREIGN KEY ("organization_id","connection_id") REFERENCES "public"."sign_in_connections"("organization_id","id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "sign_in_connections" ADD CONSTRAINT "sign_in_connections_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "sign_in_identities" ADD CONSTRAINT "sign_in_identities_connection" FOREIGN KEY ("organization_id","connection_id") REFERENCES "public"."sign_in_connections"("organization_id","id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "sign_in_identities" ADD CONSTRAINT "sign_in_identities_membership" FOREIGN KEY ("organization_id","user_id") REFERENCES "public"."memberships"("organization_id","user_id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "signature_marks" ADD CONSTRAINT "signature_marks_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "signature_marks" ADD CONSTRAINT "signature_marks_participant" FOREIGN KEY ("organization_id","participant_id") REFERENCES "public"."participants"("organization_id","id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "signer_passkeys" ADD CONSTRAINT "signer_passkeys_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "signing_attempts" ADD CONSTRAINT "signing_attempts_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "signing_attempts" ADD CONSTRAINT "signing_attempts_participant" FOREIGN KEY ("organization_id","participant_id") REFERENCES "public"."participants"("organization_id","id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "team_members" ADD CONSTRAINT "team_members_team" FOREIGN KEY ("organization_id","team_id") REFERENCES "public"."teams"("organization_id","id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "team_members" ADD CONSTRAINT "team_members_membership" FOREIGN KEY ("organization_id","user_id") REFERENCES "public"."memberships"("organization_id","user_id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "teams" ADD CONSTRAINT "teams_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "template_documents" ADD CONSTRAINT "template_documents_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "template_documents" ADD CONSTRAINT "template_documents_template" FOREIGN KEY ("organization_id","template_id") REFERENCES "public"."templates"("organization_id","id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "template_fields" ADD CONSTRAINT "template_fields_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "template_fields" ADD CONSTRAINT "template_fields_template" FOREIGN KEY ("organization_id","template_id") REFERENCES "public"."templates"("organization_id","id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "template_fields" ADD CONSTRAINT "template_fields_role" FOREIGN KEY ("organization_id","role_id") REFERENCES "public"."template_roles"("organization_id","id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "template_files" ADD CONSTRAINT "template_files_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "template_files" ADD CONSTRAINT "template_files_template" FOREIGN KEY ("organization_id","template_id") REFERENCES "public"."templates"("organization_id","id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "template_forms" ADD CONSTRAINT "template_forms_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "template_forms" ADD CONSTRAINT "template_forms_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "template_forms" ADD CONSTRAINT "template_forms_template" FOREIGN KEY ("organization_id","template_id") REFERENCES "public"."templates"("organization_id","id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "template_roles" ADD CONSTRAINT "template_roles_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "template_roles" ADD CONSTRAINT "template_roles_template" FOREIGN KEY ("organization_id","template_id") REFERENCES "public"."templates"("organization_id","id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "template_search_entries" ADD CONSTRAINT "template_search_entries_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "template_search_entries" ADD CONSTRAINT "template_search_entries_template" FOREIGN KEY ("organization_id","template_id") REFERENCES "public"."templates"("organization_id","id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "templates" ADD CONSTRAINT "templates_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "templates" ADD CONSTRAINT "templates_team" FOREIGN KEY ("organization_id","team_id") REFERENCES "public"."teams"("organization_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "threads" ADD CONSTRAINT "threads_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "threads" ADD CONSTRAINT "threads_envelope" FOREIGN KEY ("organization_id","envelope_id") REFERENCES "public"."envelopes"("organization_id","id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "totp_secrets" ADD CONSTRAINT "totp_secrets_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "used_assertions" ADD CONSTRAINT "used_assertions_connection" FOREIGN KEY ("organization_id","connection_id") REFERENCES "public"."sign_in_connections"("organization_id","id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_webhook" FOREIGN KEY ("organization_id","webhook_id") REFERENCES "public"."webhooks"("organization_id","id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "webhooks" ADD CONSTRAINT "webhooks_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "webhooks" ADD CONSTRAINT "webhooks_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "webhooks" ADD CONSTRAINT "webhooks_created_with" FOREIGN KEY ("organization_id","created_with") REFERENCES "public"."api_keys"("organization_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "weekly_digests" ADD CONSTRAINT "weekly_digests_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "weekly_digests" ADD CONSTRAINT "weekly_digests_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
CREATE UNIQUE INDEX "account_links_token_hash" ON "account_links" USING btree ("token_hash");
--> statement-breakpoint
CREATE INDEX "account_links_expires" ON "account_links" USING btree ("expires_at");
--> statement-breakpoint
CREATE INDEX "administrative_actions_subject" ON "administrative_actions" USING btree ("subject_id","occurred_at");
--> statement-breakpoint
CREATE INDEX "administrative_actions_occurred" ON "administrative_actions" USING btree ("occurred_at");
--> statement-breakpoint
CREATE INDEX "agent_questions_of_grant" ON "agent_questions" USING btree ("organization_id","grant_id");
--> statement-breakpoint
CREATE INDEX "agent_questions_expiry" ON "agent_questions" USING btree ("expires_at");
--> statement-breakpoint
CREATE UNIQUE INDEX "api_keys_hash" ON "api_keys" USING btree ("organization_id","hash");
--> statement-breakpoint
CREATE INDEX "api_keys_hash_alone" ON "api_keys" USING btree ("hash");
--> statement-breakpoint
CREATE INDEX "api_keys_created_with" ON "api_keys" USING btree ("created_with");
--> statement-breakpoint
CREATE INDEX "blob_reviews_due" ON "blob_reviews" USING btree ("due_at");
--> statement-breakpoint
CREATE INDEX "bulk_sends_template" ON "bulk_sends" USING btree ("organization_id","template_id","created_at");
--> statement-breakpoint
CREATE INDEX "contacts_name" ON "contacts" USING btree ("organization_id","name_key");
--> statement-breakpoint
CREATE INDEX "contacts_last_name" ON "contacts" USING btree ("organization_id","last_name_key");
--> statement-breakpoint
CREATE INDEX "contacts_recent" ON "contacts" USING btree ("organization_id","last_used_at" DESC NULLS LAST);
--> statement-breakpoint
CREATE INDEX "contract_readings_due" ON "contract_readings" USING btree ("extractor_version");
--> statement-breakpoint
CREATE UNIQUE INDEX "directory_tokens_hash" ON "directory_tokens" USING btree ("organization_id","hash");
--> statement-breakpoint
CREATE INDEX "directory_tokens_hash_alone" ON "directory_tokens" USING btree ("hash");
--> statement-breakpoint
CREATE UNIQUE INDEX "directory_tokens_live" ON "directory_tokens" USING btree ("organization_id") WHERE "directory_tokens"."revoked_at" is null;
--> statement-breakpoint
CREATE INDEX "documents_storage_key" ON "documents" USING hash ("storage_key");
--> statement-breakpoint
CREATE UNIQUE INDEX "email_domains_of_organization" ON "email_domains" USING btree ("organization_id","domain");
--> statement-breakpoint
CREATE UNIQUE INDEX "email_domains_verified" ON "email_domains" USING btree ("domain") WHERE "email_domains"."verified_at" is not null;
--> statement-breakpoint
CREATE INDEX "email_domains_due" ON "email_domains" USING btree ("checked_at") WHERE "email_domains"."verified_at" is not null;
--> statement-breakpoint
CREATE INDEX "envelope_fields_participant" ON "envelope_fields" USING btree ("participant_id");
--> statement-breakpoint
CREATE UNIQUE INDEX "envelope_fields_key" ON "envelope_fields" USING btree ("organization_id","envelope_id","key");
--> statement-breakpoint
CREATE INDEX "envelope_files_original_key" ON "envelope_files" USING hash ("original_key");
--> statement-breakpoint
CREATE INDEX "envelope_files_prepared_key" ON "envelope_files" USING hash ("prepared_key");
--> statement-breakpoint
CREATE INDEX "envelope_labels_label" ON "envelope_labels" USING btree ("organization_id","label_id","envelope_id");
--> statement-breakpoint
CREATE INDEX "envelope_metadata_pair" ON "envelope_metadata" USING btree ("organization_id","key","value","envelope_id");
--> statement-breakpoint
CREATE UNIQUE INDEX "envelopes_next_version" ON "envelopes" USING btree ("organization_id","previous_version_id") WHERE "envelopes"."previous_version_id" is not null and "envelopes"."deleted_at" is null and "envelopes"."status" <> 'voided';
--> statement-breakpoint
CREATE INDEX "envelopes_id" ON "envelopes" USING btree ("id");
--> statement-breakpoint
CREATE INDEX "envelopes_created" ON "envelopes" USING btree ("organization_id","created_at" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE "envelopes"."deleted_at" is null;
--> statement-breakpoint
CREATE INDEX "envelopes_status_created" ON "envelopes" USING btree ("organization_id","status","created_at" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE "envelopes"."deleted_at" is null;
--> statement-breakpoint
CREATE INDEX "envelopes_status_sent" ON "envelopes" USING btree ("organization_id","status","sent_at" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE "envelopes"."deleted_at" is null and "envelopes"."sent_at" is not null;
--> statement-breakpoint
CREATE INDEX "envelopes_status_completed" ON "envelopes" USING btree ("organization_id","completed_at" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE "envelopes"."deleted_at" is null and "envelopes"."status" = 'completed';
--> statement-breakpoint
CREATE INDEX "envelopes_status_activity" ON "envelopes" USING btree ("organization_id","status","latest_action_at" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE "envelopes"."deleted_at" is null;
--> statement-breakpoint
CREATE INDEX "envelopes_status_name" ON "envelopes" USING btree ("organization_id","status","sort_name","id") WHERE "envelopes"."deleted_at" is null;
--> statement-breakpoint
CREATE INDEX "envelopes_urgency" ON "envelopes" USING btree ("organization_id","status","needs_attention","nearness" DESC NULLS LAST,"created_at" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE "envelopes"."deleted_at" is null;
--> statement-breakpoint
CREATE INDEX "envelopes_team" ON "envelopes" USING btree ("team_id","status","created_at" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE "envelopes"."deleted_at" is null;
--> statement-breakpoint
CREATE INDEX "envelopes_template" ON "envelopes" USING btree ("template_id","status","created_at" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE "envelopes"."template_id" is not null;
--> statement-breakpoint
CREATE INDEX "envelopes_template_sent" ON "envelopes" USING btree ("template_id","status","sent_at" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE "envelopes"."deleted_at" is null and "envelopes"."template_id" is not null and "envelopes"."sent_at" is not null;
--> statement-breakpoint
CREATE INDEX "envelopes_template_completed" ON "envelopes" USING btree ("template_id","completed_at" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE "envelopes"."deleted_at" is null and "envelopes"."template_id" is not null and "envelopes"."status" = 'completed';
--> statement-breakpoint
CREATE INDEX "envelopes_template_activity" ON "envelopes" USING btree ("template_id","status","latest_action_at" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE "envelopes"."deleted_at" is null and "envelopes"."template_id" is not null;
--> statement-breakpoint
CREATE INDEX "envelopes_template_name" ON "envelopes" USING btree ("template_id","status","sort_name","id") WHERE "envelopes"."deleted_at" is null and "envelopes"."template_id" is not null;
--> statement-breakpoint
CREATE INDEX "envelopes_template_urgency" ON "envelopes" USING btree ("template_id","status","needs_attention","nearness" DESC NULLS LAST,"created_at" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE "envelopes"."deleted_at" is null and "envelopes"."template_id" is not null;
--> statement-breakpoint
CREATE INDEX "envelopes_attention_created" ON "envelopes" USING btree ("organization_id","status","created_at" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE "envelopes"."deleted_at" is null and "envelopes"."needs_attention";
--> statement-breakpoint
CREATE INDEX "envelopes_attention_sent" ON "envelopes" USING btree ("organization_id","status","sent_at" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE "envelopes"."deleted_at" is null and "envelopes"."needs_attention" and "envelopes"."sent_at" is not null;
--> statement-breakpoint
CREATE INDEX "envelopes_attention_completed" ON "envelopes" USING btree ("organization_id","completed_at" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE "envelopes"."deleted_at" is null and "envelopes"."needs_attention" and "envelopes"."status" = 'completed';
--> statement-breakpoint
CREATE INDEX "envelopes_attention_activity" ON "envelopes" USING btree ("organization_id","status","latest_action_at" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE "envelopes"."deleted_at" is null and "envelopes"."needs_attention";
--> statement-breakpoint
CREATE INDEX "envelopes_attention_name" ON "envelopes" USING btree ("organization_id","status","sort_name","id") WHERE "envelopes"."deleted_at" is null and "envelopes"."needs_attention";
--> statement-breakpoint
CREATE INDEX "envelopes_sent" ON "envelopes" USING btree ("organization_id","sent_at") WHERE "envelopes"."sent_at" is not null;
--> statement-breakpoint
CREATE INDEX "envelopes_sender" ON "envelopes" USING btree ("organization_id","sender_user_id");
--> statement-breakpoint
CREATE INDEX "envelopes_sender_email" ON "envelopes" USING btree ("organization_id","sender_key");
--> statement-breakpoint
CREATE INDEX "envelopes_waiting_of_sender" ON "envelopes" USING btree ("organization_id","sender_user_id","sent_at") WHERE "envelopes"."status" = 'in_progress';
--> statement-breakpoint
CREATE INDEX "envelopes_unsealed" ON "envelopes" USING btree ("completed_at") WHERE "envelopes"."status" = 'completed' and "envelopes"."sealed_at" is null;
--> statement-breakpoint
CREATE INDEX "envelopes_seal_due" ON "envelopes" USING btree ("seal_due_at") WHERE "envelopes"."seal_due_at" is not null;
--> statement-breakpoint
CREATE INDEX "envelopes_scheduled" ON "envelopes" USING btree ("scheduled_send_at") WHERE "envelopes"."status" in ('draft', 'review') and "envelopes"."scheduled_send_at" is not null;
--> statement-breakpoint
CREATE INDEX "envelopes_expiring" ON "envelopes" USING btree ("expires_at") WHERE "envelopes"."status" = 'in_progress' and "envelopes"."expires_at" is not null;
--> statement-breakpoint
CREATE INDEX "envelopes_being_read" ON "envelopes" USING btree ("updated_at") WHERE "envelopes"."status" = 'detecting' or "envelopes"."document_status" = 'processing';
--> statement-breakpoint
CREATE INDEX "envelopes_archived" ON "envelopes" USING btree ("organization_id","archived_at") WHERE "envelopes"."archived_at" is not null;
--> statement-breakpoint
CREATE INDEX "envelopes_ended" ON "envelopes" USING btree ("organization_id",coalesce("completed_at", "declined_at", "voided_at", "expired_at")) WHERE "envelopes"."deleted_at" is null and "envelopes"."status" in ('completed', 'declined', 'voided', 'expired');
--> statement-breakpoint
CREATE INDEX "events_position" ON "events" USING btree ("organization_id","position") WHERE "events"."position" is not null;
--> statement-breakpoint
CREATE INDEX "events_unplaced" ON "events" USING btree ("organization_id","occurred_at") WHERE "events"."position" is null;
--> statement-breakpoint
CREATE INDEX "exports_created" ON "exports" USING btree ("created_at");
--> statement-breakpoint
CREATE INDEX "field_attachments_field_id" ON "field_attachments" USING btree ("organization_id","field_id");
--> statement-breakpoint
CREATE INDEX "field_attachments_envelope" ON "field_attachments" USING btree ("envelope_id");
--> statement-breakpoint
CREATE INDEX "field_attachments_storage_key" ON "field_attachments" USING hash ("storage_key");
--> statement-breakpoint
CREATE INDEX "form_starts_form" ON "form_starts" USING btree ("form_id");
--> statement-breakpoint
CREATE INDEX "form_starts_expiry" ON "form_starts" USING btree ("expires_at");
--> statement-breakpoint
CREATE INDEX "idempotency_keys_created" ON "idempotency_keys" USING btree ("created_at");
--> statement-breakpoint
CREATE INDEX "instance_actions_subject" ON "instance_actions" USING btree ("subject_id");
--> statement-breakpoint
CREATE INDEX "invitations_invited_with" ON "invitations" USING btree ("invited_with");
--> statement-breakpoint
CREATE UNIQUE INDEX "invitations_token_hash" ON "invitations" USING btree ("organization_id","token_hash");
--> statement-breakpoint
CREATE INDEX "invitations_token_hash_alone" ON "invitations" USING btree ("token_hash");
--> statement-breakpoint
CREATE UNIQUE INDEX "invitations_open" ON "invitations" USING btree ("organization_id",lower("email")) WHERE "invitations"."accepted_at" is null and "invitations"."revoked_at" is null;
--> statement-breakpoint
CREATE UNIQUE INDEX "labels_name" ON "labels" USING btree ("organization_id",lower("name"));
--> statement-breakpoint
CREATE INDEX "legal_holds_organization" ON "legal_holds" USING btree ("organization_id","placed_at");
--> statement-breakpoint
CREATE INDEX "changed_heads_organization" ON "changed_heads" USING btree ("organization_id","since");
--> statement-breakpoint
CREATE UNIQUE INDEX "mail_deliveries_message_id" ON "mail_deliveries" USING btree ("organization_id","message_id");
--> statement-breakpoint
CREATE INDEX "mail_deliveries_status_newest" ON "mail_deliveries" USING btree ("organization_id","status","id");
--> statement-breakpoint
CREATE INDEX "mail_deliveries_outlived" ON "mail_deliveries" USING btree ("created_at");
--> statement-breakpoint
CREATE INDEX "memberships_user" ON "memberships" USING btree ("user_id");
--> statement-breakpoint
CREATE INDEX "memberships_digest" ON "memberships" USING btree ("digest_at");
--> statement-breakpoint
CREATE INDEX "oauth_clients_last_used" ON "oauth_clients" USING btree ("last_used_at");
--> statement-breakpoint
CREATE INDEX "oauth_grants_id" ON "oauth_grants" USING btree ("id");
--> statement-breakpoint
CREATE INDEX "oauth_grants_organization" ON "oauth_grants" USING btree ("organization_id","created_at");
--> statement-breakpoint
CREATE INDEX "oauth_grants_live" ON "oauth_grants" USING btree ("created_at") WHERE "oauth_grants"."ended_at" is null;
--> statement-breakpoint
CREATE INDEX "oauth_grants_client" ON "oauth_grants" USING btree ("client_id");
--> statement-breakpoint
CREATE INDEX "oauth_keys_created" ON "oauth_keys" USING btree ("created_at");
--> statement-breakpoint
CREATE INDEX "oauth_records_grant" ON "oauth_records" USING btree ("grant_id");
--> statement-breakpoint
CREATE INDEX "oauth_records_expiry" ON "oauth_records" USING btree ("expires_at");
--> statement-breakpoint
CREATE UNIQUE INDEX "organizations_test_of" ON "organizations" USING btree ("test_of");
--> statement-breakpoint
CREATE UNIQUE INDEX "outbox_mails_message_id" ON "outbox_mails" USING btree ("organization_id","message_id");
--> statement-breakpoint
CREATE INDEX "outbox_mails_created" ON "outbox_mails" USING btree ("created_at");
--> statement-breakpoint
CREATE INDEX "page_sessions_id" ON "page_sessions" USING btree ("id");
--> statement-breakpoint
CREATE INDEX "page_sessions_participant" ON "page_sessions" USING btree ("participant_id");
--> statement-breakpoint
CREATE UNIQUE INDEX "page_sessions_one_live" ON "page_sessions" USING btree ("organization_id","participant_id") WHERE "page_sessions"."ended_at" is null;
--> statement-breakpoint
CREATE INDEX "page_sessions_expiry" ON "page_sessions" USING btree ("expires_at");
--> statement-breakpoint
CREATE INDEX "page_sessions_envelope" ON "page_sessions" USING btree ("envelope_id");
--> statement-breakpoint
CREATE INDEX "participants_due_reminders" ON "participants" USING btree ("next_reminder_at") WHERE "participants"."status" = 'pending' and "participants"."next_reminder_at" is not null;
--> statement-breakpoint
CREATE INDEX "participants_provider" ON "participants" USING btree ("authentication_provider") WHERE "participants"."authentication_provider" is not null;
--> statement-breakpoint
CREATE INDEX "participants_signed_with" ON "participants" USING btree ("organization_id",("signed_with" ->> 'keyHash')) WHERE "participants"."signed_with" is not null;
--> statement-breakpoint
CREATE INDEX "passkey_challenges_expires" ON "passkey_challenges" USING btree ("expires_at");
--> statement-breakpoint
CREATE INDEX "passkeys_user" ON "passkeys" USING btree ("user_id");
--> statement-breakpoint
CREATE INDEX "pending_sign_ins_user" ON "pending_sign_ins" USING btree ("user_id");
--> statement-breakpoint
CREATE INDEX "pending_sign_ins_expires" ON "pending_sign_ins" USING btree ("expires_at");
--> statement-breakpoint
CREATE INDEX "rate_counts_ends" ON "rate_counts" USING btree ("ends_at");
--> statement-breakpoint
CREATE INDEX "running_jobs_process" ON "running_jobs" USING btree ("process");
--> statement-breakpoint
CREATE INDEX "saved_views_of_member" ON "saved_views" USING btree ("organization_id","user_id","created_at");
--> statement-breakpoint
CREATE UNIQUE INDEX "seal_certificates_owner" ON "seal_certificates" USING btree (coalesce("organization_id", '')) WHERE "seal_certificates"."replaced_at" is null and "seal_certificates"."revoked_at" is null;
--> statement-breakpoint
CREATE INDEX "search_documents_words" ON "search_documents" USING gin (scoped_words(search_scope('words', "organization_id", search_week("created_at")), "names" || "content")) WITH (fastupdate=false);
--> statement-breakpoint
CREATE INDEX "search_documents_due" ON "search_documents" USING btree ("envelope_id") WHERE is_due;
--> statement-breakpoint
CREATE INDEX "search_entries_runs" ON "search_entries" USING gin (search_runs(search_scope("about", "organization_id", search_week("created_at")), "content")) WITH (fastupdate=false);
--> statement-breakpoint
CREATE INDEX "sessions_user" ON "sessions" USING btree ("user_id");
--> statement-breakpoint
CREATE UNIQUE INDEX "sign_in_attempts_request" ON "sign_in_attempts" USING btree ("organization_id","request_id");
--> statement-breakpoint
CREATE INDEX "sign_in_attempts_expires" ON "sign_in_attempts" USING btree ("expires_at");
--> statement-breakpoint
CREATE UNIQUE INDEX "sign_in_identities_user" ON "sign_in_identities" USING btree ("organization_id","connection_id","user_id");
--> statement-breakpoint
CREATE INDEX "signer_passkeys_address" ON "signer_passkeys" USING btree ("organization_id",lower("email"));
--> statement-breakpoint
CREATE INDEX "signing_attempts_expires" ON "signing_attempts" USING btree ("expires_at");
--> statement-breakpoint
CREATE INDEX "team_members_user" ON "team_members" USING btree ("organization_id","user_id");
--> statement-breakpoint
CREATE UNIQUE INDEX "teams_name" ON "teams" USING btree ("organization_id",lower("name"));
--> statement-breakpoint
CREATE INDEX "teams_private" ON "teams" USING btree ("organization_id") WHERE "teams"."is_private";
--> statement-breakpoint
CREATE INDEX "template_documents_storage_key" ON "template_documents" USING hash ("storage_key");
--> statement-breakpoint
CREATE UNIQUE INDEX "template_fields_key" ON "template_fields" USING btree ("organization_id","template_id","key");
--> statement-breakpoint
CREATE INDEX "template_files_original_key" ON "template_files" USING hash ("original_key");
--> statement-breakpoint
CREATE INDEX "template_files_prepared_key" ON "template_files" USING hash ("prepared_key");
--> statement-breakpoint
CREATE INDEX "template_forms_id" ON "template_forms" USING btree ("id");
--> statement-breakpoint
CREATE INDEX "template_forms_due" ON "template_forms" USING btree ("closed_at") WHERE "template_forms"."is_due";
--> statement-breakpoint
CREATE INDEX "template_search_entries_grams" ON "template_search_entries" USING gin (search_grams("organization_id", "content"));
--> statement-breakpoint
CREATE INDEX "templates_created" ON "templates" USING btree ("organization_id","created_at" DESC NULLS LAST,"id" DESC NULLS LAST);
--> statement-breakpoint
CREATE INDEX "threads_envelope" ON "threads" USING btree ("envelope_id");
--> statement-breakpoint
CREATE INDEX "used_assertions_expires" ON "used_assertions" USING btree ("expires_at");
--> statement-breakpoint
CREATE UNIQUE INDEX "users_email" ON "users" USING btree (lower("email"));
--> statement-breakpoint
CREATE INDEX "webhook_deliveries_created" ON "webhook_deliveries" USING btree ("webhook_id","created_at","id");
--> statement-breakpoint
CREATE INDEX "webhook_deliveries_status_created" ON "webhook_deliveries" USING btree ("webhook_id","status","created_at","id");
--> statement-breakpoint
CREATE INDEX "webhook_deliveries_outlived" ON "webhook_deliveries" USING btree ("created_at");
--> statement-breakpoint
CREATE UNIQUE INDEX "webhook_deliveries_event" ON "webhook_deliveries" USING btree ("organization_id","event_id","webhook_id");
--> statement-breakpoint
CREATE INDEX "weekly_digests_outlived" ON "weekly_digests" USING btree ("created_at");
--> statement-breakpoint
-- What the program may read and write: one role, row level security for every table of an organization, and column
-- grants for rows that are written once.

-- The program works as this role. It owns no table, so forced row level security binds it.
DO $$
BEGIN
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'countersign_app') THEN
    CREATE ROLE countersign_app NOLOGIN;
  END IF;
EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL;
END $$;
DO $$
BEGIN
  EXECUTE format('GRANT countersign_app TO %I', current_user);
END $$;
GRANT USAGE ON SCHEMA public TO countersign_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO countersign_app;
ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO countersign_app;

-- A transaction sets app.organization_id. Without it, these tables have no rows.
DO $$
DECLARE name text;
BEGIN
  FOREACH name IN ARRAY ARRAY[
    'administrative_actions', 'agent_questions', 'api_keys', 'blob_reviews', 'bulk_send_rows', 'bulk_sends', 'changed_heads',
    'code_attempts', 'contacts', 'contract_readings', 'copy_recipients',
    'directory_members', 'directory_tokens', 'directory_users', 'documents', 'email_domains', 'erasures', 'export_parts', 'exports', 'envelope_fields', 'envelope_files', 'envelope_labels', 'envelope_metadata', 'envelopes', 'events', 'field_attachments',
    'form_starts', 'idempotency_keys', 'identity_providers', 'invitations', 'labels', 'legal_holds', 'log_leaves', 'mail_deliveries', 'memberships',
    'oauth_grants', 'outbox_mails', 'page_sessions', 'participants', 'quota_uses', 'saved_views', 'seal_certificates', 'search_documents',
    'sign_in_attempts', 'sign_in_connections', 'sign_in_identities', 'signature_marks', 'signer_passkeys', 'signing_attempts', 'team_members', 'teams', 'template_documents', 'template_fields', 'template_files', 'template_forms',
    'template_roles', 'templates', 'threads', 'used_assertions', 'webhook_deliveries', 'webhooks', 'weekly_digests']
  LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', name);
    EXECUTE format(
      'CREATE POLICY of_organization ON %I USING (organization_id = current_setting(''app.organization_id'', true))', name);
  END LOOP;
END $$;
ALTER TABLE organizations ENABLE ROW LEVEL SECURITY;
ALTER TABLE organizations FORCE ROW LEVEL SECURITY;
CREATE POLICY itself ON organizations USING (id = current_setting('app.organization_id', true));

-- Credentials lead to their organization: a policy shows the one row whose secret, or id from a signed token, is named.
CREATE POLICY by_link ON invitations FOR SELECT USING (token_hash = current_setting('app.invitation_hash', true));
CREATE POLICY by_user ON memberships FOR SELECT USING (user_id = current_setting('app.user_id', true));
CREATE POLICY by_verified_link ON envelopes FOR SELECT USING (id = current_setting('app.envelope_id', true));
CREATE POLICY by_form ON template_forms FOR SELECT USING (id = current_setting('app.form_id', true));
CREATE POLICY by_session ON page_sessions FOR SELECT USING (id = current_setting('app.session_id', true));
CREATE POLICY by_grant ON oauth_grants FOR SELECT USING (id = current_setting('app.grant_id', true));
CREATE POLICY end_by_grant ON oauth_grants FOR UPDATE USING (id = current_setting('app.grant_id', true));
-- A directory's token, the domain of an address, and the URL that an identity provider answers to do the same.
CREATE POLICY by_hash ON directory_tokens FOR SELECT
  USING (hash = current_setting('app.directory_hash', true) AND revoked_at IS NULL);
CREATE POLICY by_domain ON email_domains FOR SELECT
  USING (domain = current_setting('app.email_domain', true) AND verified_at IS NOT NULL);
CREATE POLICY by_url ON sign_in_connections FOR SELECT USING (id = current_setting('app.connection_id', true));
-- A credential that signs for one organization is refused by any other.
CREATE POLICY by_credential ON signer_passkeys FOR SELECT USING (id = current_setting('app.credential_id', true));
-- People see the organizations they belong to, so that they can switch between them.
CREATE POLICY of_member ON organizations FOR SELECT USING (
  EXISTS (SELECT FROM memberships WHERE memberships.organization_id = organizations.id AND memberships.user_id = current_setting('app.user_id', true)));
-- The instance's certificate authority belongs to no organization.
CREATE POLICY of_instance ON seal_certificates USING (organization_id IS NULL);
-- Its revocation list names every revoked certificate, whoever's it was.
CREATE POLICY revoked_rows ON seal_certificates FOR SELECT USING (
  current_setting('app.due_rows', true) = 'on' AND revoked_at IS NOT NULL);

-- People who run the instance see every organization with its members and seal certificates, and how many emails arrive, but nothing of
-- its envelopes. The program names the person; whether they may is looked up here, and only the owner of the tables decides it.
REVOKE INSERT, UPDATE, DELETE ON instance_administrators FROM countersign_app;
CREATE FUNCTION administers_instance() RETURNS boolean LANGUAGE sql STABLE PARALLEL SAFE SET search_path = public, pg_temp AS $$
  SELECT EXISTS (SELECT FROM instance_administrators WHERE user_id = current_setting('app.administrator_id', true))
$$;
-- The first account administers the instance. The program decides who may create it; once there is another account or an
-- administrator, this does nothing.
CREATE FUNCTION claim_instance(claimant text) RETURNS boolean LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  LOCK TABLE instance_administrators IN SHARE ROW EXCLUSIVE MODE;
  IF EXISTS (SELECT FROM users WHERE id <> claimant) OR EXISTS (SELECT FROM instance_administrators) THEN RETURN false; END IF;
  INSERT INTO instance_administrators (user_id, created_at) VALUES (claimant, now());
  RETURN true;
END $$;
CREATE POLICY of_administrator ON organizations FOR SELECT USING ((SELECT administers_instance()));
CREATE POLICY of_administrator ON memberships FOR SELECT USING ((SELECT administers_instance()));
CREATE POLICY of_administrator ON seal_certificates FOR SELECT USING ((SELECT administers_instance()));
-- What they do is recorded in their own name. The command line records as the owner, whom no policy restricts.
ALTER TABLE instance_actions ENABLE ROW LEVEL SECURITY;
CREATE POLICY of_administrator ON instance_actions FOR SELECT USING ((SELECT administers_instance()));
CREATE POLICY by_administrator ON instance_actions FOR INSERT WITH CHECK (
  actor_id = current_setting('app.administrator_id', true) AND (SELECT administers_instance()));
REVOKE UPDATE, DELETE, TRUNCATE ON instance_actions FROM countersign_app;
-- Emails are about envelopes, so the program only gets their number.
CREATE POLICY of_owner ON mail_deliveries FOR SELECT TO CURRENT_USER USING ((SELECT administers_instance()));
CREATE FUNCTION administered_mails(since timestamptz) RETURNS TABLE (sent integer, failed integer)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT (count(*) FILTER (WHERE status = 'sent'))::integer, (count(*) FILTER (WHERE status = 'failed'))::integer
  FROM mail_deliveries WHERE created_at >= since;
$$;

-- Jobs find what is due in all organizations at once. They see only rows that can be due, and then work inside each
-- organization.
CREATE POLICY due_rows ON envelopes FOR SELECT USING (
  current_setting('app.due_rows', true) = 'on' AND status IN ('draft', 'detecting', 'review', 'in_progress'));
CREATE POLICY seal_due_rows ON envelopes FOR SELECT USING (
  current_setting('app.due_rows', true) = 'on' AND seal_due_at IS NOT NULL);
CREATE POLICY due_rows ON participants FOR SELECT USING (
  current_setting('app.due_rows', true) = 'on' AND status = 'pending' AND next_reminder_at IS NOT NULL);
CREATE POLICY due_rows ON template_forms FOR SELECT USING (current_setting('app.due_rows', true) = 'on' AND is_due);
CREATE POLICY due_rows ON exports FOR SELECT USING (current_setting('app.due_rows', true) = 'on');
CREATE POLICY due_rows ON blob_reviews FOR SELECT USING (current_setting('app.due_rows', true) = 'on');
CREATE POLICY due_rows ON organizations FOR SELECT USING (current_setting('app.due_rows', true) = 'on');
CREATE POLICY due_rows ON changed_heads FOR SELECT USING (current_setting('app.due_rows', true) = 'on');
CREATE POLICY due_rows ON contract_readings FOR SELECT USING (current_setting('app.due_rows', true) = 'on');
CREATE POLICY claim_rows ON contract_readings FOR UPDATE USING (current_setting('app.due_rows', true) = 'on');
CREATE POLICY due_rows ON search_documents FOR SELECT USING (current_setting('app.due_rows', true) = 'on' AND is_due);
CREATE POLICY claim_rows ON search_documents FOR UPDATE USING (current_setting('app.due_rows', true) = 'on' AND is_due);
CREATE POLICY due_rows ON oauth_grants FOR SELECT USING (current_setting('app.due_rows', true) = 'on');
CREATE POLICY expired_rows ON oauth_grants FOR UPDATE
  USING (current_setting('app.due_rows', true) = 'on' AND ended_at IS NULL)
  WITH CHECK (current_setting('app.due_rows', true) = 'on' AND ended_at IS NOT NULL);
CREATE POLICY expired_rows ON idempotency_keys FOR DELETE USING (current_setting('app.due_rows', true) = 'on');
CREATE POLICY read_expired_rows ON idempotency_keys FOR SELECT USING (current_setting('app.due_rows', true) = 'on');
CREATE POLICY due_rows ON email_domains FOR SELECT USING (current_setting('app.due_rows', true) = 'on' AND verified_at IS NOT NULL);
CREATE POLICY expired_rows ON sign_in_attempts FOR DELETE USING (current_setting('app.due_rows', true) = 'on');
CREATE POLICY read_expired_rows ON sign_in_attempts FOR SELECT USING (current_setting('app.due_rows', true) = 'on');
CREATE POLICY expired_rows ON used_assertions FOR DELETE USING (current_setting('app.due_rows', true) = 'on');
CREATE POLICY read_expired_rows ON used_assertions FOR SELECT USING (current_setting('app.due_rows', true) = 'on');
CREATE POLICY expired_rows ON mail_deliveries FOR DELETE USING (current_setting('app.due_rows', true) = 'on');
CREATE POLICY read_expired_rows ON mail_deliveries FOR SELECT USING (current_setting('app.due_rows', true) = 'on');
CREATE POLICY expired_rows ON form_starts FOR DELETE USING (current_setting('app.due_rows', true) = 'on');
CREATE POLICY read_expired_rows ON form_starts FOR SELECT USING (current_setting('app.due_rows', true) = 'on');
CREATE POLICY expired_rows ON page_sessions FOR DELETE USING (current_setting('app.due_rows', true) = 'on');
CREATE POLICY read_expired_rows ON page_sessions FOR SELECT USING (current_setting('app.due_rows', true) = 'on');
CREATE POLICY expired_rows ON signing_attempts FOR DELETE USING (current_setting('app.due_rows', true) = 'on');
CREATE POLICY read_expired_rows ON signing_attempts FOR SELECT USING (current_setting('app.due_rows', true) = 'on');
CREATE POLICY expired_rows ON agent_questions FOR DELETE USING (current_setting('app.due_rows', true) = 'on');
CREATE POLICY read_expired_rows ON agent_questions FOR SELECT USING (current_setting('app.due_rows', true) = 'on');
CREATE POLICY expired_rows ON webhook_deliveries FOR DELETE USING (current_setting('app.due_rows', true) = 'on');
CREATE POLICY read_expired_rows ON webhook_deliveries FOR SELECT USING (current_setting('app.due_rows', true) = 'on');

CREATE POLICY due_digests ON memberships FOR SELECT USING (current_setting('app.due_rows', true) = 'on');
CREATE POLICY expired_rows ON weekly_digests FOR DELETE USING (current_setting('app.due_rows', true) = 'on');
CREATE POLICY read_expired_rows ON weekly_digests FOR SELECT USING (current_setting('app.due_rows', true) = 'on');

-- Sign-ins and changes of accounts say where people were, so they are kept for a limited time. People see those of their own account, in
-- whichever organization they are recorded.
CREATE FUNCTION is_account_action(action text) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT action ~ '^(sign_in|account)[.]'
$$;
CREATE POLICY of_account ON administrative_actions FOR SELECT USING (
  subject_id = current_setting('app.user_id', true) AND is_account_action(action));
CREATE POLICY expired_rows ON administrative_actions FOR DELETE USING (
  current_setting('app.due_rows', true) = 'on' AND is_account_action(action));
CREATE POLICY read_expired_rows ON administrative_actions FOR SELECT USING (
  current_setting('app.due_rows', true) = 'on' AND is_account_action(action));

-- Members see the envelopes and templates of private teams only if they belong to them, whatever role they have. The
-- program names the member in app.viewer_id; without it, as in jobs and on signers' pages, no team is hidden. The policies are
-- for the program alone: the owner's search functions name the hidden teams themselves, and a policy would keep them from
-- their indexes.
CREATE FUNCTION hidden_teams() RETURNS text[] LANGUAGE plpgsql STABLE PARALLEL SAFE SET search_path = public, pg_temp AS $$
DECLARE viewer CONSTANT text := current_setting('app.viewer_id', true);
BEGIN
  IF coalesce(viewer, '') = '' THEN RETURN '{}'; END IF;
  RETURN array(
    SELECT t.id FROM teams AS t
    WHERE t.organization_id = current_setting('app.organization_id', true) AND t.is_private
      AND NOT EXISTS (SELECT FROM team_members AS m WHERE m.organization_id = t.organization_id AND m.team_id = t.id AND m.user_id = viewer));
END $$;
-- In an organization that says so, members who don't administer see only the envelopes that they sent, and those of private teams
-- they belong to. Whoever is no member any more sees no more than that.
CREATE FUNCTION sees_own_only() RETURNS boolean LANGUAGE plpgsql STABLE PARALLEL SAFE SET search_path = public, pg_temp AS $$
DECLARE
  viewer CONSTANT text := current_setting('app.viewer_id', true);
  organization CONSTANT text := current_setting('app.organization_id', true);
BEGIN
  IF coalesce(viewer, '') = '' THEN RETURN false; END IF;
  RETURN EXISTS (SELECT FROM organizations WHERE id = organization AND see_own_only)
    AND NOT EXISTS (SELECT FROM memberships AS m
      WHERE m.organization_id = organization AND m.user_id = viewer AND m.role IN ('owner', 'admin'));
END $$;
CREATE FUNCTION own_teams() RETURNS text[] LANGUAGE sql STABLE PARALLEL SAFE SET search_path = public, pg_temp AS $$
  SELECT array(SELECT team_id FROM team_members
    WHERE organization_id = current_setting('app.organization_id', true) AND user_id = current_setting('app.viewer_id', true))
$$;
-- Most transactions read several tables, and most organizations have no private teams: a transaction looks once whether anything is hidden,
-- and says so in app.sees_all with the organization and the member that it holds for. For any other, the teams are looked up again.
CREATE FUNCTION sees_all_teams() RETURNS boolean LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT coalesce(current_setting('app.viewer_id', true), '') = ''
    OR current_setting('app.sees_all', true)
      = current_setting('app.organization_id', true) || ' ' || current_setting('app.viewer_id', true)
    OR hidden_teams() = '{}' AND NOT sees_own_only()
$$;
-- The subqueries run once a statement. Each takes longer to prepare than to skip, and a statement reads up to eight such tables, so
-- there are as few as possible. CASE keeps the planner's estimates for organizations without private teams, and a scalar subquery looks
-- one row up where EXISTS might read and hash a whole table.
CREATE POLICY of_team ON envelopes AS RESTRICTIVE TO countersign_app USING (
  CASE WHEN (SELECT sees_all_teams()) THEN true ELSE team_id <> ALL ((SELECT hidden_teams())::text[]) END);
CREATE POLICY of_sender ON envelopes AS RESTRICTIVE TO countersign_app USING (
  CASE WHEN (SELECT sees_all_teams()) OR NOT (SELECT sees_own_only()) THEN true
  ELSE coalesce(sender_user_id = current_setting('app.viewer_id', true), false) OR team_id = ANY ((SELECT own_teams())::text[]) END);
CREATE POLICY of_sender ON bulk_sends AS RESTRICTIVE TO countersign_app USING (
  CASE WHEN (SELECT sees_all_teams()) OR NOT (SELECT sees_own_only()) THEN true
  ELSE created_by = current_setting('app.viewer_id', true) END);
CREATE POLICY of_team ON templates AS RESTRICTIVE TO countersign_app USING (
  CASE WHEN (SELECT sees_all_teams()) THEN true ELSE team_id <> ALL ((SELECT hidden_teams())::text[]) END);
-- The identifier of an event's envelope has another collation, with which the index on envelopes couldn't be used.
DO $$
DECLARE part record;
BEGIN
  FOR part IN SELECT * FROM (VALUES
    ('contract_readings', 'envelope'), ('copy_recipients', 'envelope'), ('documents', 'envelope'), ('envelope_fields', 'envelope'), ('envelope_files', 'envelope'),
    ('envelope_labels', 'envelope'), ('envelope_metadata', 'envelope'), ('erasures', 'envelope'), ('events', 'envelope'), ('field_attachments', 'envelope'), ('mail_deliveries', 'envelope'), ('outbox_mails', 'envelope'),
    ('legal_holds', 'envelope'), ('page_sessions', 'envelope'), ('participants', 'envelope'), ('search_documents', 'envelope'), ('threads', 'envelope'),
    ('webhook_deliveries', 'envelope'), ('bulk_sends', 'template'), ('template_documents', 'template'),
    ('template_fields', 'template'), ('template_files', 'template'), ('template_forms', 'template'),
    ('template_roles', 'template'), ('bulk_send_rows', 'bulk_send'), ('signature_marks', 'participant'), ('signing_attempts', 'participant')) AS parts (name, whole)
  LOOP
    EXECUTE format(
      'CREATE POLICY of_team ON %I AS RESTRICTIVE TO countersign_app USING (
         CASE WHEN (SELECT sees_all_teams()) OR %2$I IS NULL THEN true
         ELSE (SELECT true FROM %3$I AS whole WHERE whole.organization_id = %1$I.organization_id AND whole.id = %1$I.%2$I COLLATE "default") END)',
      part.name, part.whole || '_id', part.whole || 's');
  END LOOP;
END $$;

-- Events are only appended. Erasure clears the personal columns.
REVOKE UPDATE, DELETE, TRUNCATE ON events FROM countersign_app;
GRANT UPDATE (actor_id, payload, ip_address, user_agent, salt) ON events TO countersign_app;
REVOKE UPDATE, TRUNCATE ON administrative_actions FROM countersign_app;
REVOKE UPDATE, DELETE, TRUNCATE ON log_identity, log_leaves, log_checkpoints, log_cosignatures, log_timestamps FROM countersign_app;
GRANT UPDATE (private_key_sealed) ON log_identity TO countersign_app;
REVOKE DELETE, TRUNCATE ON log_tiles, log_observers FROM countersign_app;
REVOKE TRUNCATE ON changed_heads FROM countersign_app;
-- What signers were shown and what they gave is written once. Rows go only with their draft, through the foreign keys. Files
-- that signers attach can change until they sign; attachments.sql says when.
REVOKE UPDATE, DELETE ON template_documents, template_files, signature_marks FROM countersign_app;
REVOKE TRUNCATE ON field_attachments FROM countersign_app;
-- The files of a draft can be removed and joined into another document; rules.sql says when. They never change, but for a sealed
-- document, which can be extended.
REVOKE UPDATE, TRUNCATE ON documents, envelope_files FROM countersign_app;
GRANT UPDATE (storage_key, sha256, size_bytes) ON documents TO countersign_app;
GRANT UPDATE (detection_wanted) ON envelope_files TO countersign_app;
-- A grant records what a person agreed to: it can be used and ended, but never widened, moved, revived or deleted.
REVOKE UPDATE, DELETE, TRUNCATE ON oauth_grants FROM countersign_app;
GRANT UPDATE (last_used_at, ended_at, end_reason) ON oauth_grants TO countersign_app;
-- Deliveries record their attempts. The message and the recipient stay.
REVOKE UPDATE ON webhook_deliveries FROM countersign_app;
GRANT UPDATE (status, attempts, next_attempt_at, last_attempt_at, last_status_code, last_error, response_excerpt, tries)
  ON webhook_deliveries TO countersign_app;
REVOKE UPDATE ON mail_deliveries FROM countersign_app;
GRANT UPDATE (status, attempts, answer, updated_at) ON mail_deliveries TO countersign_app;
-- A digest stays the one of its person and week.
REVOKE UPDATE ON weekly_digests FROM countersign_app;
GRANT UPDATE (handed_over_at) ON weekly_digests TO countersign_app;
-- Who started to fill in a form stays as they said, and a start is confirmed once.
REVOKE UPDATE ON form_starts FROM countersign_app;
GRANT UPDATE (attempts, confirmed_at) ON form_starts TO countersign_app;
-- A question to an agent's person stays as it was asked, and its answer is its only change.
REVOKE UPDATE ON agent_questions FROM countersign_app;
GRANT UPDATE (answer) ON agent_questions TO countersign_app;
-- A session URL stays as it was requested.
REVOKE UPDATE ON page_sessions FROM countersign_app;
GRANT UPDATE (opened_at, ended_at) ON page_sessions TO countersign_app;
-- A passkey stays the key that it was created with.
REVOKE UPDATE ON signer_passkeys FROM countersign_app;
GRANT UPDATE (counter, backed_up, last_used_at) ON signer_passkeys TO countersign_app;
-- A reading stays with its envelope.
REVOKE UPDATE, DELETE, TRUNCATE ON contract_readings FROM countersign_app;
GRANT UPDATE (extractor_version, reading, attempts, claimed_until) ON contract_readings TO countersign_app;
-- A bulk send keeps its list.
REVOKE UPDATE, DELETE ON bulk_sends, bulk_send_rows FROM countersign_app;
GRANT UPDATE (finished_at, stop_reason, shared) ON bulk_sends TO countersign_app;
GRANT UPDATE (input, recipient, envelope_id, error) ON bulk_send_rows TO countersign_app;

-- Tells whether a person has an authenticator app or a passkey.
CREATE FUNCTION has_second_factor(person text) RETURNS boolean LANGUAGE sql STABLE STRICT AS $$
  SELECT EXISTS (SELECT FROM totp_secrets WHERE user_id = person AND confirmed_at IS NOT NULL)
    OR EXISTS (SELECT FROM passkeys WHERE user_id = person)
$$;

-- Tells whether a person lacks the second factor that an organization requires. Its policies have to show the organization.
CREATE FUNCTION lacks_second_factor(organization text, person text) RETURNS boolean LANGUAGE sql STABLE STRICT AS $$
  SELECT coalesce((SELECT require_second_factor FROM organizations WHERE id = organization), false)
    AND NOT has_second_factor(person)
$$;

-- Tells whether the operator suspended an organization. Its policies have to show the organization.
CREATE FUNCTION is_suspended(organization text) RETURNS boolean LANGUAGE sql STABLE STRICT AS $$
  SELECT coalesce((SELECT suspended_at IS NOT NULL FROM organizations WHERE id = organization), false)
$$;

-- Tells whether a key that something was created with has been revoked or has expired; null stands for no key.
CREATE FUNCTION has_key_ended(organization text, key text, present timestamptz) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT EXISTS (SELECT FROM api_keys WHERE organization_id = organization AND id = key
    AND (revoked_at IS NOT NULL OR expires_at <= present))
$$;

-- Looks up an API key and its maker's present role in one statement, on every request. It runs as the tables' owner, whom policies let
-- read for it, and says nothing but whose the key with this hash is.
CREATE POLICY of_owner ON api_keys FOR SELECT TO CURRENT_USER USING (true);
CREATE POLICY of_owner ON memberships FOR SELECT TO CURRENT_USER USING (true);
CREATE POLICY of_owner ON organizations FOR SELECT TO CURRENT_USER USING (true);
CREATE FUNCTION owner_of_api_key(key_hash text) RETURNS TABLE (
  key_id text, organization_id text, team_id text, scopes text, allowed_networks text, expires_at timestamptz,
  last_used_at timestamptz, user_id text, user_name text, user_email text, role text, lacks_second_factor boolean,
  suspended boolean, test boolean
) LANGUAGE plpgsql STABLE STRICT SECURITY DEFINER ROWS 1 SET search_path = public, pg_temp AS $$
BEGIN
  RETURN QUERY
    SELECT k.id, k.organization_id, k.team_id, array_to_string(k.scopes, ' '), array_to_string(k.allowed_networks, ' '),
      k.expires_at::timestamptz, k.last_used_at::timestamptz, u.id, u.name, u.email, m.role,
      o.require_second_factor AND NOT has_second_factor(u.id), o.suspended_at IS NOT NULL, o.test_of IS NOT NULL
    FROM api_keys AS k
    JOIN organizations AS o ON o.id = k.organization_id
    JOIN users AS u ON u.id = k.created_by
    JOIN memberships AS m ON m.organization_id = k.organization_id AND m.user_id = k.created_by
    WHERE k.hash = key_hash AND k.revoked_at IS NULL;
END $$;
REVOKE ALL ON FUNCTION owner_of_api_key(text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION owner_of_api_key(text) TO countersign_app;

-- Losing rate counts in a crash is harmless, so they skip the write-ahead log.
ALTER TABLE rate_counts SET UNLOGGED;

-- Heartbeats find the jobs of dead processes as well, only later.
ALTER TABLE running_jobs SET UNLOGGED;

-- Tells whether a process has ended: the lock that it holds while it lives can be shared. The lock's first key is the one
-- in src/server/db/client/presence.ts.
CREATE FUNCTION process_has_ended(process integer) RETURNS boolean LANGUAGE sql VOLATILE STRICT AS $$
  SELECT pg_try_advisory_xact_lock_shared(7201882, process)
$$;

-- Tells what workers have to do, in all organizations: which of these queues have jobs to take, whether texts and contracts wait to be
-- read, whether a process has recorded jobs that it no longer runs, and which processes have ended. Each worker asks once a second, in
-- one statement. It may do no more than the program: row level security binds it.
CREATE FUNCTION due_work(names text[], process integer, extractor integer, present timestamptz)
RETURNS TABLE (queues json, texts boolean, contracts boolean, finished boolean, ended json)
LANGUAGE plpgsql VOLATILE STRICT ROWS 1 SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM set_config('app.due_rows', 'on', true);
  RETURN QUERY SELECT
    to_json(array(SELECT asked.name FROM unnest(names) AS asked (name) WHERE EXISTS (
      SELECT FROM pgboss.job WHERE job.name = asked.name AND state < 'active' AND start_after <= now()))),
    EXISTS (SELECT FROM search_documents WHERE is_due AND (claimed_until IS NULL OR claimed_until < present)),
    EXISTS (SELECT FROM contract_readings WHERE extractor_version < extractor AND (claimed_until IS NULL OR claimed_until < present)),
    EXISTS (SELECT FROM running_jobs AS mine WHERE mine.process = due_work.process AND NOT EXISTS (
      SELECT FROM pgboss.job WHERE job.name = mine.queue AND job.id = mine.job_id AND state = 'active' AND retry_count = mine.attempt)),
    to_json(array(WITH known AS MATERIALIZED (SELECT DISTINCT theirs.process FROM running_jobs AS theirs)
      SELECT known.process FROM known WHERE process_has_ended(known.process)));
  PERFORM set_config('app.due_rows', '', true);
END $$;
--> statement-breakpoint
-- Rules that hold whatever the program does: logs only grow, what has ended stays ended, and an organization keeps an owner
-- and a team that everyone belongs to.

-- Events are appended in order, never deleted, and changed only when personal details are erased or they get their place in the
-- organization's feed.
CREATE FUNCTION events_append_in_order() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.position IS NOT NULL THEN
    RAISE EXCEPTION 'events get their position when the feed is read' USING ERRCODE = 'check_violation';
  END IF;
  IF NEW.seq = 1 THEN
    IF NEW.prev_hash <> repeat('0', 64) THEN
      RAISE EXCEPTION 'the first event of a chain must have 64 zeros as its previous hash' USING ERRCODE = 'check_violation';
    END IF;
  ELSIF NOT EXISTS (
    SELECT FROM events WHERE organization_id = NEW.organization_id AND envelope_id = NEW.envelope_id AND seq = NEW.seq - 1 AND hash = NEW.prev_hash
  ) THEN
    RAISE EXCEPTION 'event % does not follow the head of its chain', NEW.seq USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER events_append_in_order BEFORE INSERT ON events FOR EACH ROW EXECUTE FUNCTION events_append_in_order();
CREATE FUNCTION events_refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    IF OLD.position IS NULL AND NEW.position IS NOT NULL AND (to_jsonb(NEW) - 'position') = (to_jsonb(OLD) - 'position') THEN
      PERFORM FROM event_feeds AS feed WHERE feed.organization_id = NEW.organization_id
        AND NEW.position BETWEEN feed.first AND feed.last AND feed.given_by = pg_current_xact_id()::text;
      IF FOUND THEN RETURN NEW; END IF;
    END IF;
    IF NEW.position IS NOT DISTINCT FROM OLD.position AND NEW.actor_id IS NULL AND NEW.payload IS NULL AND NEW.ip_address IS NULL AND NEW.user_agent IS NULL AND NEW.salt IS NULL
      AND (NEW.id, NEW.envelope_id, NEW.organization_id, NEW.seq, NEW.actor_type, NEW.action, NEW.occurred_at, NEW.digest, NEW.prev_hash, NEW.hash)
        = (OLD.id, OLD.envelope_id, OLD.organization_id, OLD.seq, OLD.actor_type, OLD.action, OLD.occurred_at, OLD.digest, OLD.prev_hash, OLD.hash)
    THEN RETURN NEW;
    END IF;
  END IF;
  RAISE EXCEPTION 'events cannot be changed or deleted' USING ERRCODE = 'restrict_violation';
END $$;
CREATE TRIGGER events_refuse_change BEFORE UPDATE OR DELETE ON events FOR EACH ROW EXECUTE FUNCTION events_refuse_change();
CREATE TRIGGER events_refuse_truncate BEFORE TRUNCATE ON events FOR EACH STATEMENT EXECUTE FUNCTION events_refuse_change();

-- What would be a foreign key to events, which would lock the tables of both sides whenever a partition is made.
CREATE FUNCTION webhook_deliveries_need_event() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.event_id IS NOT NULL AND NOT EXISTS (
    SELECT FROM events WHERE organization_id = NEW.organization_id AND envelope_id = NEW.envelope_id AND id = NEW.event_id
  ) THEN
    RAISE EXCEPTION 'delivery % needs its event', NEW.id USING ERRCODE = 'foreign_key_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER webhook_deliveries_need_event BEFORE INSERT OR UPDATE OF organization_id, envelope_id, event_id ON webhook_deliveries
  FOR EACH ROW EXECUTE FUNCTION webhook_deliveries_need_event();

-- Every new head waits for the log. The update takes the row's lock: a log that is taking in heads at that
-- moment leaves this one for its next round.
CREATE FUNCTION events_change_head() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO changed_heads (envelope_id, organization_id, seq, head_hash, since, latest)
    VALUES (NEW.envelope_id, NEW.organization_id, NEW.seq, NEW.hash, NEW.occurred_at, NEW.occurred_at)
    ON CONFLICT (organization_id, envelope_id) DO UPDATE SET seq = EXCLUDED.seq, head_hash = EXCLUDED.head_hash, latest = EXCLUDED.latest;
  RETURN NULL;
END $$;
CREATE TRIGGER events_change_head AFTER INSERT ON events FOR EACH ROW EXECUTE FUNCTION events_change_head();

-- The log only grows: a row of tiles is continued at its end, and the next one begins when it is full.
CREATE FUNCTION log_tiles_append() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE full_length integer := CASE WHEN NEW.level < 0 THEN 8704 ELSE 8192 END;
BEGIN
  IF TG_OP = 'INSERT' THEN
    IF NEW.index > 0 AND NOT EXISTS (
      SELECT FROM log_tiles WHERE level = NEW.level AND index = NEW.index - 1 AND octet_length(content) = full_length
    ) THEN
      RAISE EXCEPTION 'tile % of level % does not follow a full one', NEW.index, NEW.level USING ERRCODE = 'check_violation';
    END IF;
  ELSIF (NEW.level, NEW.index) <> (OLD.level, OLD.index)
    OR octet_length(NEW.content) <= octet_length(OLD.content)
    OR substring(NEW.content FROM 1 FOR octet_length(OLD.content)) <> OLD.content THEN
    RAISE EXCEPTION 'tile % of level % can only be continued', OLD.index, OLD.level USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER log_tiles_append BEFORE INSERT OR UPDATE ON log_tiles FOR EACH ROW EXECUTE FUNCTION log_tiles_append();

-- A leaf stands for an event, and is what the entry at its position is the SHA-256 of.
CREATE FUNCTION log_leaves_match() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE entry bytea;
BEGIN
  IF NOT EXISTS (
    SELECT FROM events WHERE organization_id = NEW.organization_id AND envelope_id = NEW.envelope_id AND seq = NEW.seq
      AND hash = NEW.head_hash
  ) THEN
    RAISE EXCEPTION 'leaf % does not match an event', NEW.position USING ERRCODE = 'check_violation';
  END IF;
  SELECT substring(content FROM (NEW.position % 256)::integer * 34 + 3 FOR 32) INTO entry
    FROM log_tiles WHERE level = -1 AND index = NEW.position / 256;
  -- RFC 8785 canonical JSON: identifiers, hashes and numbers need no escapes.
  IF entry IS DISTINCT FROM sha256(convert_to(format(
    '{"envelopeId":"%s","format":"countersign-head/1","headHash":"%s","nonce":"%s","organizationId":"%s","seq":%s}',
    NEW.envelope_id, NEW.head_hash, NEW.nonce, NEW.organization_id, NEW.seq), 'UTF8')) THEN
    RAISE EXCEPTION 'leaf % does not match its entry', NEW.position USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER log_leaves_match BEFORE INSERT ON log_leaves FOR EACH ROW EXECUTE FUNCTION log_leaves_match();

-- A checkpoint covers more than the last one, and no more than there is.
CREATE FUNCTION log_checkpoints_append() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  IF EXISTS (SELECT FROM log_checkpoints WHERE size >= NEW.size) THEN
    RAISE EXCEPTION 'checkpoint % does not follow the latest one', NEW.size USING ERRCODE = 'check_violation';
  END IF;
  IF NEW.size < 1 OR NOT EXISTS (
    SELECT FROM log_tiles WHERE level = 0 AND index = (NEW.size - 1) / 256
      AND octet_length(content) >= ((NEW.size - 1) % 256 + 1) * 32
  ) THEN
    RAISE EXCEPTION 'the log has fewer than % entries', NEW.size USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER log_checkpoints_append BEFORE INSERT ON log_checkpoints FOR EACH ROW EXECUTE FUNCTION log_checkpoints_append();

CREATE FUNCTION log_refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% cannot be changed or deleted', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END $$;
CREATE TRIGGER log_tiles_refuse_delete BEFORE DELETE ON log_tiles FOR EACH ROW EXECUTE FUNCTION log_refuse_change();
CREATE TRIGGER log_tiles_refuse_truncate BEFORE TRUNCATE ON log_tiles FOR EACH STATEMENT EXECUTE FUNCTION log_refuse_change();
DO $$
DECLARE name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['log_leaves', 'log_checkpoints', 'log_cosignatures', 'log_timestamps']
  LOOP
    EXECUTE format('CREATE TRIGGER %I BEFORE UPDATE OR DELETE ON %I FOR EACH ROW EXECUTE FUNCTION log_refuse_change()', name || '_refuse_change', name);
    EXECUTE format('CREATE TRIGGER %I BEFORE TRUNCATE ON %I FOR EACH STATEMENT EXECUTE FUNCTION log_refuse_change()', name || '_refuse_truncate', name);
  END LOOP;
END $$;

-- The log keeps its name and key. Only how the private key is encrypted can change.
CREATE FUNCTION log_identity_refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND (NEW.only, NEW.origin, NEW.public_key, NEW.created_at) IS NOT DISTINCT FROM (OLD.only, OLD.origin, OLD.public_key, OLD.created_at)
  THEN RETURN NEW; END IF;
  RAISE EXCEPTION 'log_identity cannot be changed or deleted' USING ERRCODE = 'restrict_violation';
END $$;
CREATE TRIGGER log_identity_refuse_change BEFORE UPDATE OR DELETE ON log_identity FOR EACH ROW EXECUTE FUNCTION log_identity_refuse_change();
CREATE TRIGGER log_identity_refuse_truncate BEFORE TRUNCATE ON log_identity FOR EACH STATEMENT EXECUTE FUNCTION log_refuse_change();

-- The record of administrative actions only grows, but for what is about accounts and more than a month old.
CREATE FUNCTION administrative_actions_refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    IF is_account_action(OLD.action) AND OLD.occurred_at < now() - interval '30 days' THEN RETURN OLD; END IF;
  END IF;
  RAISE EXCEPTION 'administrative actions cannot be changed or deleted' USING ERRCODE = 'restrict_violation';
END $$;
CREATE TRIGGER administrative_actions_refuse_change BEFORE UPDATE OR DELETE ON administrative_actions FOR EACH ROW EXECUTE FUNCTION administrative_actions_refuse_change();
CREATE TRIGGER administrative_actions_refuse_truncate BEFORE TRUNCATE ON administrative_actions FOR EACH STATEMENT EXECUTE FUNCTION administrative_actions_refuse_change();

-- So does the record of what the people who run the instance did.
CREATE FUNCTION instance_actions_refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'actions of administrators cannot be changed or deleted' USING ERRCODE = 'restrict_violation';
END $$;
CREATE TRIGGER instance_actions_refuse_change BEFORE UPDATE OR DELETE ON instance_actions FOR EACH ROW EXECUTE FUNCTION instance_actions_refuse_change();
CREATE TRIGGER instance_actions_refuse_truncate BEFORE TRUNCATE ON instance_actions FOR EACH STATEMENT EXECUTE FUNCTION instance_actions_refuse_change();

-- An envelope that has ended keeps its status, and versions only grow.
CREATE FUNCTION envelopes_keep_order() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.status IN ('completed', 'declined', 'voided', 'expired') AND NEW.status <> OLD.status THEN
    RAISE EXCEPTION 'the status of a % envelope cannot change', OLD.status USING ERRCODE = 'check_violation';
  END IF;
  IF NEW.version < OLD.version THEN
    RAISE EXCEPTION 'the version of an envelope cannot decrease' USING ERRCODE = 'check_violation';
  END IF;
  IF NEW.organization_id <> OLD.organization_id THEN
    RAISE EXCEPTION 'an envelope cannot move to another organization' USING ERRCODE = 'check_violation';
  END IF;
  IF OLD.erased_at IS NOT NULL THEN
    RAISE EXCEPTION 'an erased envelope cannot change' USING ERRCODE = 'check_violation';
  END IF;
  IF OLD.sent_at IS NOT NULL AND NEW.sent_at IS NOT NULL AND NEW.message IS DISTINCT FROM OLD.message AND NEW.erased_at IS NULL THEN
    RAISE EXCEPTION 'the message of an envelope that was sent cannot change' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER envelopes_keep_order BEFORE UPDATE ON envelopes FOR EACH ROW EXECUTE FUNCTION envelopes_keep_order();

-- A sent envelope becomes a draft again only while nobody has acted, and without a time of sending.
CREATE FUNCTION envelopes_recall_untouched() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.sent_at IS NOT NULL OR EXISTS (SELECT FROM participants WHERE organization_id = NEW.organization_id AND envelope_id = NEW.id AND status <> 'pending') THEN
    RAISE EXCEPTION 'an envelope that someone has signed cannot become a draft' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER envelopes_recall_untouched BEFORE UPDATE OF status ON envelopes
  FOR EACH ROW WHEN (OLD.status = 'in_progress' AND NEW.status IN ('draft', 'detecting', 'review'))
  EXECUTE FUNCTION envelopes_recall_untouched();

-- A new version is of the same contract for good, and is only sent once the version that it replaces has ended without being
-- completed. It is checked at the end of the transaction, which ends that version after it has sent this one.
CREATE FUNCTION envelopes_keep_version() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.version_number, NEW.previous_version_id) IS DISTINCT FROM (OLD.version_number, OLD.previous_version_id) THEN
    RAISE EXCEPTION 'an envelope stays the version that it is' USING ERRCODE = 'check_violation';
  END IF;
  IF OLD.replaced_by_id IS NOT NULL AND NEW.replaced_by_id IS DISTINCT FROM OLD.replaced_by_id THEN
    RAISE EXCEPTION 'an envelope is replaced once' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER envelopes_keep_version BEFORE UPDATE OF version_number, previous_version_id, replaced_by_id ON envelopes
  FOR EACH ROW EXECUTE FUNCTION envelopes_keep_version();
CREATE FUNCTION envelopes_replace_previous() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- One that was recalled and then deleted has nothing to end.
  IF EXISTS (
    SELECT FROM envelopes WHERE organization_id = NEW.organization_id AND id = NEW.previous_version_id
      AND NOT (status IN ('declined', 'voided', 'expired') AND replaced_by_id IS NOT NULL)
      AND NOT (status = 'draft' AND deleted_at IS NOT NULL)
  ) THEN
    RAISE EXCEPTION 'a new version is sent only together with the end of the previous one' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER envelopes_replace_previous AFTER UPDATE OF status ON envelopes DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (NEW.previous_version_id IS NOT NULL AND NEW.status = 'in_progress' AND OLD.status <> 'in_progress')
  EXECUTE FUNCTION envelopes_replace_previous();

-- The files of an envelope and the document they make change only while it is a draft. The lock waits for an envelope that is
-- being sent at that moment. Sealing adds the sealed document of a completed one. It may be extended while a job is due to do
-- that, and never gets shorter.
CREATE FUNCTION documents_change_in_drafts() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  changed record;
  state text;
  erased timestamptz;
BEGIN
  IF TG_OP = 'DELETE' THEN changed := OLD; ELSE changed := NEW; END IF;
  SELECT status, erased_at INTO state, erased FROM envelopes WHERE organization_id = changed.organization_id AND id = changed.envelope_id FOR SHARE;
  IF state IN ('draft', 'detecting', 'review')
    OR TG_OP = 'DELETE' AND erased IS NOT NULL
    OR TG_OP = 'DELETE' AND state IS NULL
    OR TG_OP = 'INSERT' AND state = 'completed' AND erased IS NULL AND to_jsonb(changed) ->> 'variant' IN ('sealed', 'certificate')
    OR TG_OP = 'UPDATE' AND state = 'completed' AND erased IS NULL AND to_jsonb(OLD) ->> 'variant' = 'sealed'
      AND to_jsonb(NEW) - ARRAY['storage_key', 'sha256', 'size_bytes'] = to_jsonb(OLD) - ARRAY['storage_key', 'sha256', 'size_bytes']
      AND (to_jsonb(NEW) ->> 'size_bytes')::bigint >= (to_jsonb(OLD) ->> 'size_bytes')::bigint
  THEN RETURN changed;
  END IF;
  RAISE EXCEPTION 'the documents of an envelope that was sent cannot change' USING ERRCODE = 'check_violation';
END $$;
CREATE TRIGGER documents_change_in_drafts BEFORE INSERT OR UPDATE OR DELETE ON documents
  FOR EACH ROW EXECUTE FUNCTION documents_change_in_drafts();
CREATE TRIGGER envelope_files_change_in_drafts BEFORE INSERT OR UPDATE OR DELETE ON envelope_files
  FOR EACH ROW EXECUTE FUNCTION documents_change_in_drafts();

-- An envelope is sent with all of its files.
CREATE FUNCTION envelopes_send_whole() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM envelope_files WHERE organization_id = NEW.organization_id AND envelope_id = NEW.id AND status <> 'received') THEN
    RAISE EXCEPTION 'an envelope with a file that is missing cannot be sent' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER envelopes_send_whole BEFORE UPDATE OF status ON envelopes
  FOR EACH ROW WHEN (NEW.status = 'in_progress' AND OLD.status <> 'in_progress') EXECUTE FUNCTION envelopes_send_whole();

-- An envelope completes once everyone has signed.
CREATE FUNCTION envelopes_complete_when_signed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM participants WHERE organization_id = NEW.organization_id AND envelope_id = NEW.id AND status <> 'signed') THEN
    RAISE EXCEPTION 'an envelope that someone has not signed cannot complete' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER envelopes_complete_when_signed BEFORE UPDATE OF status ON envelopes
  FOR EACH ROW WHEN (NEW.status = 'completed' AND OLD.status <> 'completed') EXECUTE FUNCTION envelopes_complete_when_signed();

-- Nobody acts before everyone with a lower order index has signed, and what someone has done stays.
CREATE FUNCTION participants_keep_turn() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.status <> 'pending' THEN
    RAISE EXCEPTION 'the status of a participant who has % cannot change', OLD.status USING ERRCODE = 'check_violation';
  END IF;
  IF EXISTS (
    SELECT FROM participants
    WHERE organization_id = NEW.organization_id AND envelope_id = NEW.envelope_id AND order_index < NEW.order_index AND status <> 'signed'
  ) THEN
    RAISE EXCEPTION 'it is not the turn of this participant' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER participants_keep_turn BEFORE UPDATE OF status ON participants
  FOR EACH ROW WHEN (NEW.status <> OLD.status) EXECUTE FUNCTION participants_keep_turn();
-- How a participant gets to the document and proves who they are is agreed before they get a link. A phone number goes with
-- one link.
CREATE FUNCTION participants_keep_authentication() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the delivery, authentication and signing of a participant who has a link cannot change' USING ERRCODE = 'check_violation';
END $$;
CREATE TRIGGER participants_keep_authentication BEFORE UPDATE OF delivery, authentication_method, access_code_hash, authentication_phone, authentication_provider, signing ON participants
  FOR EACH ROW WHEN (OLD.link_issued_at IS NOT NULL AND NEW.erased_at IS NULL AND (
    (NEW.delivery, NEW.authentication_method, NEW.access_code_hash, NEW.authentication_provider, NEW.signing)
      IS DISTINCT FROM (OLD.delivery, OLD.authentication_method, OLD.access_code_hash, OLD.authentication_provider, OLD.signing)
    OR NEW.authentication_phone IS DISTINCT FROM OLD.authentication_phone AND NEW.link_epoch = OLD.link_epoch))
  EXECUTE FUNCTION participants_keep_authentication();
-- What someone signs with is decided before anything is sent, also for those whose turn comes later, and a signature keeps its key.
CREATE FUNCTION participants_keep_signing() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.signed_with IS NOT NULL THEN
    RAISE EXCEPTION 'what someone signed with cannot change' USING ERRCODE = 'check_violation';
  END IF;
  IF NEW.signing <> OLD.signing AND EXISTS (
    SELECT FROM envelopes WHERE organization_id = NEW.organization_id AND id = NEW.envelope_id AND sent_at IS NOT NULL
  ) THEN
    RAISE EXCEPTION 'how someone signs an envelope that was sent cannot change' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER participants_keep_signing BEFORE UPDATE OF signing, signed_with ON participants
  FOR EACH ROW WHEN (NEW.erased_at IS NULL AND (NEW.signing <> OLD.signing OR NEW.signed_with IS DISTINCT FROM OLD.signed_with))
  EXECUTE FUNCTION participants_keep_signing();
-- Who gets a copy is decided before sending.
CREATE FUNCTION copy_recipients_keep() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE changed copy_recipients := CASE WHEN TG_OP = 'DELETE' THEN OLD ELSE NEW END;
BEGIN
  IF EXISTS (SELECT FROM envelopes WHERE organization_id = changed.organization_id AND id = changed.envelope_id AND sent_at IS NOT NULL AND erased_at IS NULL)
    AND (TG_OP <> 'UPDATE' OR to_jsonb(NEW) ->> 'erased_at' IS NULL)
  THEN
    RAISE EXCEPTION 'who gets a copy of an envelope that was sent cannot change' USING ERRCODE = 'check_violation';
  END IF;
  RETURN CASE WHEN TG_OP = 'DELETE' THEN OLD ELSE NEW END;
END $$;
CREATE TRIGGER copy_recipients_keep BEFORE INSERT OR DELETE OR UPDATE OF name, email, "when", envelope_id ON copy_recipients
  FOR EACH ROW EXECUTE FUNCTION copy_recipients_keep();
-- A turn is handed over while it is open and may be, one person at a time, with a new link. A recall starts over.
CREATE FUNCTION participants_delegate() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.delegated_from = '[]' AND NEW.link_issued_at IS NULL THEN RETURN NEW; END IF;
  IF NOT OLD.can_delegate OR OLD.status <> 'pending' OR NEW.link_epoch <= OLD.link_epoch OR NEW.consented_at IS NOT NULL
    OR NEW.authenticated_at IS NOT NULL OR jsonb_array_length(NEW.delegated_from) <> jsonb_array_length(OLD.delegated_from) + 1
  THEN
    RAISE EXCEPTION 'a turn cannot be handed over like this' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER participants_delegate BEFORE UPDATE OF delegated_from ON participants
  FOR EACH ROW WHEN (NEW.delegated_from <> OLD.delegated_from AND NEW.erased_at IS NULL) EXECUTE FUNCTION participants_delegate();
CREATE FUNCTION participants_keep_order() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the signing order of participants cannot change' USING ERRCODE = 'check_violation';
END $$;
CREATE TRIGGER participants_keep_order BEFORE UPDATE OF order_index, position ON participants
  FOR EACH ROW WHEN ((NEW.order_index, NEW.position) <> (OLD.order_index, OLD.position)) EXECUTE FUNCTION participants_keep_order();

-- Both functions lock the organization first, so that of two owners who leave at the same moment the second one sees that
-- the first is gone.
CREATE FUNCTION memberships_keep_owner() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.role = 'owner' AND (TG_OP = 'DELETE' OR NEW.role <> 'owner') THEN
    PERFORM FROM organizations WHERE id = OLD.organization_id FOR NO KEY UPDATE;
    IF NOT EXISTS (
      SELECT FROM memberships WHERE organization_id = OLD.organization_id AND role = 'owner' AND user_id <> OLD.user_id
    ) THEN
      RAISE EXCEPTION 'an organization must have an owner' USING ERRCODE = 'check_violation', CONSTRAINT = 'memberships_keep_owner';
    END IF;
  END IF;
  RETURN CASE WHEN TG_OP = 'DELETE' THEN OLD ELSE NEW END;
END $$;
CREATE TRIGGER memberships_keep_owner BEFORE UPDATE OR DELETE ON memberships FOR EACH ROW EXECUTE FUNCTION memberships_keep_owner();
CREATE FUNCTION teams_keep_one() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND (OLD.is_private OR NOT NEW.is_private) THEN RETURN NEW; END IF;
  PERFORM FROM organizations WHERE id = OLD.organization_id FOR NO KEY UPDATE;
  IF NOT OLD.is_private AND NOT EXISTS (
    SELECT FROM teams WHERE organization_id = OLD.organization_id AND id <> OLD.id AND NOT is_private
  ) THEN
    RAISE EXCEPTION 'an organization must have a team that everyone belongs to'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'teams_keep_one';
  END IF;
  RETURN CASE WHEN TG_OP = 'DELETE' THEN OLD ELSE NEW END;
END $$;
CREATE TRIGGER teams_keep_one BEFORE DELETE OR UPDATE OF is_private ON teams FOR EACH ROW EXECUTE FUNCTION teams_keep_one();

-- An invitation that was accepted or revoked stays so, and its links only get newer.
CREATE FUNCTION invitations_keep_end() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.accepted_at IS NOT NULL OR OLD.revoked_at IS NOT NULL THEN
    RAISE EXCEPTION 'an invitation that was accepted or revoked cannot change' USING ERRCODE = 'check_violation';
  END IF;
  IF NEW.epoch < OLD.epoch OR NEW.email <> OLD.email OR NEW.organization_id <> OLD.organization_id THEN
    RAISE EXCEPTION 'an invitation cannot change its email or organization, or bring back an old link' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER invitations_keep_end BEFORE UPDATE ON invitations FOR EACH ROW EXECUTE FUNCTION invitations_keep_end();

-- An invitation lives as long as its inviter may give its role: what nobody could give any more brings nobody in. Who leaves or gets a
-- lesser role loses the open invitations that go beyond it.
CREATE FUNCTION may_give_role(giver text, given text) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
  SELECT coalesce(giver = 'owner' OR giver = 'admin' AND given <> 'owner', false)
$$;
CREATE FUNCTION invitations_need_inviter() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT may_give_role(
    (SELECT role FROM memberships WHERE organization_id = NEW.organization_id AND user_id = NEW.invited_by), NEW.role
  ) THEN
    RAISE EXCEPTION 'the inviter may no longer give the role of this invitation' USING ERRCODE = 'check_violation';
  END IF;
  IF is_suspended(NEW.organization_id) THEN
    RAISE EXCEPTION 'nobody joins an organization that is suspended' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER invitations_need_inviter BEFORE UPDATE OF accepted_at ON invitations
  FOR EACH ROW WHEN (NEW.accepted_at IS NOT NULL) EXECUTE FUNCTION invitations_need_inviter();
CREATE FUNCTION memberships_end_invitations() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE remaining CONSTANT text := CASE WHEN TG_OP = 'UPDATE' THEN NEW.role END;
BEGIN
  UPDATE invitations SET revoked_at = now()
    WHERE organization_id = OLD.organization_id AND invited_by = OLD.user_id AND accepted_at IS NULL AND revoked_at IS NULL
      AND NOT may_give_role(remaining, role);
  RETURN NULL;
END $$;
CREATE TRIGGER memberships_end_invitations AFTER DELETE OR UPDATE OF role ON memberships
  FOR EACH ROW EXECUTE FUNCTION memberships_end_invitations();
-- Access that a key gave ends with the key: whoever stole it may have invited themselves.
CREATE FUNCTION api_keys_end_invitations() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE invitations SET revoked_at = now()
    WHERE organization_id = NEW.organization_id AND invited_with = NEW.id AND accepted_at IS NULL AND revoked_at IS NULL;
  RETURN NULL;
END $$;
CREATE TRIGGER api_keys_end_invitations AFTER UPDATE OF revoked_at ON api_keys
  FOR EACH ROW WHEN (OLD.revoked_at IS NULL AND NEW.revoked_at IS NOT NULL) EXECUTE FUNCTION api_keys_end_invitations();

CREATE FUNCTION oauth_grants_stay_ended() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.ended_at IS NOT NULL AND (NEW.ended_at IS DISTINCT FROM OLD.ended_at OR NEW.end_reason IS DISTINCT FROM OLD.end_reason) THEN
    RAISE EXCEPTION 'a grant that has ended cannot change its end' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER oauth_grants_stay_ended BEFORE UPDATE ON oauth_grants FOR EACH ROW EXECUTE FUNCTION oauth_grants_stay_ended();

-- Uses of a form are never taken back.
CREATE FUNCTION template_forms_keep_uses() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.uses < OLD.uses OR NEW.template_id <> OLD.template_id OR NEW.id <> OLD.id THEN
    RAISE EXCEPTION 'a form keeps its link and its uses' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER template_forms_keep_uses BEFORE UPDATE ON template_forms FOR EACH ROW EXECUTE FUNCTION template_forms_keep_uses();

-- A form closes with its publisher's right to send what it sends, and doesn't open again by itself. What counts is how things are at the end of
-- the transaction: whoever makes a team private belongs to it only then. Whoever removes somebody may not see the form of a private
-- team, so this runs as the tables' owner. People are told by the next sweep.
CREATE FUNCTION close_lost_forms() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE scope CONSTANT text := current_setting('app.organization_id', true);
BEGIN
  PERFORM set_config('app.organization_id', OLD.organization_id, true);
  WITH lost AS (
    SELECT f.id, CASE
      WHEN m.role IS NULL THEN 'publisher_removed'
      WHEN m.role = 'viewer' THEN 'publisher_demoted'
      WHEN t.is_private AND NOT EXISTS (
        SELECT FROM team_members WHERE organization_id = f.organization_id AND team_id = t.id AND user_id = f.created_by)
      THEN 'publisher_left_team' END AS reason
    FROM template_forms AS f
      JOIN templates ON templates.organization_id = f.organization_id AND templates.id = f.template_id
      JOIN teams AS t ON t.organization_id = f.organization_id AND t.id = templates.team_id
      LEFT JOIN memberships AS m ON m.organization_id = f.organization_id AND m.user_id = f.created_by
    WHERE f.organization_id = OLD.organization_id AND f.enabled)
  UPDATE template_forms SET enabled = false, closed_reason = lost.reason, closed_at = now(), is_due = true
    FROM lost WHERE template_forms.organization_id = OLD.organization_id AND template_forms.id = lost.id AND lost.reason IS NOT NULL;
  PERFORM set_config('app.organization_id', scope, true);
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER memberships_close_forms AFTER DELETE OR UPDATE OF role ON memberships
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION close_lost_forms();
CREATE CONSTRAINT TRIGGER team_members_close_forms AFTER DELETE ON team_members
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION close_lost_forms();
CREATE CONSTRAINT TRIGGER teams_close_forms AFTER UPDATE OF is_private ON teams
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (NEW.is_private AND NOT OLD.is_private) EXECUTE FUNCTION close_lost_forms();

-- A session URL works once, and a session that was replaced stays over.
CREATE FUNCTION page_sessions_work_once() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.ended_at IS NOT NULL OR OLD.opened_at IS NOT NULL AND NEW.opened_at IS DISTINCT FROM OLD.opened_at THEN
    RAISE EXCEPTION 'a session that was opened or has ended cannot be opened again' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER page_sessions_work_once BEFORE UPDATE ON page_sessions FOR EACH ROW EXECUTE FUNCTION page_sessions_work_once();

-- Nobody keeps editing a draft that was sent, voided or deleted, not even after a recall.
CREATE FUNCTION envelopes_end_editing() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE page_sessions SET ended_at = NEW.updated_at
    WHERE organization_id = NEW.organization_id AND envelope_id = NEW.id AND participant_id IS NULL AND ended_at IS NULL;
  RETURN NULL;
END $$;
CREATE TRIGGER envelopes_end_editing AFTER UPDATE ON envelopes FOR EACH ROW
  WHEN (OLD.status IN ('draft', 'detecting', 'review')
    AND (NEW.status NOT IN ('draft', 'detecting', 'review') OR NEW.deleted_at IS NOT NULL))
  EXECUTE FUNCTION envelopes_end_editing();

-- A row of a bulk send that was sent or has failed stays so, and a bulk send finishes once.
CREATE FUNCTION bulk_send_rows_keep_end() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (OLD.envelope_id IS NOT NULL OR OLD.error IS NOT NULL)
    AND NOT EXISTS (SELECT FROM envelopes WHERE organization_id = OLD.organization_id AND id = OLD.envelope_id AND erased_at IS NOT NULL)
  THEN
    RAISE EXCEPTION 'a row that was sent or has failed cannot change' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER bulk_send_rows_keep_end BEFORE UPDATE ON bulk_send_rows FOR EACH ROW EXECUTE FUNCTION bulk_send_rows_keep_end();
CREATE FUNCTION bulk_sends_stay_finished() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.finished_at IS NOT NULL THEN
    RAISE EXCEPTION 'a bulk send that has finished cannot change' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER bulk_sends_stay_finished BEFORE UPDATE ON bulk_sends FOR EACH ROW EXECUTE FUNCTION bulk_sends_stay_finished();
-- What was said stays as it was said: messages are only added, and a thread that everyone sees stays visible.
CREATE FUNCTION threads_keep() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.envelope_id, NEW.participant_id, NEW.email, NEW.kind, NEW.quote, NEW.proposal, NEW.created_at)
      IS DISTINCT FROM (OLD.envelope_id, OLD.participant_id, OLD.email, OLD.kind, OLD.quote, OLD.proposal, OLD.created_at)
    OR OLD.visible_to = 'everyone' AND NEW.visible_to <> 'everyone'
    OR jsonb_path_query_array(NEW.messages, '$[0 to $last]', jsonb_build_object('last', jsonb_array_length(OLD.messages) - 1)) <> OLD.messages
  THEN
    RAISE EXCEPTION 'what was said in a thread cannot change' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER threads_keep BEFORE UPDATE ON threads FOR EACH ROW EXECUTE FUNCTION threads_keep();
--> statement-breakpoint
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
--> statement-breakpoint
-- Rows that follow from others: pairs of metadata, contacts from recipients, contract readings from completed envelopes, and reviews of stored
-- objects from deleted drafts. The triggers run as the program, so row level security applies.

-- Lists are filtered by pairs of metadata. Erasure clears an envelope's metadata, and with it these rows.
CREATE FUNCTION note_metadata() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    DELETE FROM envelope_metadata WHERE organization_id = NEW.organization_id AND envelope_id = NEW.id;
  END IF;
  INSERT INTO envelope_metadata (organization_id, envelope_id, key, value)
    SELECT NEW.organization_id, NEW.id, pair.key, pair.value FROM jsonb_each_text(coalesce(NEW.metadata, '{}')) AS pair;
  RETURN NULL;
END $$;
CREATE TRIGGER envelopes_note_metadata AFTER INSERT ON envelopes
  FOR EACH ROW WHEN (NEW.metadata IS NOT NULL) EXECUTE FUNCTION note_metadata();
CREATE TRIGGER envelopes_note_changed_metadata AFTER UPDATE OF metadata ON envelopes
  FOR EACH ROW WHEN (NEW.metadata IS DISTINCT FROM OLD.metadata) EXECUTE FUNCTION note_metadata();

-- Sending an envelope remembers its recipients. Rows are locked in one order, so two envelopes sent at once never deadlock,
-- and a contact that was updated within the hour and hasn't changed is skipped: envelopes to the same people don't queue up
-- behind each other. Everyone in the organization sees contacts, so those of a private team's envelopes aren't among them.
CREATE FUNCTION remember_contacts() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  IF EXISTS (SELECT FROM teams WHERE organization_id = NEW.organization_id AND id = NEW.team_id AND is_private) THEN RETURN NULL; END IF;
  INSERT INTO contacts (organization_id, email, name, company, title, created_at, last_used_at)
    SELECT DISTINCT ON (lower(email)) organization_id, email, name, company, title, NEW.sent_at, NEW.sent_at
    FROM participants WHERE organization_id = NEW.organization_id AND envelope_id = NEW.id ORDER BY lower(email), position
    ON CONFLICT DO NOTHING;
  WITH used AS (
    SELECT DISTINCT ON (lower(email)) lower(email) AS key, email, name, company, title
    FROM participants WHERE organization_id = NEW.organization_id AND envelope_id = NEW.id ORDER BY lower(email), position
  ), outdated AS (
    SELECT known.email_key FROM contacts AS known JOIN used ON used.key = known.email_key
    WHERE known.organization_id = NEW.organization_id AND known.last_used_at <= NEW.sent_at
      AND (known.last_used_at < NEW.sent_at - interval '1 hour'
        OR (known.email, known.name) IS DISTINCT FROM (used.email, used.name)
        OR known.company IS DISTINCT FROM coalesce(used.company, known.company)
        OR known.title IS DISTINCT FROM coalesce(used.title, known.title))
    ORDER BY known.email_key FOR NO KEY UPDATE OF known
  )
  UPDATE contacts SET email = used.email, name = used.name, company = coalesce(used.company, contacts.company),
    title = coalesce(used.title, contacts.title), last_used_at = NEW.sent_at
    FROM used JOIN outdated ON outdated.email_key = used.key
    WHERE contacts.organization_id = NEW.organization_id AND contacts.email_key = used.key;
  RETURN NULL;
END $$;
CREATE TRIGGER envelopes_remember_contacts AFTER UPDATE OF status ON envelopes
  FOR EACH ROW WHEN (NEW.status = 'in_progress' AND OLD.status <> 'in_progress') EXECUTE FUNCTION remember_contacts();

-- Correcting a participant after sending remembers the right address and forgets a wrong one that this envelope added. Someone
-- who handed over their turn had the right one.
CREATE FUNCTION correct_contact() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE sent timestamptz;
BEGIN
  SELECT sent_at INTO sent FROM envelopes JOIN teams ON teams.organization_id = envelopes.organization_id AND teams.id = envelopes.team_id
    WHERE envelopes.organization_id = NEW.organization_id AND envelopes.id = NEW.envelope_id AND status = 'in_progress' AND NOT is_private;
  IF sent IS NULL THEN RETURN NULL; END IF;
  -- In the order in which sending locks them.
  PERFORM FROM contacts WHERE organization_id = OLD.organization_id AND email_key IN (lower(OLD.email), lower(NEW.email))
    ORDER BY email_key FOR NO KEY UPDATE;
  DELETE FROM contacts
    WHERE organization_id = OLD.organization_id AND email_key = lower(OLD.email) AND created_at = sent
      AND NOT EXISTS (SELECT FROM participants WHERE organization_id = NEW.organization_id AND envelope_id = NEW.envelope_id AND lower(email) = lower(OLD.email));
  INSERT INTO contacts AS known (organization_id, email, name, company, title, created_at, last_used_at)
    VALUES (NEW.organization_id, NEW.email, NEW.name, NEW.company, NEW.title, NEW.updated_at, NEW.updated_at)
    ON CONFLICT (organization_id, email_key) DO UPDATE SET email = NEW.email, name = NEW.name, last_used_at = NEW.updated_at
    WHERE known.last_used_at <= NEW.updated_at;
  RETURN NULL;
END $$;
CREATE TRIGGER participants_correct_contact AFTER UPDATE OF name, email ON participants
  FOR EACH ROW WHEN ((OLD.name <> NEW.name OR OLD.email <> NEW.email) AND OLD.delegated_from = NEW.delegated_from) EXECUTE FUNCTION correct_contact();

-- A completed envelope is due to be read.
CREATE FUNCTION queue_contract_reading() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO contract_readings (envelope_id, organization_id) VALUES (NEW.id, NEW.organization_id) ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
CREATE TRIGGER envelopes_queue_contract_reading AFTER UPDATE OF status ON envelopes
  FOR EACH ROW WHEN (NEW.status = 'completed' AND OLD.status <> 'completed') EXECUTE FUNCTION queue_contract_reading();

-- Everything that refers to a stored object. A deleted draft keeps its rows but not its bytes. Logos aren't reviewed: they are
-- public, and emails that were sent link to them.
CREATE FUNCTION blob_is_referenced(organization text, key text) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT EXISTS (
      SELECT FROM documents d JOIN envelopes e ON e.organization_id = d.organization_id AND e.id = d.envelope_id
      WHERE d.organization_id = organization AND d.storage_key = key AND e.deleted_at IS NULL)
    OR EXISTS (SELECT FROM template_documents WHERE organization_id = organization AND storage_key = key)
    OR EXISTS (
      SELECT FROM envelope_files f JOIN envelopes e ON e.organization_id = f.organization_id AND e.id = f.envelope_id
      WHERE f.organization_id = organization AND (f.original_key = key OR f.prepared_key = key) AND e.deleted_at IS NULL)
    OR EXISTS (
      SELECT FROM template_files WHERE organization_id = organization AND (original_key = key OR prepared_key = key))
    OR EXISTS (
      SELECT FROM envelope_files f JOIN envelopes e ON e.organization_id = f.organization_id AND e.id = f.envelope_id
      WHERE f.organization_id = organization AND e.deleted_at IS NULL AND f.status IN ('awaited', 'processing')
        AND f.id = split_part(key, '/', 3) AND key = organization || '/uploads/' || f.id)
    OR EXISTS (SELECT FROM field_attachments WHERE organization_id = organization AND storage_key = key)
    OR EXISTS (
      SELECT FROM envelopes e
      WHERE e.organization_id = organization AND e.deleted_at IS NULL AND key = organization || '/uploads/' || e.id
        AND e.id = split_part(key, '/', 3) AND NOT EXISTS (SELECT FROM documents d WHERE d.organization_id = e.organization_id AND d.envelope_id = e.id))
$$;

-- An object that may have lost its last reference is reviewed after two hours, when no open transaction can still add one.
CREATE FUNCTION review_blob(organization text, key text, since timestamptz) RETURNS void LANGUAGE sql AS $$
  INSERT INTO blob_reviews (organization_id, storage_key, due_at)
  VALUES (organization, key, since + interval '2 hours')
  ON CONFLICT (organization_id, storage_key) DO UPDATE SET due_at = greatest(blob_reviews.due_at, EXCLUDED.due_at)
$$;
-- Removing a file of a draft, or joining its files into another document, may take the last reference to the stored bytes. The
-- time is that of the change: the envelope's row is written first.
CREATE FUNCTION review_blobs_of_removed() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  removed jsonb := to_jsonb(OLD);
  since timestamptz;
  name text;
BEGIN
  SELECT updated_at INTO since FROM envelopes WHERE organization_id = OLD.organization_id AND id = OLD.envelope_id;
  FOREACH name IN ARRAY ARRAY['storage_key', 'original_key', 'prepared_key'] LOOP
    IF since IS NOT NULL AND removed ->> name IS NOT NULL THEN
      PERFORM review_blob(OLD.organization_id, removed ->> name, since);
    END IF;
  END LOOP;
  IF since IS NOT NULL AND TG_TABLE_NAME = 'envelope_files' THEN
    PERFORM review_blob(OLD.organization_id, OLD.organization_id || '/uploads/' || (removed ->> 'id'), since);
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER review_blobs_of_removed AFTER DELETE ON documents FOR EACH ROW EXECUTE FUNCTION review_blobs_of_removed();
CREATE TRIGGER review_blobs_of_replaced AFTER UPDATE OF storage_key ON documents
  FOR EACH ROW WHEN (NEW.storage_key <> OLD.storage_key) EXECUTE FUNCTION review_blobs_of_removed();
CREATE TRIGGER review_blobs_of_removed AFTER DELETE ON envelope_files FOR EACH ROW EXECUTE FUNCTION review_blobs_of_removed();

CREATE FUNCTION review_blobs_of_draft() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM review_blob(NEW.organization_id, storage_key, NEW.deleted_at) FROM documents WHERE organization_id = NEW.organization_id AND envelope_id = NEW.id;
  PERFORM review_blob(NEW.organization_id, NEW.organization_id || '/uploads/' || NEW.id, NEW.deleted_at);
  RETURN NULL;
END $$;
CREATE TRIGGER review_blobs_of_draft AFTER UPDATE OF deleted_at ON envelopes FOR EACH ROW
  WHEN (OLD.deleted_at IS NULL AND NEW.deleted_at IS NOT NULL) EXECUTE FUNCTION review_blobs_of_draft();

-- The weekly digest is due on Mondays at eight where the person is. A time zone that this server doesn't know counts as UTC.
CREATE FUNCTION next_digest_at(zone text, since timestamptz) RETURNS timestamptz LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN (date_trunc('week', (since AT TIME ZONE zone) - interval '8 hours') + interval '7 days 8 hours') AT TIME ZONE zone;
EXCEPTION WHEN invalid_parameter_value THEN
  RETURN next_digest_at('UTC', since);
END $$;

-- The Monday of the week before a digest that is due. Somewhere on Earth it is Monday at eight from Sunday at 18:00 UTC on, or an
-- hour before that when clocks change.
CREATE FUNCTION digest_week(next_due timestamptz) RETURNS date LANGUAGE sql IMMUTABLE STRICT AS $$
  SELECT (date_trunc('week', next_due AT TIME ZONE 'UTC' + interval '7 hours') - interval '7 days')::date
$$;

CREATE FUNCTION memberships_first_digest() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.digest_at := next_digest_at(coalesce((SELECT time_zone FROM users WHERE id = NEW.user_id), 'UTC'), NEW.created_at);
  RETURN NEW;
END $$;
CREATE TRIGGER memberships_first_digest BEFORE INSERT ON memberships FOR EACH ROW EXECUTE FUNCTION memberships_first_digest();
--> statement-breakpoint
-- Files that signers attach. They can be replaced and removed until their signer signs, and then they stay.

-- A file needs an envelope that is being signed, all files of an envelope together have at most 50 MiB, and a field has at
-- most 10. The lock makes uploads of an envelope wait for each other, so each one sees those before it.
CREATE FUNCTION field_attachments_keep() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  state text;
  others bigint;
  beside int;
BEGIN
  IF TG_OP <> 'INSERT' AND OLD.signed_at IS NOT NULL AND EXISTS (
    SELECT FROM envelope_fields AS f LEFT JOIN participants AS p ON p.organization_id = f.organization_id AND p.id = f.participant_id
    WHERE f.organization_id = OLD.organization_id AND f.id = OLD.field_id AND p.erased_at IS NULL
  ) THEN
    RAISE EXCEPTION 'a file that someone signed with cannot change' USING ERRCODE = 'check_violation';
  END IF;
  IF TG_OP = 'DELETE' THEN RETURN OLD; END IF;
  SELECT status INTO state FROM envelopes WHERE organization_id = NEW.organization_id AND id = NEW.envelope_id FOR NO KEY UPDATE;
  IF NEW.signed_at IS NULL AND state IS DISTINCT FROM 'in_progress' THEN
    RAISE EXCEPTION 'files are attached while an envelope is being signed' USING ERRCODE = 'check_violation';
  END IF;
  SELECT coalesce(sum(size_bytes), 0), count(*) FILTER (WHERE field_id = NEW.field_id) INTO others, beside FROM field_attachments
    WHERE organization_id = NEW.organization_id AND envelope_id = NEW.envelope_id AND id <> NEW.id;
  IF others + NEW.size_bytes > 52428800 THEN
    RAISE EXCEPTION 'the files of an envelope are too large' USING ERRCODE = 'check_violation', CONSTRAINT = 'field_attachments_fit';
  END IF;
  IF beside >= 10 THEN
    RAISE EXCEPTION 'the field has too many files' USING ERRCODE = 'check_violation', CONSTRAINT = 'field_attachments_count';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER field_attachments_keep BEFORE INSERT OR UPDATE OR DELETE ON field_attachments
  FOR EACH ROW EXECUTE FUNCTION field_attachments_keep();

-- Stored bytes of a file that was replaced or removed are reviewed once nobody can be signing with them.
CREATE FUNCTION review_blob_of_attachment() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE since timestamptz := OLD.created_at;
BEGIN
  IF TG_OP = 'UPDATE' THEN since := greatest(since, NEW.created_at); END IF;
  SELECT greatest(since, updated_at) INTO since FROM envelopes WHERE organization_id = OLD.organization_id AND id = OLD.envelope_id;
  PERFORM review_blob(OLD.organization_id, OLD.storage_key, coalesce(since, OLD.created_at));
  RETURN NULL;
END $$;
CREATE TRIGGER review_blob_of_removed AFTER DELETE ON field_attachments
  FOR EACH ROW EXECUTE FUNCTION review_blob_of_attachment();
CREATE TRIGGER review_blob_of_replaced AFTER UPDATE OF storage_key ON field_attachments
  FOR EACH ROW WHEN (OLD.storage_key <> NEW.storage_key) EXECUTE FUNCTION review_blob_of_attachment();

-- What a person uploaded and didn't sign with goes when they have acted, when someone else takes their place, and when the
-- envelope has ended or is a draft again. Deferred, because signing with a file is written after the status.
CREATE FUNCTION forget_attachments_of_participant() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM field_attachments a USING envelope_fields f
    WHERE a.organization_id = NEW.organization_id AND a.envelope_id = NEW.envelope_id AND a.signed_at IS NULL AND f.organization_id = a.organization_id AND f.id = a.field_id AND f.participant_id = NEW.id;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER participants_forget_attachments AFTER UPDATE ON participants DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (NEW.status <> OLD.status OR NEW.email <> OLD.email OR NEW.delegated_from <> OLD.delegated_from)
  EXECUTE FUNCTION forget_attachments_of_participant();
CREATE FUNCTION forget_attachments_of_envelope() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM field_attachments WHERE organization_id = NEW.organization_id AND envelope_id = NEW.id AND signed_at IS NULL;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER envelopes_forget_attachments AFTER UPDATE ON envelopes DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (OLD.status = 'in_progress' AND NEW.status <> 'in_progress')
  EXECUTE FUNCTION forget_attachments_of_envelope();
--> statement-breakpoint
-- How much each organization keeps. Only the owner reads and writes it: row level security is on without a policy, and not forced.
-- The triggers run when a transaction commits, so that nothing waits for the row's lock with other locks to take.
ALTER TABLE organization_storage ENABLE ROW LEVEL SECURITY;
REVOKE ALL ON organization_storage FROM countersign_app;

CREATE FUNCTION count_stored_bytes() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  organization text;
  change bigint := 0;
BEGIN
  IF TG_OP <> 'INSERT' THEN
    organization := OLD.organization_id;
    change := change - OLD.size_bytes;
  END IF;
  IF TG_OP <> 'DELETE' THEN
    organization := NEW.organization_id;
    change := change + NEW.size_bytes;
  END IF;
  IF change <> 0 THEN
    INSERT INTO organization_storage AS kept (organization_id, bytes) VALUES (organization, change)
    ON CONFLICT (organization_id) DO UPDATE SET bytes = kept.bytes + change;
  END IF;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER documents_count_bytes AFTER INSERT OR DELETE OR UPDATE OF size_bytes ON documents
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION count_stored_bytes();
CREATE CONSTRAINT TRIGGER template_documents_count_bytes AFTER INSERT OR DELETE OR UPDATE OF size_bytes ON template_documents
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION count_stored_bytes();
CREATE CONSTRAINT TRIGGER field_attachments_count_bytes AFTER INSERT OR DELETE OR UPDATE OF size_bytes ON field_attachments
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION count_stored_bytes();

-- Deleted drafts keep the rows of their documents, but not the bytes.
CREATE FUNCTION release_stored_bytes() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  UPDATE organization_storage SET bytes = bytes - coalesce((SELECT sum(size_bytes) FROM documents WHERE organization_id = NEW.organization_id AND envelope_id = NEW.id), 0)
  WHERE organization_id = NEW.organization_id;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER envelopes_release_bytes AFTER UPDATE OF deleted_at ON envelopes DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (OLD.deleted_at IS NULL AND NEW.deleted_at IS NOT NULL) EXECUTE FUNCTION release_stored_bytes();

CREATE FUNCTION stored_bytes() RETURNS bigint LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT coalesce((SELECT bytes FROM organization_storage WHERE organization_id = current_setting('app.organization_id', true)), 0);
$$;

-- What each organization keeps, for the people who run the instance.
CREATE FUNCTION administered_storage() RETURNS TABLE (organization_id text, bytes bigint)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT kept.organization_id, kept.bytes FROM organization_storage AS kept WHERE administers_instance();
$$;
--> statement-breakpoint
-- Erasure removes what an envelope is about and who took part, and leaves its hashes: events keep their digests, so chain, log
-- and proofs stay valid. Only these functions can do it, and a legal hold beats them.

CREATE FUNCTION erasures_refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'erasures cannot be changed or deleted' USING ERRCODE = 'restrict_violation';
END $$;
CREATE TRIGGER erasures_refuse_change BEFORE UPDATE OR DELETE ON erasures FOR EACH ROW EXECUTE FUNCTION erasures_refuse_change();
CREATE TRIGGER erasures_refuse_truncate BEFORE TRUNCATE ON erasures FOR EACH STATEMENT EXECUTE FUNCTION erasures_refuse_change();
REVOKE INSERT, UPDATE, DELETE, TRUNCATE ON erasures FROM countersign_app;
REVOKE UPDATE, TRUNCATE ON legal_holds FROM countersign_app;

-- A hold is placed on an envelope that still exists. The lock waits for an erasure that has begun.
CREATE FUNCTION legal_holds_need_envelope() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM envelopes WHERE organization_id = NEW.organization_id AND id = NEW.envelope_id AND deleted_at IS NULL FOR SHARE;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'a legal hold needs an envelope' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER legal_holds_need_envelope BEFORE INSERT ON legal_holds FOR EACH ROW EXECUTE FUNCTION legal_holds_need_envelope();

-- Locks an envelope and tells whether it can be erased now: 'open', 'held', 'gone', or null if it can.
CREATE FUNCTION erasure_obstacle(envelope text) RETURNS text LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  organization CONSTANT text := current_setting('app.organization_id', true);
  target record;
BEGIN
  SELECT status, sealed_at, deleted_at INTO target FROM envelopes
    WHERE organization_id = organization AND id = envelope FOR UPDATE;
  IF NOT FOUND OR target.deleted_at IS NOT NULL THEN RETURN 'gone'; END IF;
  IF EXISTS (SELECT FROM legal_holds WHERE organization_id = organization AND envelope_id = envelope) THEN RETURN 'held'; END IF;
  IF target.status NOT IN ('completed', 'declined', 'voided', 'expired') OR target.status = 'completed' AND target.sealed_at IS NULL
  THEN RETURN 'open';
  END IF;
  RETURN NULL;
END $$;

-- Erases an envelope, or returns why not. Its row and its events stay as a tombstone.
CREATE FUNCTION erase_envelope(envelope text, because text, at timestamptz, erasure text) RETURNS text
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  organization CONSTANT text := current_setting('app.organization_id', true);
  obstacle CONSTANT text := erasure_obstacle(envelope);
BEGIN
  IF obstacle IS NOT NULL THEN RETURN obstacle; END IF;
  INSERT INTO erasures (id, organization_id, envelope_id, reason, documents, head_hash, event_count, erased_at)
    SELECT erasure, e.organization_id, e.id, because,
      coalesce((SELECT jsonb_object_agg(variant, sha256) FROM documents WHERE organization_id = e.organization_id AND envelope_id = e.id), '{}'),
      (SELECT hash FROM events WHERE organization_id = e.organization_id AND envelope_id = e.id ORDER BY seq DESC LIMIT 1),
      (SELECT count(*) FROM events WHERE organization_id = e.organization_id AND envelope_id = e.id), at
    FROM envelopes AS e WHERE e.organization_id = organization AND e.id = envelope;
  -- Hidden from now on, like a deleted draft. Everything below is allowed because of erased_at.
  UPDATE envelopes SET erased_at = at, deleted_at = at, updated_at = at, display_name = '', original_filename = '',
    sender_name = '', sender_email = '', sender_user_id = NULL, scheduled_by = NULL, message = NULL, metadata = NULL, prefill = NULL,
    variable_values = NULL, detected_parties = NULL, name_pattern = NULL,
    seal_due_at = NULL
    WHERE organization_id = organization AND id = envelope;
  UPDATE events SET salt = NULL, actor_id = NULL, payload = NULL, ip_address = NULL, user_agent = NULL WHERE organization_id = organization AND envelope_id = envelope;
  DELETE FROM webhook_deliveries WHERE organization_id = organization AND envelope_id = envelope;
  DELETE FROM mail_deliveries WHERE organization_id = organization AND envelope_id = envelope;
  DELETE FROM outbox_mails WHERE organization_id = organization
    AND (envelope_id = envelope OR position(envelope IN message_id || html || text) > 0);
  DELETE FROM page_sessions WHERE organization_id = organization AND envelope_id = envelope;
  DELETE FROM contract_readings WHERE organization_id = organization AND envelope_id = envelope;
  DELETE FROM search_documents WHERE organization_id = organization AND envelope_id = envelope;
  DELETE FROM envelope_labels WHERE organization_id = organization AND envelope_id = envelope;
  DELETE FROM envelope_fields WHERE organization_id = organization AND envelope_id = envelope;
  DELETE FROM field_attachments WHERE organization_id = organization AND envelope_id = envelope;
  DELETE FROM participants WHERE organization_id = organization AND envelope_id = envelope;
  DELETE FROM copy_recipients WHERE organization_id = organization AND envelope_id = envelope;
  DELETE FROM threads WHERE organization_id = organization AND envelope_id = envelope;
  DELETE FROM documents WHERE organization_id = organization AND envelope_id = envelope;
  DELETE FROM envelope_files WHERE organization_id = organization AND envelope_id = envelope;
  UPDATE bulk_send_rows SET recipient = NULL WHERE organization_id = organization AND envelope_id = envelope;
  RETURN NULL;
END $$;

-- Erases what an envelope says about one person, or returns why not. Its documents stay: they are the other parties' as well.
CREATE FUNCTION erase_person(envelope text, address text, at timestamptz, no_name text, no_address text) RETURNS text
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  organization CONSTANT text := current_setting('app.organization_id', true);
  obstacle CONSTANT text := erasure_obstacle(envelope);
  person record;
BEGIN
  IF obstacle IS NOT NULL THEN RETURN obstacle; END IF;
  FOR person IN SELECT id FROM participants WHERE organization_id = organization AND envelope_id = envelope AND lower(email) = lower(address) LOOP
    UPDATE participants SET erased_at = at, updated_at = at, name = no_name, email = no_address, company = NULL, title = NULL,
      message = NULL, decline_reason = NULL, delegated_from = '[]', last_ip_address = NULL, last_user_agent = NULL, time_zone = NULL,
      authentication_phone = NULL, signed_with = NULL
      WHERE organization_id = organization AND id = person.id;
    DELETE FROM signature_marks WHERE organization_id = organization AND participant_id = person.id;
    DELETE FROM page_sessions WHERE organization_id = organization AND participant_id = person.id;
    DELETE FROM signing_attempts WHERE organization_id = organization AND participant_id = person.id;
    UPDATE envelope_fields SET value = NULL, prefill_value = NULL, attachments = '[]', updated_at = at WHERE organization_id = organization AND participant_id = person.id;
    DELETE FROM field_attachments AS a USING envelope_fields AS f
      WHERE a.organization_id = organization AND f.organization_id = organization AND f.id = a.field_id AND f.participant_id = person.id;
    UPDATE events SET salt = NULL, actor_id = NULL, payload = NULL, ip_address = NULL, user_agent = NULL
      WHERE organization_id = organization AND envelope_id = envelope AND (actor_id = person.id OR payload ->> 'participantId' = person.id);
  END LOOP;
  -- Also of a person who asked and then handed over their turn.
  DELETE FROM threads WHERE organization_id = organization AND envelope_id = envelope AND lower(email) = lower(address);
  UPDATE copy_recipients SET erased_at = at, name = no_name, email = no_address WHERE organization_id = organization AND envelope_id = envelope AND lower(email) = lower(address);
  UPDATE events SET salt = NULL, actor_id = NULL, payload = NULL, ip_address = NULL, user_agent = NULL
    WHERE organization_id = organization AND envelope_id = envelope AND position(lower(address) IN lower(payload::text)) > 0;
  DELETE FROM mail_deliveries WHERE organization_id = organization AND envelope_id = envelope AND position(lower(address) IN lower(recipient)) > 0;
  DELETE FROM webhook_deliveries WHERE organization_id = organization AND envelope_id = envelope AND position(lower(address) IN lower(body)) > 0;
  DELETE FROM contract_readings WHERE organization_id = organization AND envelope_id = envelope;
  DELETE FROM search_documents WHERE organization_id = organization AND envelope_id = envelope;
  RETURN NULL;
END $$;
REVOKE ALL ON FUNCTION erasure_obstacle(text), erase_envelope(text, text, timestamptz, text), erase_person(text, text, timestamptz, text, text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION erase_envelope(text, text, timestamptz, text), erase_person(text, text, timestamptz, text, text) TO countersign_app;
--> statement-breakpoint
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
--> statement-breakpoint
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
--> statement-breakpoint
-- A test environment is an organization of its own, so that whatever separates organizations separates it from its live one.
-- Who belongs to it and what protects it aren't its own: they follow the live organization in the same transaction.

-- From the live organization's scope, its test environment can be found. There's no way back: nothing live can be seen from a
-- test environment.
CREATE POLICY of_live ON organizations FOR SELECT USING (test_of = current_setting('app.organization_id', true));

CREATE FUNCTION organizations_start_test() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  scope CONSTANT text := current_setting('app.organization_id', true);
  live organizations;
BEGIN
  PERFORM set_config('app.organization_id', NEW.test_of, true);
  -- Waits for members who are just being added, and makes those who come later wait.
  SELECT * INTO live FROM organizations WHERE id = NEW.test_of FOR UPDATE;
  PERFORM set_config('app.organization_id', scope, true);
  IF live.id IS NULL OR live.test_of IS NOT NULL THEN
    RAISE EXCEPTION 'only a live organization has a test environment' USING ERRCODE = 'check_violation';
  END IF;
  NEW.name := live.name;
  NEW.approved_names := live.approved_names;
  NEW.suspended_at := live.suspended_at;
  NEW.suspension_reason := live.suspension_reason;
  NEW.require_second_factor := live.require_second_factor;
  NEW.member_domains := live.member_domains;
  NEW.see_own_only := live.see_own_only;
  RETURN NEW;
END $$;
CREATE TRIGGER organizations_start_test BEFORE INSERT ON organizations
  FOR EACH ROW WHEN (NEW.test_of IS NOT NULL) EXECUTE FUNCTION organizations_start_test();

CREATE FUNCTION organizations_fill_test() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  scope CONSTANT text := current_setting('app.organization_id', true);
  members memberships[];
BEGIN
  PERFORM set_config('app.organization_id', NEW.test_of, true);
  members := array(SELECT m FROM memberships AS m WHERE organization_id = NEW.test_of);
  PERFORM set_config('app.organization_id', NEW.id, true);
  INSERT INTO memberships (organization_id, user_id, role, created_at)
    SELECT NEW.id, member.user_id, member.role, NEW.created_at FROM unnest(members) AS member;
  PERFORM set_config('app.organization_id', scope, true);
  RETURN NULL;
END $$;
CREATE TRIGGER organizations_fill_test AFTER INSERT ON organizations
  FOR EACH ROW WHEN (NEW.test_of IS NOT NULL) EXECUTE FUNCTION organizations_fill_test();

-- What follows the live organization changes only with it. Nothing becomes live or a test later.
CREATE FUNCTION organizations_keep_test() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.test_of IS DISTINCT FROM OLD.test_of THEN
    RAISE EXCEPTION 'a test environment stays one, of the same organization' USING ERRCODE = 'check_violation';
  END IF;
  IF NEW.test_of IS NOT NULL AND pg_trigger_depth() = 1
    AND (NEW.name, NEW.approved_names, NEW.suspended_at, NEW.suspension_reason, NEW.require_second_factor, NEW.member_domains, NEW.see_own_only)
      IS DISTINCT FROM
      (OLD.name, OLD.approved_names, OLD.suspended_at, OLD.suspension_reason, OLD.require_second_factor, OLD.member_domains, OLD.see_own_only)
  THEN
    RAISE EXCEPTION 'this follows the live organization' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER organizations_keep_test BEFORE UPDATE ON organizations
  FOR EACH ROW EXECUTE FUNCTION organizations_keep_test();

CREATE FUNCTION organizations_lead_test() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  scope CONSTANT text := current_setting('app.organization_id', true);
  environment text;
BEGIN
  SELECT id INTO environment FROM organizations WHERE test_of = NEW.id;
  IF environment IS NULL THEN RETURN NULL; END IF;
  PERFORM set_config('app.organization_id', environment, true);
  UPDATE organizations SET name = NEW.name, approved_names = NEW.approved_names, suspended_at = NEW.suspended_at,
    suspension_reason = NEW.suspension_reason, require_second_factor = NEW.require_second_factor,
    member_domains = NEW.member_domains, see_own_only = NEW.see_own_only
    WHERE id = environment;
  PERFORM set_config('app.organization_id', scope, true);
  RETURN NULL;
END $$;
CREATE TRIGGER organizations_lead_test
  AFTER UPDATE OF name, approved_names, suspended_at, suspension_reason, require_second_factor, member_domains, see_own_only ON organizations
  FOR EACH ROW WHEN (NEW.test_of IS NULL) EXECUTE FUNCTION organizations_lead_test();

CREATE FUNCTION memberships_keep_test() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE organization CONSTANT text := CASE WHEN TG_OP = 'DELETE' THEN OLD.organization_id ELSE NEW.organization_id END;
BEGIN
  IF pg_trigger_depth() = 1 AND EXISTS (SELECT FROM organizations WHERE id = organization AND test_of IS NOT NULL) THEN
    RAISE EXCEPTION 'the members of a test environment are those of its live organization' USING ERRCODE = 'check_violation';
  END IF;
  RETURN CASE WHEN TG_OP = 'DELETE' THEN OLD ELSE NEW END;
END $$;
CREATE TRIGGER memberships_keep_test BEFORE INSERT OR DELETE OR UPDATE OF organization_id, user_id, role ON memberships
  FOR EACH ROW EXECUTE FUNCTION memberships_keep_test();

-- Somebody who leaves loses what they had in the test environment as well, and somebody who no longer administers their keys.
CREATE FUNCTION memberships_lead_test() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  scope CONSTANT text := current_setting('app.organization_id', true);
  live CONSTANT text := CASE WHEN TG_OP = 'DELETE' THEN OLD.organization_id ELSE NEW.organization_id END;
  person CONSTANT text := CASE WHEN TG_OP = 'DELETE' THEN OLD.user_id ELSE NEW.user_id END;
  environment text;
BEGIN
  -- Waits for a test environment that is just being made.
  PERFORM FROM organizations WHERE id = live FOR KEY SHARE;
  SELECT id INTO environment FROM organizations WHERE test_of = live;
  IF environment IS NULL THEN RETURN NULL; END IF;
  PERFORM set_config('app.organization_id', environment, true);
  -- Whoever changes members or keys there locks the organization first.
  PERFORM FROM organizations WHERE id = environment FOR NO KEY UPDATE;
  IF TG_OP = 'DELETE' THEN
    DELETE FROM memberships WHERE organization_id = environment AND user_id = person;
    DELETE FROM sessions WHERE organization_id = environment AND user_id = person;
    UPDATE oauth_grants SET ended_at = now(), end_reason = 'person'
      WHERE organization_id = environment AND user_id = person AND ended_at IS NULL;
  ELSIF TG_OP = 'INSERT' THEN
    INSERT INTO memberships (organization_id, user_id, role, created_at)
      VALUES (environment, person, NEW.role, NEW.created_at);
  ELSE
    UPDATE memberships SET role = NEW.role WHERE organization_id = environment AND user_id = person;
  END IF;
  IF TG_OP = 'DELETE' OR TG_OP = 'UPDATE' AND NEW.role NOT IN ('owner', 'admin') THEN
    UPDATE api_keys SET revoked_at = now()
      WHERE organization_id = environment AND created_by = person AND revoked_at IS NULL;
  END IF;
  PERFORM set_config('app.organization_id', scope, true);
  RETURN NULL;
END $$;
CREATE TRIGGER memberships_lead_test AFTER INSERT OR DELETE OR UPDATE OF role ON memberships
  FOR EACH ROW EXECUTE FUNCTION memberships_lead_test();

-- Nobody gets in through a test environment.
CREATE FUNCTION live_organizations_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM organizations WHERE id = NEW.organization_id AND test_of IS NOT NULL) THEN
    RAISE EXCEPTION 'a test environment has no % of its own', TG_TABLE_NAME USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER live_organizations_only BEFORE INSERT ON invitations FOR EACH ROW EXECUTE FUNCTION live_organizations_only();
CREATE TRIGGER live_organizations_only BEFORE INSERT ON email_domains FOR EACH ROW EXECUTE FUNCTION live_organizations_only();
CREATE TRIGGER live_organizations_only BEFORE INSERT ON sign_in_connections FOR EACH ROW EXECUTE FUNCTION live_organizations_only();
CREATE TRIGGER live_organizations_only BEFORE INSERT ON directory_tokens FOR EACH ROW EXECUTE FUNCTION live_organizations_only();

-- Tells whether an organization is a test environment. Its policies have to show the organization.
CREATE FUNCTION is_test(organization text) RETURNS boolean LANGUAGE sql STABLE STRICT AS $$
  SELECT coalesce((SELECT test_of IS NOT NULL FROM organizations WHERE id = organization), false)
$$;

-- Lists the test environments that policies show.
CREATE FUNCTION test_environments() RETURNS text[] LANGUAGE sql STABLE AS $$
  SELECT coalesce(array_agg(id), '{}') FROM organizations WHERE test_of IS NOT NULL
$$;

-- The sweeper forgets old messages of test environments. Live emails, of an instance without a mail server, it doesn't even see. The
-- subquery runs once a statement, not for each email.
CREATE POLICY expired_tests ON outbox_mails FOR DELETE USING (current_setting('app.due_rows', true) = 'on'
  AND organization_id = ANY ((SELECT test_environments())::text[]));
CREATE POLICY read_expired_tests ON outbox_mails FOR SELECT USING (current_setting('app.due_rows', true) = 'on'
  AND organization_id = ANY ((SELECT test_environments())::text[]));