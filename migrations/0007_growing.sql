ALTER TABLE "products" ADD COLUMN "reduced" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "products_dearest" ON "products" USING btree ("record_status","price_to");--> statement-breakpoint
CREATE INDEX "products_best_selling" ON "products" USING btree ("record_status","sold" DESC NULLS LAST,"position","id");--> statement-breakpoint
CREATE INDEX "products_name" ON "products" USING btree ("record_status",(lower(coalesce(nullif("name"->>'en', ''), "name"->>'zh')) collate "C"),"id");--> statement-breakpoint
CREATE INDEX "products_reduced" ON "products" USING btree ("position","id") WHERE "products"."reduced";--> statement-breakpoint
CREATE INDEX "products_diet" ON "products" USING gin ("diet");--> statement-breakpoint
UPDATE "products" SET "reduced" = true WHERE "id" IN (SELECT "product_id" FROM "variants" WHERE "active" AND "compare_at_price" > "price");
