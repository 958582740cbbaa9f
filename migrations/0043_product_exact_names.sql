CREATE INDEX "products_exact_names" ON "products" USING gin ((array[lower(btrim("name"->>'en')), lower(btrim("name"->>'zh'))]));--> statement-breakpoint
INSERT INTO "compatible_releases" ("migration", "oldest_release") VALUES ('0043_product_exact_names', '0.1.0');
