CREATE TABLE "campaign_holds" (
	"holder" text NOT NULL,
	"item_id" text NOT NULL,
	"quantity" integer NOT NULL,
	CONSTRAINT "campaign_holds_holder_item_id_pk" PRIMARY KEY("holder","item_id"),
	CONSTRAINT "campaign_holds_quantity" CHECK ("campaign_holds"."quantity" > 0)
);
--> statement-breakpoint
CREATE TABLE "campaign_items" (
	"id" text PRIMARY KEY NOT NULL,
	"campaign_id" text NOT NULL,
	"sku" text NOT NULL,
	"position" integer DEFAULT 0 NOT NULL,
	"stock" integer NOT NULL,
	"held" integer DEFAULT 0 NOT NULL,
	"sold" integer DEFAULT 0 NOT NULL,
	"tiers" jsonb NOT NULL,
	"per_order" integer,
	"per_person" integer,
	CONSTRAINT "campaign_items_stock" CHECK ("campaign_items"."held" >= 0 and "campaign_items"."sold" >= 0 and "campaign_items"."held" + "campaign_items"."sold" <= "campaign_items"."stock"),
	CONSTRAINT "campaign_items_tiers" CHECK (jsonb_array_length("campaign_items"."tiers") > 0),
	CONSTRAINT "campaign_items_limits" CHECK (coalesce("campaign_items"."per_order", 1) > 0 and coalesce("campaign_items"."per_person", 1) > 0)
);
--> statement-breakpoint
CREATE TABLE "campaign_joins" (
	"order_id" text PRIMARY KEY NOT NULL,
	"campaign_id" text NOT NULL,
	"number" integer,
	"persons" text[] NOT NULL,
	"person" text NOT NULL,
	"session_id" uuid NOT NULL,
	"member_id" text,
	"name" text NOT NULL,
	"items" jsonb NOT NULL,
	"pieces" integer NOT NULL,
	"amount" integer NOT NULL,
	"point_id" text NOT NULL,
	"date" date NOT NULL,
	"from_time" text NOT NULL,
	"until_time" text NOT NULL,
	"pickup_code" text NOT NULL,
	"has_place" boolean NOT NULL,
	"state" text NOT NULL,
	"joined_at" timestamp with time zone NOT NULL,
	"settled_at" timestamp with time zone,
	CONSTRAINT "campaign_joins_sums" CHECK ("campaign_joins"."pieces" > 0 and "campaign_joins"."amount" >= 0),
	CONSTRAINT "campaign_joins_place_is_taken" CHECK (not ("campaign_joins"."has_place" and "campaign_joins"."state" = 'left'))
);
--> statement-breakpoint
CREATE TABLE "campaign_points" (
	"id" text PRIMARY KEY NOT NULL,
	"campaign_id" text NOT NULL,
	"position" integer DEFAULT 0 NOT NULL,
	"name" jsonb NOT NULL,
	"address" text NOT NULL,
	"contact" text DEFAULT '' NOT NULL,
	"note" jsonb NOT NULL,
	"closes_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "campaign_windows" (
	"point_id" text NOT NULL,
	"date" date NOT NULL,
	"from_time" text NOT NULL,
	"until_time" text NOT NULL,
	"capacity" integer,
	"taken" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "campaign_windows_point_id_date_from_time_pk" PRIMARY KEY("point_id","date","from_time"),
	CONSTRAINT "campaign_windows_times" CHECK ("campaign_windows"."from_time" < "campaign_windows"."until_time"),
	CONSTRAINT "campaign_windows_taken" CHECK ("campaign_windows"."taken" >= 0 and ("campaign_windows"."capacity" is null or "campaign_windows"."taken" <= "campaign_windows"."capacity"))
);
--> statement-breakpoint
CREATE TABLE "campaigns" (
	"id" text PRIMARY KEY NOT NULL,
	"location_id" text NOT NULL,
	"title" jsonb NOT NULL,
	"organiser" jsonb NOT NULL,
	"story" jsonb NOT NULL,
	"rules" jsonb NOT NULL,
	"cover" jsonb,
	"opens_at" timestamp with time zone NOT NULL,
	"closes_at" timestamp with time zone NOT NULL,
	"goal_kind" text NOT NULL,
	"goal" integer DEFAULT 0 NOT NULL,
	"cap" integer,
	"per_person" integer,
	"allows_coupons" boolean DEFAULT false NOT NULL,
	"participants" integer DEFAULT 0 NOT NULL,
	"pieces" integer DEFAULT 0 NOT NULL,
	"amount" integer DEFAULT 0 NOT NULL,
	"outcome" text,
	"decided_at" timestamp with time zone,
	"settled_at" timestamp with time zone,
	"told" text DEFAULT 'scheduled' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "campaigns_times" CHECK ("campaigns"."opens_at" < "campaigns"."closes_at"),
	CONSTRAINT "campaigns_goal" CHECK (("campaigns"."goal_kind" = 'none') = ("campaigns"."goal" = 0) and "campaigns"."goal" >= 0),
	CONSTRAINT "campaigns_cap" CHECK ("campaigns"."cap" is null or "campaigns"."cap" >= greatest("campaigns"."goal", 1)),
	CONSTRAINT "campaigns_per_person" CHECK ("campaigns"."per_person" is null or "campaigns"."per_person" > 0),
	CONSTRAINT "campaigns_counted" CHECK ("campaigns"."participants" >= 0 and "campaigns"."pieces" >= 0 and "campaigns"."amount" >= 0),
	CONSTRAINT "campaigns_decided" CHECK (("campaigns"."outcome" is null) = ("campaigns"."decided_at" is null)),
	CONSTRAINT "campaigns_settled" CHECK ("campaigns"."settled_at" is null or "campaigns"."outcome" is not null)
);
--> statement-breakpoint
ALTER TABLE "carts" ADD COLUMN "pickup_point_id" text;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "campaign_id" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "campaign" jsonb;--> statement-breakpoint
ALTER TABLE "campaign_holds" ADD CONSTRAINT "campaign_holds_item_id_campaign_items_id_fk" FOREIGN KEY ("item_id") REFERENCES "public"."campaign_items"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "campaign_items" ADD CONSTRAINT "campaign_items_campaign_id_campaigns_id_fk" FOREIGN KEY ("campaign_id") REFERENCES "public"."campaigns"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "campaign_items" ADD CONSTRAINT "campaign_items_sku_variants_sku_fk" FOREIGN KEY ("sku") REFERENCES "public"."variants"("sku") ON DELETE no action ON UPDATE cascade;--> statement-breakpoint
ALTER TABLE "campaign_joins" ADD CONSTRAINT "campaign_joins_campaign_id_campaigns_id_fk" FOREIGN KEY ("campaign_id") REFERENCES "public"."campaigns"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "campaign_points" ADD CONSTRAINT "campaign_points_campaign_id_campaigns_id_fk" FOREIGN KEY ("campaign_id") REFERENCES "public"."campaigns"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "campaign_windows" ADD CONSTRAINT "campaign_windows_point_id_campaign_points_id_fk" FOREIGN KEY ("point_id") REFERENCES "public"."campaign_points"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "campaigns" ADD CONSTRAINT "campaigns_location_id_locations_id_fk" FOREIGN KEY ("location_id") REFERENCES "public"."locations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "campaign_items_sku" ON "campaign_items" USING btree ("campaign_id","sku");--> statement-breakpoint
CREATE INDEX "campaign_joins_campaign" ON "campaign_joins" USING btree ("campaign_id","state");--> statement-breakpoint
CREATE UNIQUE INDEX "campaign_joins_number" ON "campaign_joins" USING btree ("campaign_id","number");--> statement-breakpoint
CREATE INDEX "campaign_points_campaign" ON "campaign_points" USING btree ("campaign_id");--> statement-breakpoint
CREATE INDEX "campaigns_unsettled" ON "campaigns" USING btree ("closes_at") WHERE "campaigns"."settled_at" is null;--> statement-breakpoint
CREATE INDEX "orders_campaign" ON "orders" USING btree ("campaign_id") WHERE "orders"."campaign_id" <> '';