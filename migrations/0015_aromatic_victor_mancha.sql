ALTER TABLE "refunds" DROP CONSTRAINT "refunds_amount";--> statement-breakpoint
ALTER TABLE "refunds" ALTER COLUMN "attempt" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "order_timeline" ADD COLUMN "credit" integer;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "credit_returned" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "credit" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_credit_returned" CHECK ("orders"."credit_returned" >= 0 and "orders"."credit_returned" <= "orders"."credit");--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_amount" CHECK ("refunds"."amount" >= 0 and "refunds"."credit" >= 0 and "refunds"."amount" + "refunds"."credit" > 0 and ("refunds"."amount" = 0 or "refunds"."attempt" is not null));