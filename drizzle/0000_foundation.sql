CREATE TABLE "api_keys" (
	"id" text PRIMARY KEY NOT NULL,
	"organization_id" text NOT NULL,
	"team_id" text NOT NULL,
	"created_by" text NOT NULL,
	"name" text NOT NULL,
	"hash" text NOT NULL,
	"hint" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"last_used_at" timestamp (3) with time zone,
	"revoked_at" timestamp (3) with time zone
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
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "documents_envelope_id_variant_pk" PRIMARY KEY("envelope_id","variant")
);
--> statement-breakpoint
CREATE TABLE "envelope_fields" (
	"id" text PRIMARY KEY NOT NULL,
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
	"filled_at" timestamp (3) with time zone,
	"party_index" integer,
	"synthetic_role_id" text,
	"synthetic_role_name" text,
	"group_name" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "envelope_fields_page" CHECK ("envelope_fields"."page" >= 1),
	CONSTRAINT "envelope_fields_box" CHECK ("envelope_fields"."x" between 0 and 1 and "envelope_fields"."y" between 0 and 1 and "envelope_fields"."width" > 0 and "envelope_fields"."width" <= 1 and "envelope_fields"."height" > 0 and "envelope_fields"."height" <= 1)
);
--> statement-breakpoint
CREATE TABLE "envelopes" (
	"id" text PRIMARY KEY NOT NULL,
	"organization_id" text NOT NULL,
	"team_id" text NOT NULL,
	"template_id" text,
	"template_content_hash" text,
	"status" text NOT NULL,
	"detection_status" text NOT NULL,
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
	"sent_at" timestamp (3) with time zone,
	"completed_at" timestamp (3) with time zone,
	"declined_at" timestamp (3) with time zone,
	"voided_at" timestamp (3) with time zone,
	"expired_at" timestamp (3) with time zone,
	"sealed_at" timestamp (3) with time zone,
	"sealing_failed_at" timestamp (3) with time zone,
	"reminder_policy" jsonb,
	"metadata" jsonb,
	"sender_user_id" text,
	"sender_name" text NOT NULL,
	"sender_email" text NOT NULL,
	"detected_parties" jsonb,
	"latest_action" text NOT NULL,
	"latest_action_at" timestamp (3) with time zone NOT NULL,
	"standing_attention" text[] NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "envelopes_version_positive" CHECK ("envelopes"."version" >= 1),
	CONSTRAINT "envelopes_disclosure_framework" CHECK (not "envelopes"."consumer_disclosure" or "envelopes"."legal_framework" = 'esign_ueta'),
	CONSTRAINT "envelopes_sent_when_out" CHECK ("envelopes"."status" not in ('in_progress', 'completed', 'declined', 'expired') or "envelopes"."sent_at" is not null),
	CONSTRAINT "envelopes_completed_at" CHECK (("envelopes"."status" = 'completed') = ("envelopes"."completed_at" is not null)),
	CONSTRAINT "envelopes_declined_at" CHECK (("envelopes"."status" = 'declined') = ("envelopes"."declined_at" is not null)),
	CONSTRAINT "envelopes_voided_at" CHECK (("envelopes"."status" = 'voided') = ("envelopes"."voided_at" is not null)),
	CONSTRAINT "envelopes_expired_at" CHECK (("envelopes"."status" = 'expired') = ("envelopes"."expired_at" is not null)),
	CONSTRAINT "envelopes_sealed_when_completed" CHECK ("envelopes"."sealed_at" is null or "envelopes"."status" = 'completed')
);
--> statement-breakpoint
CREATE TABLE "events" (
	"id" text PRIMARY KEY NOT NULL,
	"envelope_id" text NOT NULL,
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
	CONSTRAINT "events_seq" UNIQUE("envelope_id","seq"),
	CONSTRAINT "events_seq_positive" CHECK ("events"."seq" >= 1)
);
--> statement-breakpoint
CREATE TABLE "field_attachments" (
	"field_id" text PRIMARY KEY NOT NULL,
	"organization_id" text NOT NULL,
	"filename" text NOT NULL,
	"content_type" text NOT NULL,
	"sha256" text NOT NULL,
	"size_bytes" bigint NOT NULL,
	"storage_key" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "memberships" (
	"organization_id" text NOT NULL,
	"user_id" text NOT NULL,
	"role" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "memberships_organization_id_user_id_pk" PRIMARY KEY("organization_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "organizations" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"default_legal_framework" text DEFAULT 'esign_ueta' NOT NULL,
	"accent_color" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "outbox_mails" (
	"id" text PRIMARY KEY NOT NULL,
	"organization_id" text NOT NULL,
	"message_id" text NOT NULL,
	"recipient" text NOT NULL,
	"sender" text NOT NULL,
	"reply_to" text,
	"subject" text NOT NULL,
	"html" text NOT NULL,
	"text" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "participants" (
	"id" text PRIMARY KEY NOT NULL,
	"envelope_id" text NOT NULL,
	"organization_id" text NOT NULL,
	"order_index" integer NOT NULL,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"company" text,
	"title" text,
	"status" text NOT NULL,
	"detected_party_index" integer,
	"link_epoch" integer NOT NULL,
	"consented_at" timestamp (3) with time zone,
	"signed_at" timestamp (3) with time zone,
	"declined_at" timestamp (3) with time zone,
	"decline_reason" text,
	"last_viewed_at" timestamp (3) with time zone,
	"last_ip_address" text,
	"last_user_agent" text,
	"latest_action" text,
	"latest_action_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "participants_order" UNIQUE("envelope_id","order_index"),
	CONSTRAINT "participants_signed_at" CHECK (("participants"."status" = 'signed') = ("participants"."signed_at" is not null)),
	CONSTRAINT "participants_declined_at" CHECK (("participants"."status" = 'declined') = ("participants"."declined_at" is not null))
);
--> statement-breakpoint
CREATE TABLE "seal_certificates" (
	"id" text PRIMARY KEY NOT NULL,
	"organization_id" text,
	"certificate" "bytea" NOT NULL,
	"private_key_sealed" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"organization_id" text NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"ip_address" text,
	"user_agent" text
);
--> statement-breakpoint
CREATE TABLE "signature_marks" (
	"participant_id" text NOT NULL,
	"organization_id" text NOT NULL,
	"purpose" text NOT NULL,
	"kind" text NOT NULL,
	"text" text,
	"image" "bytea",
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "signature_marks_participant_id_purpose_pk" PRIMARY KEY("participant_id","purpose"),
	CONSTRAINT "signature_marks_kind" CHECK (case when "signature_marks"."kind" = 'typed' then "signature_marks"."text" is not null and "signature_marks"."image" is null else "signature_marks"."image" is not null and "signature_marks"."text" is null end)
);
--> statement-breakpoint
CREATE TABLE "teams" (
	"id" text PRIMARY KEY NOT NULL,
	"organization_id" text NOT NULL,
	"name" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" text PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"name" text NOT NULL,
	"password_hash" text NOT NULL,
	"email_verified_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "documents" ADD CONSTRAINT "documents_envelope_id_envelopes_id_fk" FOREIGN KEY ("envelope_id") REFERENCES "public"."envelopes"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "documents" ADD CONSTRAINT "documents_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "envelope_fields" ADD CONSTRAINT "envelope_fields_envelope_id_envelopes_id_fk" FOREIGN KEY ("envelope_id") REFERENCES "public"."envelopes"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "envelope_fields" ADD CONSTRAINT "envelope_fields_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "envelope_fields" ADD CONSTRAINT "envelope_fields_participant_id_participants_id_fk" FOREIGN KEY ("participant_id") REFERENCES "public"."participants"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "envelopes" ADD CONSTRAINT "envelopes_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "envelopes" ADD CONSTRAINT "envelopes_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "envelopes" ADD CONSTRAINT "envelopes_sender_user_id_users_id_fk" FOREIGN KEY ("sender_user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "events" ADD CONSTRAINT "events_envelope_id_envelopes_id_fk" FOREIGN KEY ("envelope_id") REFERENCES "public"."envelopes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "events" ADD CONSTRAINT "events_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "field_attachments" ADD CONSTRAINT "field_attachments_field_id_envelope_fields_id_fk" FOREIGN KEY ("field_id") REFERENCES "public"."envelope_fields"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "field_attachments" ADD CONSTRAINT "field_attachments_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "outbox_mails" ADD CONSTRAINT "outbox_mails_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "participants" ADD CONSTRAINT "participants_envelope_id_envelopes_id_fk" FOREIGN KEY ("envelope_id") REFERENCES "public"."envelopes"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "participants" ADD CONSTRAINT "participants_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "seal_certificates" ADD CONSTRAINT "seal_certificates_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "signature_marks" ADD CONSTRAINT "signature_marks_participant_id_participants_id_fk" FOREIGN KEY ("participant_id") REFERENCES "public"."participants"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "signature_marks" ADD CONSTRAINT "signature_marks_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "teams" ADD CONSTRAINT "teams_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "api_keys_hash" ON "api_keys" USING btree ("hash");--> statement-breakpoint
CREATE INDEX "api_keys_organization" ON "api_keys" USING btree ("organization_id");--> statement-breakpoint
CREATE INDEX "envelope_fields_envelope" ON "envelope_fields" USING btree ("envelope_id");--> statement-breakpoint
CREATE INDEX "envelope_fields_participant" ON "envelope_fields" USING btree ("participant_id");--> statement-breakpoint
CREATE INDEX "envelopes_created" ON "envelopes" USING btree ("organization_id","created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "envelopes_status_created" ON "envelopes" USING btree ("organization_id","status","created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "envelopes_unsealed" ON "envelopes" USING btree ("completed_at") WHERE "envelopes"."status" = 'completed' and "envelopes"."sealed_at" is null;--> statement-breakpoint
CREATE INDEX "memberships_user" ON "memberships" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "outbox_mails_message_id" ON "outbox_mails" USING btree ("message_id");--> statement-breakpoint
CREATE INDEX "outbox_mails_created" ON "outbox_mails" USING btree ("organization_id","created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "participants_organization" ON "participants" USING btree ("organization_id");--> statement-breakpoint
CREATE UNIQUE INDEX "seal_certificates_owner" ON "seal_certificates" USING btree (coalesce("organization_id", ''));--> statement-breakpoint
CREATE INDEX "sessions_user" ON "sessions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "teams_organization" ON "teams" USING btree ("organization_id");--> statement-breakpoint
CREATE UNIQUE INDEX "users_email" ON "users" USING btree (lower("email"));