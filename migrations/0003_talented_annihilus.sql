CREATE TABLE "delivery_zones" (
	"id" text PRIMARY KEY NOT NULL,
	"location_id" text NOT NULL,
	"position" integer DEFAULT 0 NOT NULL,
	"name" jsonb NOT NULL,
	"area" jsonb NOT NULL,
	"fees" jsonb NOT NULL,
	"distance_fees" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"minimum" integer DEFAULT 0 NOT NULL,
	"hours" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"extra_minutes" integer DEFAULT 0 NOT NULL,
	"tax_class" text DEFAULT 'as_goods' NOT NULL,
	"active" boolean DEFAULT true NOT NULL,
	CONSTRAINT "delivery_zones_minimum" CHECK ("delivery_zones"."minimum" >= 0)
);
--> statement-breakpoint
CREATE TABLE "dining_tables" (
	"location_id" text NOT NULL,
	"number" text NOT NULL,
	"position" integer DEFAULT 0 NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"active" boolean DEFAULT true NOT NULL,
	CONSTRAINT "dining_tables_location_id_number_pk" PRIMARY KEY("location_id","number")
);
--> statement-breakpoint
CREATE TABLE "postal_points" (
	"country" text NOT NULL,
	"prefix" text NOT NULL,
	"latitude" double precision NOT NULL,
	"longitude" double precision NOT NULL,
	CONSTRAINT "postal_points_country_prefix_pk" PRIMARY KEY("country","prefix")
);
--> statement-breakpoint
CREATE TABLE "table_guests" (
	"session_id" uuid PRIMARY KEY NOT NULL,
	"table_session_id" uuid NOT NULL,
	"joined_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "table_sessions" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"location_id" text NOT NULL,
	"table_number" text NOT NULL,
	"opened_by" text NOT NULL,
	"opened_at" timestamp with time zone NOT NULL,
	"last_seen_at" timestamp with time zone NOT NULL,
	"closed_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "member_addresses" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"member_id" text NOT NULL,
	"type" text NOT NULL,
	"label" text DEFAULT '' NOT NULL,
	"address" jsonb NOT NULL,
	"is_default" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"used_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "carts" ADD COLUMN "address" jsonb;--> statement-breakpoint
ALTER TABLE "locations" ADD COLUMN "method_rules" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "locations" ADD COLUMN "zone_choice" text DEFAULT 'first' NOT NULL;--> statement-breakpoint
ALTER TABLE "locations" ADD COLUMN "tables_opened_by" text DEFAULT 'guests' NOT NULL;--> statement-breakpoint
ALTER TABLE "locations" ADD COLUMN "country" text DEFAULT 'CA' NOT NULL;--> statement-breakpoint
ALTER TABLE "locations" ADD COLUMN "latitude" double precision;--> statement-breakpoint
ALTER TABLE "locations" ADD COLUMN "longitude" double precision;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "address" jsonb;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "table_number" text;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "table_session_id" uuid;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "place_of_supply" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "delivery_zones" ADD CONSTRAINT "delivery_zones_location_id_locations_id_fk" FOREIGN KEY ("location_id") REFERENCES "public"."locations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "dining_tables" ADD CONSTRAINT "dining_tables_location_id_locations_id_fk" FOREIGN KEY ("location_id") REFERENCES "public"."locations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "table_guests" ADD CONSTRAINT "table_guests_table_session_id_table_sessions_id_fk" FOREIGN KEY ("table_session_id") REFERENCES "public"."table_sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "member_addresses" ADD CONSTRAINT "member_addresses_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "delivery_zones_location" ON "delivery_zones" USING btree ("location_id","position");--> statement-breakpoint
CREATE INDEX "table_guests_table" ON "table_guests" USING btree ("table_session_id");--> statement-breakpoint
CREATE UNIQUE INDEX "table_sessions_one_open" ON "table_sessions" USING btree ("location_id","table_number") WHERE "table_sessions"."closed_at" is null;--> statement-breakpoint
CREATE INDEX "member_addresses_member" ON "member_addresses" USING btree ("member_id","type","used_at");--> statement-breakpoint
CREATE UNIQUE INDEX "member_addresses_one_default" ON "member_addresses" USING btree ("member_id","type") WHERE "member_addresses"."is_default";--> statement-breakpoint
CREATE INDEX "orders_table_session" ON "orders" USING btree ("table_session_id") WHERE "orders"."table_session_id" is not null;