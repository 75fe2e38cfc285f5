CREATE TABLE "mail_deliveries" (
	"id" text PRIMARY KEY NOT NULL,
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
	CONSTRAINT "mail_deliveries_status" CHECK ("mail_deliveries"."status" in ('sent', 'waiting', 'failed')),
	CONSTRAINT "mail_deliveries_about" CHECK ("mail_deliveries"."about" in ('envelope', 'invitation', 'account', 'webhook', 'test')
        and ("mail_deliveries"."about" = 'envelope') = ("mail_deliveries"."envelope_id" is not null)
        and ("mail_deliveries"."participant_id" is null or "mail_deliveries"."envelope_id" is not null)
        and ("mail_deliveries"."about" = 'invitation') = ("mail_deliveries"."invitation_id" is not null)),
	CONSTRAINT "mail_deliveries_attempts" CHECK ("mail_deliveries"."attempts" >= 1)
);
--> statement-breakpoint
ALTER TABLE "organizations" ADD COLUMN "default_consumer_disclosure" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "organizations" ADD COLUMN "default_expiry_days" integer;--> statement-breakpoint
ALTER TABLE "organizations" ADD COLUMN "default_reminder_policy" jsonb;--> statement-breakpoint
ALTER TABLE "organizations" ADD COLUMN "logo_sha256" text;--> statement-breakpoint
ALTER TABLE "organizations" ADD COLUMN "logo_width" integer;--> statement-breakpoint
ALTER TABLE "organizations" ADD COLUMN "logo_height" integer;--> statement-breakpoint
ALTER TABLE "mail_deliveries" ADD CONSTRAINT "mail_deliveries_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "mail_deliveries_message_id" ON "mail_deliveries" USING btree ("organization_id","message_id");--> statement-breakpoint
CREATE INDEX "mail_deliveries_newest" ON "mail_deliveries" USING btree ("organization_id","id");--> statement-breakpoint
CREATE INDEX "mail_deliveries_status_newest" ON "mail_deliveries" USING btree ("organization_id","status","id");--> statement-breakpoint
CREATE INDEX "mail_deliveries_outlived" ON "mail_deliveries" USING btree ("created_at");--> statement-breakpoint
ALTER TABLE "organizations" ADD CONSTRAINT "organizations_accent_color" CHECK ("organizations"."accent_color" ~ '^#[0-9a-f]{6}$');--> statement-breakpoint
ALTER TABLE "organizations" ADD CONSTRAINT "organizations_logo" CHECK (num_nonnulls("organizations"."logo_sha256", "organizations"."logo_width", "organizations"."logo_height") in (0, 3)
        and "organizations"."logo_sha256" ~ '^[0-9a-f]{64}$' and "organizations"."logo_width" > 0 and "organizations"."logo_height" > 0);--> statement-breakpoint
ALTER TABLE "organizations" ADD CONSTRAINT "organizations_default_disclosure" CHECK (not "organizations"."default_consumer_disclosure" or "organizations"."default_legal_framework" = 'esign_ueta');--> statement-breakpoint
ALTER TABLE "organizations" ADD CONSTRAINT "organizations_default_expiry" CHECK ("organizations"."default_expiry_days" between 1 and 365);