CREATE TABLE "stock_refusals" (
	"sku" text NOT NULL,
	"location_id" text NOT NULL,
	"session_id" uuid NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "stock_refusals_sku_location_id_session_id_pk" PRIMARY KEY("sku","location_id","session_id")
);
--> statement-breakpoint
ALTER TABLE "carts" ADD COLUMN "hold_began_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "carts" ADD COLUMN "hold_ended_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "carts" ADD COLUMN "hold_network" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "carts" ADD COLUMN "seen_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "stock_refusals_at" ON "stock_refusals" USING btree ("at");