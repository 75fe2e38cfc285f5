CREATE TABLE "rate_counts" (
	"key" text PRIMARY KEY NOT NULL,
	"count" integer NOT NULL,
	"ends_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "bulk_send_rows" DROP CONSTRAINT "bulk_send_rows_input";--> statement-breakpoint
ALTER TABLE "account_links" ADD COLUMN "sign_up" jsonb;--> statement-breakpoint
ALTER TABLE "bulk_sends" ADD COLUMN "stop_reason" text;--> statement-breakpoint
ALTER TABLE "oauth_grants" ADD COLUMN "request_hash" text;--> statement-breakpoint
CREATE INDEX "rate_counts_ends" ON "rate_counts" USING btree ("ends_at");--> statement-breakpoint
ALTER TABLE "oauth_grants" ADD CONSTRAINT "oauth_grants_request" UNIQUE("request_hash");--> statement-breakpoint
ALTER TABLE "account_links" ADD CONSTRAINT "account_links_sign_up" CHECK (("account_links"."kind" = 'sign_up') = ("account_links"."sign_up" is not null));--> statement-breakpoint
-- Rows that failed keep what their line said no longer. The owner sees rows of all organizations only while row level
-- security is not forced on it, and the guard of rows that have ended stands back for this once.
ALTER TABLE bulk_send_rows NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE bulk_send_rows DISABLE TRIGGER bulk_send_rows_keep_end;--> statement-breakpoint
UPDATE bulk_send_rows SET input = NULL WHERE error IS NOT NULL;--> statement-breakpoint
ALTER TABLE bulk_send_rows ENABLE TRIGGER bulk_send_rows_keep_end;--> statement-breakpoint
ALTER TABLE bulk_send_rows FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "bulk_send_rows" ADD CONSTRAINT "bulk_send_rows_input" CHECK (("bulk_send_rows"."input" is null) = ("bulk_send_rows"."envelope_id" is not null or "bulk_send_rows"."error" is not null));--> statement-breakpoint
ALTER TABLE "bulk_sends" ADD CONSTRAINT "bulk_sends_stopped" CHECK ("bulk_sends"."stop_reason" is null or "bulk_sends"."finished_at" is not null);