DROP INDEX "payment_attempts_one_paid";--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "balance_paid" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "payment_attempts" ADD COLUMN "part" text DEFAULT 'order' NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "payment_attempts_one_paid" ON "payment_attempts" USING btree ("order_id","part") WHERE "payment_attempts"."state" = 'paid';--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_balance_paid" CHECK ("orders"."balance_paid" >= 0 and "orders"."balance_paid" <= "orders"."balance" and ("orders"."balance_paid" = 0 or "orders"."payment_status" = 'PAID_ONLINE'));