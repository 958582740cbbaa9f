CREATE TABLE "stock_changes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"location_id" text NOT NULL,
	"to_location_id" text,
	"note" text DEFAULT '' NOT NULL,
	"input_hash" text NOT NULL,
	"undoes" uuid,
	"answer" jsonb,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "stock_changes_undoes_unique" UNIQUE("undoes")
);
--> statement-breakpoint
DROP INDEX "stock_movements_sku";--> statement-breakpoint
ALTER TABLE "stock" ADD COLUMN "low_at" integer;--> statement-breakpoint
ALTER TABLE "stock_movements" ADD COLUMN "by" text;--> statement-breakpoint
ALTER TABLE "stock_movements" ADD COLUMN "change_id" uuid;--> statement-breakpoint
CREATE INDEX "stock_location" ON "stock" USING btree ("location_id","sku");--> statement-breakpoint
CREATE INDEX "stock_watched" ON "stock" USING btree ("location_id","sku") WHERE "stock"."low_at" is not null;--> statement-breakpoint
CREATE INDEX "stock_movements_history" ON "stock_movements" USING btree ("sku","location_id","id");--> statement-breakpoint
CREATE INDEX "stock_movements_change" ON "stock_movements" USING btree ("change_id") WHERE "stock_movements"."change_id" is not null;--> statement-breakpoint
CREATE INDEX "variants_barcode" ON "variants" USING btree ("barcode") WHERE "variants"."barcode" is not null;--> statement-breakpoint
INSERT INTO "compatible_releases" ("migration", "oldest_release") VALUES ('0038_stock_work', '0.1.0');
