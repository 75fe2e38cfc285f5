CREATE TABLE "bulk_send_rows" (
	"bulk_send_id" text NOT NULL,
	"organization_id" text NOT NULL,
	"line" integer NOT NULL,
	"input" jsonb,
	"envelope_id" text,
	"error" text,
	CONSTRAINT "bulk_send_rows_bulk_send_id_line_pk" PRIMARY KEY("bulk_send_id","line"),
	CONSTRAINT "bulk_send_rows_envelope_id_unique" UNIQUE("envelope_id"),
	CONSTRAINT "bulk_send_rows_one_end" CHECK ("bulk_send_rows"."envelope_id" is null or "bulk_send_rows"."error" is null),
	CONSTRAINT "bulk_send_rows_input" CHECK (("bulk_send_rows"."input" is null) = ("bulk_send_rows"."envelope_id" is not null))
);
--> statement-breakpoint
CREATE TABLE "bulk_sends" (
	"id" text PRIMARY KEY NOT NULL,
	"organization_id" text NOT NULL,
	"template_id" text NOT NULL,
	"created_by" text NOT NULL,
	"sender_name" text NOT NULL,
	"sender_email" text NOT NULL,
	"filename" text NOT NULL,
	"row_count" integer NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"finished_at" timestamp (3) with time zone,
	CONSTRAINT "bulk_sends_rows" CHECK ("bulk_sends"."row_count" > 0)
);
--> statement-breakpoint
ALTER TABLE "bulk_send_rows" ADD CONSTRAINT "bulk_send_rows_bulk_send_id_bulk_sends_id_fk" FOREIGN KEY ("bulk_send_id") REFERENCES "public"."bulk_sends"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bulk_send_rows" ADD CONSTRAINT "bulk_send_rows_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bulk_send_rows" ADD CONSTRAINT "bulk_send_rows_envelope_id_envelopes_id_fk" FOREIGN KEY ("envelope_id") REFERENCES "public"."envelopes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bulk_sends" ADD CONSTRAINT "bulk_sends_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bulk_sends" ADD CONSTRAINT "bulk_sends_template_id_templates_id_fk" FOREIGN KEY ("template_id") REFERENCES "public"."templates"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bulk_sends" ADD CONSTRAINT "bulk_sends_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "bulk_sends_template" ON "bulk_sends" USING btree ("organization_id","template_id","created_at");