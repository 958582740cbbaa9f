-- Rows that are written several times on the way of an order find room on their own page: no index is touched then.
ALTER TABLE "sessions" SET (fillfactor = 70);--> statement-breakpoint
ALTER TABLE "carts" SET (fillfactor = 50);--> statement-breakpoint
ALTER TABLE "cart_lines" SET (fillfactor = 70);--> statement-breakpoint
ALTER TABLE "orders" SET (fillfactor = 60);--> statement-breakpoint
ALTER TABLE "payment_attempts" SET (fillfactor = 50);--> statement-breakpoint
ALTER TABLE "slot_use" SET (fillfactor = 50);--> statement-breakpoint
ALTER TABLE "stock" SET (fillfactor = 50);--> statement-breakpoint
ALTER TABLE "stock_holds" SET (fillfactor = 50);
