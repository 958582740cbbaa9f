CREATE TABLE "order_counts" (
	"store_code" text NOT NULL,
	"day" date NOT NULL,
	"last" integer NOT NULL,
	CONSTRAINT "order_counts_store_code_day_pk" PRIMARY KEY("store_code","day")
);
--> statement-breakpoint
ALTER TABLE "locations" ADD COLUMN "code" text;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "number" text;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "numbered_on" date;--> statement-breakpoint
CREATE UNIQUE INDEX "locations_code" ON "locations" USING btree ("code");--> statement-breakpoint
CREATE UNIQUE INDEX "orders_number" ON "orders" USING btree ("number" text_pattern_ops,"numbered_on");--> statement-breakpoint
INSERT INTO "compatible_releases" ("migration", "oldest_release") VALUES ('0030_order_numbers', '0.1.0');