CREATE TABLE "product_changes" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"change" jsonb NOT NULL,
	"values" jsonb NOT NULL,
	"products" integer NOT NULL,
	"undone_at" timestamp with time zone
);
--> statement-breakpoint
CREATE INDEX "product_changes_at" ON "product_changes" USING btree ("at");--> statement-breakpoint
CREATE INDEX "products_changed" ON "products" USING btree ("updated_at","id");--> statement-breakpoint
CREATE INDEX "products_all_names" ON "products" USING btree ((lower(coalesce(nullif("name"->>'en', ''), "name"->>'zh')) collate "C"),"id");--> statement-breakpoint
CREATE INDEX "products_all_prices" ON "products" USING btree ("price_from","id");--> statement-breakpoint
INSERT INTO "compatible_releases" ("migration", "oldest_release") VALUES ('0036_office_products', '0.1.0');
