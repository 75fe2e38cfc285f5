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
ALTER TABLE "contacts" ADD CONSTRAINT "contacts_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "contacts_name" ON "contacts" USING btree ("organization_id","name_key");--> statement-breakpoint
CREATE INDEX "contacts_last_name" ON "contacts" USING btree ("organization_id","last_name_key");--> statement-breakpoint
CREATE INDEX "contacts_recent" ON "contacts" USING btree ("organization_id","last_used_at" DESC NULLS LAST);