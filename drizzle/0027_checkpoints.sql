CREATE TABLE "changed_heads" (
	"envelope_id" text PRIMARY KEY NOT NULL,
	"organization_id" text NOT NULL,
	"seq" integer NOT NULL,
	"head_hash" text NOT NULL,
	"since" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "checkpoint_leaves" (
	"organization_id" text NOT NULL,
	"position" bigint NOT NULL,
	"envelope_id" text NOT NULL,
	"seq" integer NOT NULL,
	"head_hash" text NOT NULL,
	"nodes" text[] NOT NULL,
	CONSTRAINT "checkpoint_leaves_organization_id_position_pk" PRIMARY KEY("organization_id","position"),
	CONSTRAINT "checkpoint_leaves_head" UNIQUE("envelope_id","seq"),
	CONSTRAINT "checkpoint_leaves_nodes" CHECK (cardinality("checkpoint_leaves"."nodes") >= 1)
);
--> statement-breakpoint
CREATE TABLE "checkpoints" (
	"organization_id" text NOT NULL,
	"number" integer NOT NULL,
	"tree_size" bigint NOT NULL,
	"root_hash" text NOT NULL,
	"previous_hash" text NOT NULL,
	"signed_at" timestamp (3) with time zone NOT NULL,
	"signature" text NOT NULL,
	"certificates" text[] NOT NULL,
	CONSTRAINT "checkpoints_organization_id_number_pk" PRIMARY KEY("organization_id","number"),
	CONSTRAINT "checkpoints_tree_size" UNIQUE("organization_id","tree_size"),
	CONSTRAINT "checkpoints_counts" CHECK ("checkpoints"."number" >= 1 and "checkpoints"."tree_size" >= 1)
);
--> statement-breakpoint
ALTER TABLE "changed_heads" ADD CONSTRAINT "changed_heads_envelope_id_envelopes_id_fk" FOREIGN KEY ("envelope_id") REFERENCES "public"."envelopes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "changed_heads" ADD CONSTRAINT "changed_heads_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "checkpoint_leaves" ADD CONSTRAINT "checkpoint_leaves_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "checkpoint_leaves" ADD CONSTRAINT "checkpoint_leaves_event" FOREIGN KEY ("envelope_id","seq") REFERENCES "public"."events"("envelope_id","seq") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "checkpoints" ADD CONSTRAINT "checkpoints_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "changed_heads_due" ON "changed_heads" USING btree ("since");--> statement-breakpoint
CREATE INDEX "changed_heads_organization" ON "changed_heads" USING btree ("organization_id","since");