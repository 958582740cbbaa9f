DROP INDEX "carts_one_open_per_session";--> statement-breakpoint
DROP INDEX "carts_one_open_per_member";--> statement-breakpoint
ALTER TABLE "carts" ADD COLUMN "campaign_id" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "carts" ADD COLUMN "tip" jsonb;--> statement-breakpoint
ALTER TABLE "carts" ADD COLUMN "coupon_code" text;--> statement-breakpoint
ALTER TABLE "carts" ADD COLUMN "credit" jsonb;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "parts" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "coupon" jsonb;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "credit" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "balance" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "carts_one_open_per_session" ON "carts" USING btree ("session_id","campaign_id") WHERE "carts"."state" = 'open';--> statement-breakpoint
CREATE UNIQUE INDEX "carts_one_open_per_member" ON "carts" USING btree ("member_id","campaign_id") WHERE "carts"."state" = 'open' and "carts"."member_id" is not null;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_paid_with" CHECK ("orders"."credit" >= 0 and "orders"."balance" >= 0 and "orders"."credit" + "orders"."balance" <= "orders"."total");