CREATE INDEX "orders_email" ON "orders" USING btree (lower("contact"->>'email'));--> statement-breakpoint
CREATE INDEX "orders_phone" ON "orders" USING btree (("contact"->>'phone'));