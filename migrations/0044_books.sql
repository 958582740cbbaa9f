CREATE INDEX "credit_entries_returned" ON "credit_entries" USING btree ("at") WHERE "credit_entries"."kind" in ('refund', 'grant') and "credit_entries"."order_id" is not null;--> statement-breakpoint
CREATE INDEX "credit_uses_captured" ON "credit_uses" USING btree ("ended_at") WHERE "credit_uses"."state" = 'captured';--> statement-breakpoint
CREATE INDEX "order_timeline_booked" ON "order_timeline" USING btree ("kind","at") WHERE "order_timeline"."kind" in ('handed_over', 'refunded');--> statement-breakpoint
CREATE INDEX "orders_paid" ON "orders" USING btree ("paid_at") WHERE "orders"."payment_status" = 'PAID_ONLINE';--> statement-breakpoint
CREATE INDEX "orders_cancelled" ON "orders" USING btree ("closed_at") WHERE "orders"."status" = 'CANCELLED' and "orders"."payment_status" = 'PAID_ONLINE';--> statement-breakpoint
CREATE INDEX "payment_attempts_settled" ON "payment_attempts" USING btree ("settled_at") WHERE "payment_attempts"."state" in ('paid', 'late_paid', 'mismatch');--> statement-breakpoint
CREATE INDEX "refunds_settled" ON "refunds" USING btree ("settled_at") WHERE "refunds"."state" = 'refunded';--> statement-breakpoint
INSERT INTO "compatible_releases" ("migration", "oldest_release") VALUES ('0044_books', '0.1.0');
