DROP INDEX "products_dearest";--> statement-breakpoint
CREATE INDEX "products_dearest" ON "products" USING btree ("record_status","price_to") WHERE "products"."price_from" < "products"."price_to";--> statement-breakpoint
INSERT INTO "search_words" ("key", "word") SELECT '^' || "word", "word" FROM "search_words" WHERE "key" = '~' || "word" ON CONFLICT DO NOTHING;
