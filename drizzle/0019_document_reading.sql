ALTER TABLE "envelopes" ADD COLUMN "detection_wanted" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "envelopes" ADD COLUMN "document_status" text DEFAULT 'received' NOT NULL;--> statement-breakpoint
ALTER TABLE "envelopes" ADD COLUMN "document_refusal" text;--> statement-breakpoint
CREATE INDEX "envelopes_being_read" ON "envelopes" USING btree ("updated_at") WHERE "envelopes"."status" = 'detecting' or "envelopes"."document_status" = 'processing';--> statement-breakpoint
ALTER TABLE "envelopes" ADD CONSTRAINT "envelopes_refused_document" CHECK (("envelopes"."document_status" = 'refused') = ("envelopes"."document_refusal" is not null));