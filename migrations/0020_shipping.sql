CREATE TABLE "shipping_rates" (
	"id" text PRIMARY KEY NOT NULL,
	"location_id" text NOT NULL,
	"position" integer DEFAULT 0 NOT NULL,
	"name" jsonb NOT NULL,
	"countries" jsonb NOT NULL,
	"weight_fees" jsonb NOT NULL,
	"free_from" integer,
	"minimum" integer DEFAULT 0 NOT NULL,
	"days" jsonb NOT NULL,
	"tax_class" text DEFAULT 'as_goods' NOT NULL,
	"active" boolean DEFAULT true NOT NULL,
	CONSTRAINT "shipping_rates_minimum" CHECK ("shipping_rates"."minimum" >= 0)
);
--> statement-breakpoint
ALTER TABLE "orders" DROP CONSTRAINT "orders_fulfilment_method";--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "arrival" jsonb;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "tracking" jsonb;--> statement-breakpoint
ALTER TABLE "shipping_rates" ADD CONSTRAINT "shipping_rates_location_id_locations_id_fk" FOREIGN KEY ("location_id") REFERENCES "public"."locations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "shipping_rates_location" ON "shipping_rates" USING btree ("location_id","position");--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_fulfilment_method" CHECK (case when "orders"."fulfilment_status" in ('OUT', 'DELIVERED') then "orders"."method" in ('DELIVERY', 'SHIPPING') when "orders"."fulfilment_status" = 'SERVED' then "orders"."method" in ('EAT_IN') when "orders"."fulfilment_status" = 'PICKED_UP' then "orders"."method" in ('PICKUP') else true end);--> statement-breakpoint
INSERT INTO "compatible_releases" ("migration", "oldest_release") VALUES ('0020_shipping', '0.1.0');
