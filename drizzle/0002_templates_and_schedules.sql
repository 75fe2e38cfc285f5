CREATE TABLE "idempotency_keys" (
	"organization_id" text NOT NULL,
	"operation" text NOT NULL,
	"idempotency_key" text NOT NULL,
	"fingerprint" text NOT NULL,
	"claim" text NOT NULL,
	"lease_ends_at" timestamp (3) with time zone NOT NULL,
	"finished_at" timestamp (3) with time zone,
	"response" jsonb,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "idempotency_keys_organization_id_operation_idempotency_key_pk" PRIMARY KEY("organization_id","operation","idempotency_key"),
	CONSTRAINT "idempotency_keys_finished" CHECK (("idempotency_keys"."finished_at" is null) = ("idempotency_keys"."response" is null))
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
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "template_documents_template_id_variant_pk" PRIMARY KEY("template_id","variant")
);
--> statement-breakpoint
CREATE TABLE "template_fields" (
	"id" text PRIMARY KEY NOT NULL,
	"template_id" text NOT NULL,
	"organization_id" text NOT NULL,
	"role_id" text NOT NULL,
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
	CONSTRAINT "template_fields_page" CHECK ("template_fields"."page" >= 1),
	CONSTRAINT "template_fields_box" CHECK ("template_fields"."x" between 0 and 1 and "template_fields"."y" between 0 and 1 and "template_fields"."width" > 0 and "template_fields"."width" <= 1 and "template_fields"."height" > 0 and "template_fields"."height" <= 1)
);
--> statement-breakpoint
CREATE TABLE "template_roles" (
	"id" text PRIMARY KEY NOT NULL,
	"template_id" text NOT NULL,
	"organization_id" text NOT NULL,
	"name" text NOT NULL,
	"api_role_name" text NOT NULL,
	"order_index" integer NOT NULL,
	"is_sender" boolean NOT NULL,
	"optional" boolean NOT NULL,
	CONSTRAINT "template_roles_api_name" UNIQUE("template_id","api_role_name"),
	CONSTRAINT "template_roles_order" UNIQUE("template_id","order_index")
);
--> statement-breakpoint
CREATE TABLE "templates" (
	"id" text PRIMARY KEY NOT NULL,
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
	"archived_at" timestamp (3) with time zone,
	"use_count" integer DEFAULT 0 NOT NULL,
	"last_used_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "templates_use_count" CHECK ("templates"."use_count" >= 0),
	CONSTRAINT "templates_name" CHECK ("templates"."name" <> '')
);
--> statement-breakpoint
ALTER TABLE "envelopes" ADD COLUMN "expiry_warned_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "envelopes" ADD COLUMN "name_pattern" text;--> statement-breakpoint
ALTER TABLE "envelopes" ADD COLUMN "prefill" jsonb;--> statement-breakpoint
ALTER TABLE "participants" ADD COLUMN "link_issued_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "participants" ADD COLUMN "api_role_name" text;--> statement-breakpoint
ALTER TABLE "participants" ADD COLUMN "last_reminded_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "participants" ADD COLUMN "reminder_count" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "participants" ADD COLUMN "next_reminder_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "participants" ADD COLUMN "delivery_failed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "idempotency_keys" ADD CONSTRAINT "idempotency_keys_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "template_documents" ADD CONSTRAINT "template_documents_template_id_templates_id_fk" FOREIGN KEY ("template_id") REFERENCES "public"."templates"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "template_documents" ADD CONSTRAINT "template_documents_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "template_fields" ADD CONSTRAINT "template_fields_template_id_templates_id_fk" FOREIGN KEY ("template_id") REFERENCES "public"."templates"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "template_fields" ADD CONSTRAINT "template_fields_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "template_fields" ADD CONSTRAINT "template_fields_role_id_template_roles_id_fk" FOREIGN KEY ("role_id") REFERENCES "public"."template_roles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "template_roles" ADD CONSTRAINT "template_roles_template_id_templates_id_fk" FOREIGN KEY ("template_id") REFERENCES "public"."templates"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "template_roles" ADD CONSTRAINT "template_roles_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "templates" ADD CONSTRAINT "templates_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "templates" ADD CONSTRAINT "templates_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "idempotency_keys_created" ON "idempotency_keys" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "template_fields_template" ON "template_fields" USING btree ("template_id");--> statement-breakpoint
CREATE INDEX "template_roles_organization" ON "template_roles" USING btree ("organization_id");--> statement-breakpoint
CREATE INDEX "templates_created" ON "templates" USING btree ("organization_id","created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
ALTER TABLE "envelopes" ADD CONSTRAINT "envelopes_template_id_templates_id_fk" FOREIGN KEY ("template_id") REFERENCES "public"."templates"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "envelopes_scheduled" ON "envelopes" USING btree ("scheduled_send_at") WHERE "envelopes"."status" in ('draft', 'review') and "envelopes"."scheduled_send_at" is not null;--> statement-breakpoint
CREATE INDEX "envelopes_expiring" ON "envelopes" USING btree ("expires_at") WHERE "envelopes"."status" = 'in_progress' and "envelopes"."expires_at" is not null;--> statement-breakpoint
CREATE INDEX "envelopes_template" ON "envelopes" USING btree ("template_id");--> statement-breakpoint
CREATE INDEX "participants_due_reminders" ON "participants" USING btree ("next_reminder_at") WHERE "participants"."status" = 'pending' and "participants"."next_reminder_at" is not null;--> statement-breakpoint
ALTER TABLE "participants" ADD CONSTRAINT "participants_reminder_count" CHECK ("participants"."reminder_count" >= 0);