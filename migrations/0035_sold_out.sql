CREATE TABLE "sold_out" (
	"location_id" text NOT NULL,
	"kind" text NOT NULL,
	"id" text NOT NULL,
	"ends" text NOT NULL,
	"until" timestamp with time zone,
	"by" text DEFAULT '' NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "sold_out_location_id_kind_id_pk" PRIMARY KEY("location_id","kind","id")
);
--> statement-breakpoint
ALTER TABLE "stock" ADD COLUMN "sold_out" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "sold_out" ADD CONSTRAINT "sold_out_location_id_locations_id_fk" FOREIGN KEY ("location_id") REFERENCES "public"."locations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "sold_out_until" ON "sold_out" USING btree ("until") WHERE "sold_out"."until" is not null;--> statement-breakpoint
INSERT INTO "compatible_releases" ("migration", "oldest_release") VALUES ('0035_sold_out', '0.1.0');