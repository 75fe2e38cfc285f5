CREATE TABLE "contract_readings" (
	"envelope_id" text PRIMARY KEY NOT NULL,
	"organization_id" text NOT NULL,
	"extractor_version" integer DEFAULT 0 NOT NULL,
	"reading" jsonb,
	"attempts" integer DEFAULT 0 NOT NULL,
	"claimed_until" timestamp (3) with time zone,
	CONSTRAINT "contract_readings_version" CHECK ("contract_readings"."extractor_version" >= 0 and "contract_readings"."attempts" >= 0)
);
--> statement-breakpoint
ALTER TABLE "contract_readings" ADD CONSTRAINT "contract_readings_envelope_id_envelopes_id_fk" FOREIGN KEY ("envelope_id") REFERENCES "public"."envelopes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contract_readings" ADD CONSTRAINT "contract_readings_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "contract_readings_due" ON "contract_readings" USING btree ("extractor_version");--> statement-breakpoint
CREATE INDEX "contract_readings_organization" ON "contract_readings" USING btree ("organization_id");