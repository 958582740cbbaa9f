CREATE TABLE "cart_adds" (
	"cart_id" uuid NOT NULL,
	"idempotency_key" text NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "cart_adds_cart_id_idempotency_key_pk" PRIMARY KEY("cart_id","idempotency_key")
);
--> statement-breakpoint
CREATE TABLE "cart_lines" (
	"cart_id" uuid NOT NULL,
	"key" text NOT NULL,
	"sku" text NOT NULL,
	"modifiers" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"quantity" integer NOT NULL,
	"seen_price" integer NOT NULL,
	"added_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "cart_lines_cart_id_key_pk" PRIMARY KEY("cart_id","key"),
	CONSTRAINT "cart_lines_quantity" CHECK ("cart_lines"."quantity" between 1 and 999)
);
--> statement-breakpoint
CREATE TABLE "carts" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"session_id" uuid NOT NULL,
	"member_id" text,
	"state" text DEFAULT 'open' NOT NULL,
	"version" integer DEFAULT 0 NOT NULL,
	"method" text,
	"slot" jsonb,
	"contact" jsonb,
	"comment" text DEFAULT '' NOT NULL,
	"held_until" timestamp with time zone,
	"held_version" integer,
	"held_slot" jsonb,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "brands" (
	"id" text PRIMARY KEY NOT NULL,
	"name" jsonb NOT NULL,
	"story" jsonb DEFAULT '{"en":"","zh":""}'::jsonb NOT NULL,
	"image" jsonb
);
--> statement-breakpoint
CREATE TABLE "categories" (
	"id" text PRIMARY KEY NOT NULL,
	"parent_id" text,
	"position" integer DEFAULT 0 NOT NULL,
	"name" jsonb NOT NULL,
	"description" jsonb DEFAULT '{"en":"","zh":""}'::jsonb NOT NULL,
	"image" jsonb,
	"visible" boolean DEFAULT true NOT NULL,
	CONSTRAINT "categories_not_own_parent" CHECK ("categories"."parent_id" is distinct from "categories"."id")
);
--> statement-breakpoint
CREATE TABLE "exchange_rates" (
	"currency" char(3) PRIMARY KEY NOT NULL,
	"rate" text NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "modifier_groups" (
	"id" text PRIMARY KEY NOT NULL,
	"name" jsonb NOT NULL,
	"min" integer DEFAULT 0 NOT NULL,
	"max" integer DEFAULT 1 NOT NULL,
	"free" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "modifier_groups_bounds" CHECK (0 <= "modifier_groups"."min" and "modifier_groups"."min" <= "modifier_groups"."max" and "modifier_groups"."free" >= 0)
);
--> statement-breakpoint
CREATE TABLE "modifiers" (
	"id" text PRIMARY KEY NOT NULL,
	"group_id" text NOT NULL,
	"position" integer DEFAULT 0 NOT NULL,
	"name" jsonb NOT NULL,
	"price" integer DEFAULT 0 NOT NULL,
	"available" boolean DEFAULT true NOT NULL,
	CONSTRAINT "modifiers_price" CHECK ("modifiers"."price" >= 0)
);
--> statement-breakpoint
CREATE TABLE "product_categories" (
	"product_id" text NOT NULL,
	"category_id" text NOT NULL,
	"position" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "product_categories_product_id_category_id_pk" PRIMARY KEY("product_id","category_id")
);
--> statement-breakpoint
CREATE TABLE "product_modifier_groups" (
	"product_id" text NOT NULL,
	"group_id" text NOT NULL,
	"position" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "product_modifier_groups_product_id_group_id_pk" PRIMARY KEY("product_id","group_id")
);
--> statement-breakpoint
CREATE TABLE "product_tags" (
	"product_id" text NOT NULL,
	"tag_id" text NOT NULL,
	CONSTRAINT "product_tags_product_id_tag_id_pk" PRIMARY KEY("product_id","tag_id")
);
--> statement-breakpoint
CREATE TABLE "products" (
	"id" text PRIMARY KEY NOT NULL,
	"type" text DEFAULT 'STANDARD' NOT NULL,
	"record_status" text DEFAULT 'ACTIVE' NOT NULL,
	"position" integer DEFAULT 0 NOT NULL,
	"name" jsonb NOT NULL,
	"summary" jsonb DEFAULT '{"en":"","zh":""}'::jsonb NOT NULL,
	"description" jsonb DEFAULT '{"en":"","zh":""}'::jsonb NOT NULL,
	"brand_id" text,
	"options" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"images" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"tax_class" text DEFAULT 'standard' NOT NULL,
	"sold_by" text DEFAULT 'piece' NOT NULL,
	"measure" jsonb,
	"clearance" boolean DEFAULT false NOT NULL,
	"clearance_reason" jsonb,
	"best_before" date,
	"diet" text[] DEFAULT '{}' NOT NULL,
	"allergens" text[] DEFAULT '{}' NOT NULL,
	"ingredients" jsonb,
	"origin" jsonb,
	"storage" jsonb,
	"synonyms" text DEFAULT '' NOT NULL,
	"max_per_order" integer,
	"note_allowed" boolean DEFAULT false NOT NULL,
	"sold" integer DEFAULT 0 NOT NULL,
	"price_from" integer DEFAULT 0 NOT NULL,
	"price_to" integer DEFAULT 0 NOT NULL,
	"published_at" timestamp with time zone DEFAULT now() NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"search" "tsvector" DEFAULT ''::tsvector NOT NULL,
	"import_hash" text,
	CONSTRAINT "products_price_range" CHECK ("products"."price_from" >= 0 and "products"."price_to" >= "products"."price_from"),
	CONSTRAINT "products_max" CHECK ("products"."max_per_order" is null or "products"."max_per_order" > 0)
);
--> statement-breakpoint
CREATE TABLE "related_products" (
	"product_id" text NOT NULL,
	"related_id" text NOT NULL,
	"position" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "related_products_product_id_related_id_pk" PRIMARY KEY("product_id","related_id")
);
--> statement-breakpoint
CREATE TABLE "stock" (
	"location_id" text NOT NULL,
	"sku" text NOT NULL,
	"on_hand" integer DEFAULT 0 NOT NULL,
	"held" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "stock_sku_location_id_pk" PRIMARY KEY("sku","location_id"),
	CONSTRAINT "stock_never_below_zero" CHECK ("stock"."on_hand" >= 0),
	CONSTRAINT "stock_held_is_there" CHECK ("stock"."held" >= 0 and "stock"."held" <= "stock"."on_hand")
);
--> statement-breakpoint
CREATE TABLE "stock_holds" (
	"holder" text NOT NULL,
	"sku" text NOT NULL,
	"location_id" text NOT NULL,
	"quantity" integer NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "stock_holds_holder_sku_location_id_pk" PRIMARY KEY("holder","sku","location_id"),
	CONSTRAINT "stock_holds_quantity" CHECK ("stock_holds"."quantity" > 0)
);
--> statement-breakpoint
CREATE TABLE "stock_movements" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"location_id" text NOT NULL,
	"sku" text NOT NULL,
	"quantity" integer NOT NULL,
	"reason" text NOT NULL,
	"reference" text,
	"at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "tags" (
	"id" text PRIMARY KEY NOT NULL,
	"name" jsonb NOT NULL,
	"hidden" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "variants" (
	"sku" text PRIMARY KEY NOT NULL,
	"product_id" text NOT NULL,
	"position" integer DEFAULT 0 NOT NULL,
	"option_pair" text DEFAULT '' NOT NULL,
	"price" integer NOT NULL,
	"compare_at_price" integer,
	"currency" char(3) NOT NULL,
	"counted" boolean DEFAULT true NOT NULL,
	"barcode" text,
	"grams" integer,
	"image" jsonb,
	"active" boolean DEFAULT true NOT NULL,
	CONSTRAINT "variants_price" CHECK ("variants"."price" >= 0),
	CONSTRAINT "variants_compare_at" CHECK ("variants"."compare_at_price" is null or "variants"."compare_at_price" >= 0)
);
--> statement-breakpoint
CREATE TABLE "pages" (
	"name" text PRIMARY KEY NOT NULL,
	"title" jsonb NOT NULL,
	"blocks" jsonb NOT NULL,
	"published" boolean DEFAULT true NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sections" (
	"id" text PRIMARY KEY NOT NULL,
	"type" text NOT NULL,
	"position" integer DEFAULT 0 NOT NULL,
	"published" boolean DEFAULT true NOT NULL,
	"content" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "shop" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"settings" jsonb NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "locations" (
	"id" text PRIMARY KEY NOT NULL,
	"position" integer DEFAULT 0 NOT NULL,
	"name" jsonb NOT NULL,
	"display" boolean DEFAULT true NOT NULL,
	"virtual" boolean DEFAULT false NOT NULL,
	"street" text NOT NULL,
	"city" text NOT NULL,
	"province" text NOT NULL,
	"post_code" text NOT NULL,
	"phone" text DEFAULT '' NOT NULL,
	"map_url" text DEFAULT '' NOT NULL,
	"time_zone" text NOT NULL,
	"hours" jsonb NOT NULL,
	"exceptions" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"methods" jsonb NOT NULL,
	"lead_minutes" integer DEFAULT 20 NOT NULL,
	"slot_minutes" integer DEFAULT 15 NOT NULL,
	"days_ahead" integer DEFAULT 7 NOT NULL,
	"slot_capacity" integer DEFAULT 8 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "slot_use" (
	"location_id" text NOT NULL,
	"method" text NOT NULL,
	"starts_at" timestamp with time zone NOT NULL,
	"taken" integer NOT NULL,
	"capacity" integer NOT NULL,
	CONSTRAINT "slot_use_location_id_method_starts_at_pk" PRIMARY KEY("location_id","method","starts_at"),
	CONSTRAINT "slot_use_within" CHECK ("slot_use"."taken" >= 0 and "slot_use"."taken" <= "slot_use"."capacity")
);
--> statement-breakpoint
CREATE TABLE "members" (
	"id" text PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"password_hash" text NOT NULL,
	"name" text NOT NULL,
	"phone" text,
	"locale" text DEFAULT 'en' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_login_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "orders" (
	"id" text PRIMARY KEY NOT NULL,
	"pickup_code" text NOT NULL,
	"cart_id" uuid NOT NULL,
	"session_id" uuid NOT NULL,
	"member_id" text,
	"status" text NOT NULL,
	"payment_status" text NOT NULL,
	"pay_at_store" boolean DEFAULT false NOT NULL,
	"payment_option" text,
	"bill_hash" text NOT NULL,
	"locale" text NOT NULL,
	"location_id" text NOT NULL,
	"location" jsonb NOT NULL,
	"time_zone" text NOT NULL,
	"method" text NOT NULL,
	"slot" jsonb,
	"slot_starts_at" timestamp with time zone,
	"contact" jsonb NOT NULL,
	"comment" text DEFAULT '' NOT NULL,
	"lines" jsonb NOT NULL,
	"adjustments" jsonb NOT NULL,
	"currency" char(3) NOT NULL,
	"subtotal" integer NOT NULL,
	"total" integer NOT NULL,
	"placed_at" timestamp with time zone NOT NULL,
	"paid_at" timestamp with time zone,
	"expires_at" timestamp with time zone,
	"closed_at" timestamp with time zone,
	CONSTRAINT "orders_money" CHECK ("orders"."subtotal" >= 0 and "orders"."total" >= 0),
	CONSTRAINT "orders_states" CHECK (("orders"."status", "orders"."payment_status") in (('INTERIM','NOT_PAID'), ('NEW','PAID_ONLINE'), ('NEW','NOT_PAID'), ('FAILED','FAILED'), ('CANCELLED','NOT_PAID'), ('CANCELLED','FAILED'), ('CANCELLED','PAID_ONLINE'))),
	CONSTRAINT "orders_unpaid_is_at_store" CHECK (not ("orders"."status" = 'NEW' and "orders"."payment_status" = 'NOT_PAID' and not "orders"."pay_at_store"))
);
--> statement-breakpoint
CREATE TABLE "payment_attempts" (
	"reference" text PRIMARY KEY NOT NULL,
	"order_id" text NOT NULL,
	"provider" text NOT NULL,
	"channel" text NOT NULL,
	"state" text NOT NULL,
	"amount" integer NOT NULL,
	"currency" char(3) NOT NULL,
	"provider_reference" text,
	"payment_url" text,
	"started_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"check_at" timestamp with time zone,
	"checks" integer DEFAULT 0 NOT NULL,
	"asked_at" timestamp with time zone,
	"replaced_at" timestamp with time zone,
	"settled_at" timestamp with time zone,
	"last_answer" text,
	CONSTRAINT "payment_attempts_amount" CHECK ("payment_attempts"."amount" > 0)
);
--> statement-breakpoint
CREATE TABLE "payment_notifications" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"provider" text NOT NULL,
	"event_key" text NOT NULL,
	"reference" text,
	"body" text NOT NULL,
	"headers" jsonb NOT NULL,
	"verdict" text NOT NULL,
	"reason" text,
	"received_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "events" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"payload" jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"run_at" timestamp with time zone DEFAULT now() NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"done_at" timestamp with time zone,
	"last_error" text
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"token_hash" text NOT NULL,
	"member_id" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_seen_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "settings" (
	"key" text PRIMARY KEY NOT NULL,
	"value" jsonb NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "cart_adds" ADD CONSTRAINT "cart_adds_cart_id_carts_id_fk" FOREIGN KEY ("cart_id") REFERENCES "public"."carts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cart_lines" ADD CONSTRAINT "cart_lines_cart_id_carts_id_fk" FOREIGN KEY ("cart_id") REFERENCES "public"."carts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "modifiers" ADD CONSTRAINT "modifiers_group_id_modifier_groups_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."modifier_groups"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_categories" ADD CONSTRAINT "product_categories_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_categories" ADD CONSTRAINT "product_categories_category_id_categories_id_fk" FOREIGN KEY ("category_id") REFERENCES "public"."categories"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_modifier_groups" ADD CONSTRAINT "product_modifier_groups_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_modifier_groups" ADD CONSTRAINT "product_modifier_groups_group_id_modifier_groups_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."modifier_groups"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_tags" ADD CONSTRAINT "product_tags_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_tags" ADD CONSTRAINT "product_tags_tag_id_tags_id_fk" FOREIGN KEY ("tag_id") REFERENCES "public"."tags"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_brand_id_brands_id_fk" FOREIGN KEY ("brand_id") REFERENCES "public"."brands"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "related_products" ADD CONSTRAINT "related_products_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "related_products" ADD CONSTRAINT "related_products_related_id_products_id_fk" FOREIGN KEY ("related_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stock" ADD CONSTRAINT "stock_location_id_locations_id_fk" FOREIGN KEY ("location_id") REFERENCES "public"."locations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stock" ADD CONSTRAINT "stock_sku_variants_sku_fk" FOREIGN KEY ("sku") REFERENCES "public"."variants"("sku") ON DELETE cascade ON UPDATE cascade;--> statement-breakpoint
ALTER TABLE "variants" ADD CONSTRAINT "variants_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "slot_use" ADD CONSTRAINT "slot_use_location_id_locations_id_fk" FOREIGN KEY ("location_id") REFERENCES "public"."locations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_cart_id_carts_id_fk" FOREIGN KEY ("cart_id") REFERENCES "public"."carts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_attempts" ADD CONSTRAINT "payment_attempts_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "carts_one_open_per_session" ON "carts" USING btree ("session_id") WHERE "carts"."state" = 'open';--> statement-breakpoint
CREATE UNIQUE INDEX "carts_one_open_per_member" ON "carts" USING btree ("member_id") WHERE "carts"."state" = 'open' and "carts"."member_id" is not null;--> statement-breakpoint
CREATE INDEX "carts_held" ON "carts" USING btree ("held_until") WHERE "carts"."held_until" is not null;--> statement-breakpoint
CREATE INDEX "categories_parent" ON "categories" USING btree ("parent_id");--> statement-breakpoint
CREATE INDEX "modifiers_group" ON "modifiers" USING btree ("group_id");--> statement-breakpoint
CREATE INDEX "product_categories_category" ON "product_categories" USING btree ("category_id","product_id");--> statement-breakpoint
CREATE INDEX "product_tags_tag" ON "product_tags" USING btree ("tag_id");--> statement-breakpoint
CREATE INDEX "products_search" ON "products" USING gin ("search");--> statement-breakpoint
CREATE INDEX "products_default" ON "products" USING btree ("record_status","position","id");--> statement-breakpoint
CREATE INDEX "products_newest" ON "products" USING btree ("record_status","published_at" DESC NULLS LAST,"id");--> statement-breakpoint
CREATE INDEX "products_price" ON "products" USING btree ("record_status","price_from","id");--> statement-breakpoint
CREATE INDEX "products_brand" ON "products" USING btree ("brand_id");--> statement-breakpoint
CREATE INDEX "stock_holds_expiry" ON "stock_holds" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "stock_movements_sku" ON "stock_movements" USING btree ("sku","location_id");--> statement-breakpoint
CREATE UNIQUE INDEX "variants_option_pair" ON "variants" USING btree ("product_id","option_pair") WHERE "variants"."active";--> statement-breakpoint
CREATE INDEX "sections_type" ON "sections" USING btree ("type","position");--> statement-breakpoint
CREATE UNIQUE INDEX "members_email" ON "members" USING btree (lower("email"));--> statement-breakpoint
CREATE UNIQUE INDEX "orders_one_live_per_cart" ON "orders" USING btree ("cart_id") WHERE "orders"."status" in ('INTERIM', 'NEW');--> statement-breakpoint
CREATE INDEX "orders_session" ON "orders" USING btree ("session_id");--> statement-breakpoint
CREATE INDEX "orders_member" ON "orders" USING btree ("member_id","placed_at");--> statement-breakpoint
CREATE INDEX "orders_expiry" ON "orders" USING btree ("expires_at") WHERE "orders"."status" = 'INTERIM';--> statement-breakpoint
CREATE UNIQUE INDEX "payment_attempts_one_open" ON "payment_attempts" USING btree ("order_id") WHERE "payment_attempts"."state" = 'pending';--> statement-breakpoint
CREATE UNIQUE INDEX "payment_attempts_one_paid" ON "payment_attempts" USING btree ("order_id") WHERE "payment_attempts"."state" = 'paid';--> statement-breakpoint
CREATE UNIQUE INDEX "payment_attempts_provider_reference" ON "payment_attempts" USING btree ("provider","provider_reference");--> statement-breakpoint
CREATE INDEX "payment_attempts_due" ON "payment_attempts" USING btree ("check_at") WHERE "payment_attempts"."check_at" is not null;--> statement-breakpoint
CREATE INDEX "payment_attempts_order" ON "payment_attempts" USING btree ("order_id");--> statement-breakpoint
CREATE UNIQUE INDEX "payment_notifications_once" ON "payment_notifications" USING btree ("provider","event_key");--> statement-breakpoint
CREATE INDEX "events_due" ON "events" USING btree ("run_at") WHERE "events"."done_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "sessions_token" ON "sessions" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "sessions_member" ON "sessions" USING btree ("member_id");