CREATE INDEX "products_unnamed_en" ON "products" USING btree ("updated_at","id") WHERE coalesce("products"."name"->>'en', '') = '';--> statement-breakpoint
CREATE INDEX "products_unnamed_zh" ON "products" USING btree ("updated_at","id") WHERE coalesce("products"."name"->>'zh', '') = '';--> statement-breakpoint
CREATE INDEX "products_unpictured" ON "products" USING btree ("updated_at","id") WHERE "products"."images" = '[]';--> statement-breakpoint
CREATE INDEX "variants_code" ON "variants" USING btree (lower("sku") text_pattern_ops);--> statement-breakpoint
INSERT INTO "compatible_releases" ("migration", "oldest_release") VALUES ('0041_product_gaps', '0.1.0');
