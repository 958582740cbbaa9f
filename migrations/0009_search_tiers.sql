DROP INDEX "products_search";--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "tier" smallint DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX "products_search_first" ON "products" USING gin ("search") WHERE "products"."tier" = 0;--> statement-breakpoint
CREATE INDEX "products_search_second" ON "products" USING gin ("search") WHERE "products"."tier" = 1;--> statement-breakpoint
CREATE INDEX "products_search_last" ON "products" USING gin ("search") WHERE "products"."tier" = 2;--> statement-breakpoint
CREATE INDEX "products_front" ON "products" USING btree ("sold" DESC NULLS LAST,"position","id") WHERE "products"."tier" < 1;