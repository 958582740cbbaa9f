CREATE TABLE "order_timeline" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"order_id" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"kind" text NOT NULL,
	"by" text NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"promised_at" timestamp with time zone,
	"amount" integer
);
--> statement-breakpoint
ALTER TABLE "orders" DROP CONSTRAINT "orders_states";--> statement-breakpoint
ALTER TABLE "locations" ADD COLUMN "cancel_minutes" integer DEFAULT 30;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "fulfilment_status" text DEFAULT 'NONE' NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "promised_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "refunded" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "refunding" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
UPDATE "orders" SET "fulfilment_status" = CASE "status" WHEN 'NEW' THEN 'PLACED' ELSE 'CANCELLED' END WHERE "status" IN ('NEW', 'CANCELLED');--> statement-breakpoint
ALTER TABLE "order_timeline" ADD CONSTRAINT "order_timeline_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "order_timeline_order" ON "order_timeline" USING btree ("order_id","id");--> statement-breakpoint
CREATE INDEX "stock_movements_reference" ON "stock_movements" USING btree ("reference") WHERE "stock_movements"."reference" is not null;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_paid_at_store" CHECK ("orders"."payment_status" <> 'PAID_AT_STORE' or "orders"."pay_at_store");--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_fulfilment" CHECK (case "orders"."status" when 'NEW' then "orders"."fulfilment_status" in ('PLACED','ACCEPTED','PREPARING','READY','OUT','PICKED_UP','DELIVERED','SERVED','NO_SHOW') when 'CANCELLED' then "orders"."fulfilment_status" = 'CANCELLED' else "orders"."fulfilment_status" = 'NONE' end);--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_fulfilment_method" CHECK (case "orders"."fulfilment_status" when 'OUT' then "orders"."method" = 'DELIVERY' when 'DELIVERED' then "orders"."method" = 'DELIVERY' when 'SERVED' then "orders"."method" = 'EAT_IN' when 'PICKED_UP' then "orders"."method" = 'PICKUP' else true end);--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_refunds" CHECK ("orders"."refunded" >= 0 and "orders"."refunding" >= 0 and "orders"."refunded" + "orders"."refunding" <= "orders"."total");--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_states" CHECK (("orders"."status", "orders"."payment_status") in (('INTERIM','NOT_PAID'), ('NEW','PAID_ONLINE'), ('NEW','NOT_PAID'), ('NEW','PAID_AT_STORE'), ('FAILED','FAILED'), ('CANCELLED','NOT_PAID'), ('CANCELLED','FAILED'), ('CANCELLED','PAID_ONLINE')));