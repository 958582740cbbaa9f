CREATE INDEX "orders_cart" ON "orders" USING btree ("cart_id");--> statement-breakpoint
INSERT INTO "compatible_releases" ("migration", "oldest_release") VALUES ('0046_carts_of_orders', '0.1.0');
