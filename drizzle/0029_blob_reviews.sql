CREATE TABLE "blob_reviews" (
	"organization_id" text NOT NULL,
	"storage_key" text NOT NULL,
	"due_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "blob_reviews_organization_id_storage_key_pk" PRIMARY KEY("organization_id","storage_key")
);
--> statement-breakpoint
ALTER TABLE "blob_reviews" ADD CONSTRAINT "blob_reviews_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "blob_reviews_due" ON "blob_reviews" USING btree ("due_at");