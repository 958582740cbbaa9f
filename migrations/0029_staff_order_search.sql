CREATE INDEX "orders_code_start" ON "orders" USING btree ("pickup_code" text_pattern_ops);--> statement-breakpoint
CREATE INDEX "orders_id_start" ON "orders" USING btree ("id" text_pattern_ops);--> statement-breakpoint
CREATE INDEX "orders_phone_end" ON "orders" USING btree (right("contact"->>'phone', 4));--> statement-breakpoint
CREATE INDEX "orders_open" ON "orders" USING btree ("placed_at") WHERE "orders"."fulfilment_status" in ('PLACED', 'ACCEPTED', 'PREPARING', 'OUT', 'READY');--> statement-breakpoint
CREATE INDEX "orders_placed" ON "orders" USING btree ("placed_at");--> statement-breakpoint
INSERT INTO "compatible_releases" ("migration", "oldest_release") VALUES ('0029_staff_order_search', '0.1.0');