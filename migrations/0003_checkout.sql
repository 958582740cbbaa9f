CREATE TABLE "coupon_persons" (
	"code" text NOT NULL,
	"person" text NOT NULL,
	"used" integer NOT NULL,
	CONSTRAINT "coupon_persons_code_person_pk" PRIMARY KEY("code","person"),
	CONSTRAINT "coupon_persons_used" CHECK ("coupon_persons"."used" >= 0)
);
--> statement-breakpoint
CREATE TABLE "coupon_uses" (
	"order_id" text PRIMARY KEY NOT NULL,
	"code" text NOT NULL,
	"persons" text[] NOT NULL,
	"used_at" timestamp with time zone NOT NULL,
	"returned_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "coupons" (
	"code" text PRIMARY KEY NOT NULL,
	"name" jsonb NOT NULL,
	"note" jsonb DEFAULT '{"en":"","zh":""}'::jsonb NOT NULL,
	"reward" jsonb NOT NULL,
	"conditions" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"starts_at" timestamp with time zone,
	"ends_at" timestamp with time zone,
	"max_uses" integer,
	"max_uses_each" integer,
	"used" integer DEFAULT 0 NOT NULL,
	"active" boolean DEFAULT true NOT NULL,
	"listed" boolean DEFAULT false NOT NULL,
	CONSTRAINT "coupons_code" CHECK ("coupons"."code" = upper("coupons"."code") and "coupons"."code" <> ''),
	CONSTRAINT "coupons_never_over" CHECK ("coupons"."used" >= 0 and ("coupons"."max_uses" is null or "coupons"."used" <= "coupons"."max_uses"))
);
--> statement-breakpoint
CREATE TABLE "credit_entries" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"member_id" text NOT NULL,
	"grant_id" uuid NOT NULL,
	"order_id" text,
	"kind" text NOT NULL,
	"available" integer NOT NULL,
	"held" integer NOT NULL,
	"reference" text DEFAULT '' NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "credit_entries_kind" CHECK (case "credit_entries"."kind"
        when 'grant' then "credit_entries"."available" > 0 and "credit_entries"."held" = 0
        when 'hold' then "credit_entries"."available" < 0 and "credit_entries"."held" = -"credit_entries"."available"
        when 'capture' then "credit_entries"."available" = 0 and "credit_entries"."held" < 0
        when 'release' then "credit_entries"."available" > 0 and "credit_entries"."held" = -"credit_entries"."available"
        when 'refund' then "credit_entries"."available" > 0 and "credit_entries"."held" = 0
        when 'expire' then "credit_entries"."available" < 0 and "credit_entries"."held" = 0
        else false end),
	CONSTRAINT "credit_entries_order" CHECK (("credit_entries"."kind" in ('grant', 'expire')) = ("credit_entries"."order_id" is null) or "credit_entries"."kind" = 'grant')
);
--> statement-breakpoint
CREATE TABLE "credit_grants" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"member_id" text NOT NULL,
	"key" text NOT NULL,
	"currency" char(3) NOT NULL,
	"amount" integer NOT NULL,
	"available" integer NOT NULL,
	"held" integer DEFAULT 0 NOT NULL,
	"reason" text NOT NULL,
	"note" jsonb,
	"granted_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone,
	CONSTRAINT "credit_grants_money" CHECK ("credit_grants"."amount" > 0 and "credit_grants"."available" >= 0 and "credit_grants"."held" >= 0 and "credit_grants"."available" + "credit_grants"."held" <= "credit_grants"."amount")
);
--> statement-breakpoint
CREATE TABLE "credit_uses" (
	"order_id" text PRIMARY KEY NOT NULL,
	"member_id" text NOT NULL,
	"currency" char(3) NOT NULL,
	"amount" integer NOT NULL,
	"state" text NOT NULL,
	"given_back" integer DEFAULT 0 NOT NULL,
	"held_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	CONSTRAINT "credit_uses_money" CHECK ("credit_uses"."amount" > 0 and "credit_uses"."given_back" between 0 and "credit_uses"."amount"),
	CONSTRAINT "credit_uses_back" CHECK ("credit_uses"."state" = 'captured' or "credit_uses"."given_back" = 0)
);
--> statement-breakpoint
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
CREATE TABLE "mailed_secrets" (
	"member_id" text NOT NULL,
	"purpose" text NOT NULL,
	"hash" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"sent" integer DEFAULT 1 NOT NULL,
	"counted_from" timestamp with time zone NOT NULL,
	CONSTRAINT "mailed_secrets_member_id_purpose_pk" PRIMARY KEY("member_id","purpose")
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
CREATE TABLE "member_consents" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"member_id" text NOT NULL,
	"kind" text NOT NULL,
	"given" boolean NOT NULL,
	"source" text NOT NULL,
	"at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "member_identities" (
	"provider" text NOT NULL,
	"app" text NOT NULL,
	"subject" text NOT NULL,
	"member_id" text NOT NULL,
	"nickname" text DEFAULT '' NOT NULL,
	"linked_at" timestamp with time zone NOT NULL,
	CONSTRAINT "member_identities_provider_app_subject_pk" PRIMARY KEY("provider","app","subject")
);
--> statement-breakpoint
CREATE TABLE "member_pictures" (
	"id" text PRIMARY KEY NOT NULL,
	"member_id" text NOT NULL,
	"type" text NOT NULL,
	"bytes" "bytea" NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "order_timeline" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"order_id" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"kind" text NOT NULL,
	"by" text NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"promised_at" timestamp with time zone,
	"amount" integer,
	"credit" integer
);
--> statement-breakpoint
CREATE TABLE "refund_states" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"refund" text NOT NULL,
	"state" text NOT NULL,
	"answer" text NOT NULL,
	"at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "refunds" (
	"reference" text PRIMARY KEY NOT NULL,
	"attempt" text,
	"order_id" text NOT NULL,
	"key" text NOT NULL,
	"amount" integer NOT NULL,
	"credit" integer DEFAULT 0 NOT NULL,
	"currency" char(3) NOT NULL,
	"reason" text NOT NULL,
	"parts" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"state" text NOT NULL,
	"provider_reference" text,
	"requested_at" timestamp with time zone NOT NULL,
	"settled_at" timestamp with time zone,
	"check_at" timestamp with time zone,
	"checks" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "refunds_amount" CHECK ("refunds"."amount" >= 0 and "refunds"."credit" >= 0 and "refunds"."amount" + "refunds"."credit" > 0 and ("refunds"."amount" = 0 or "refunds"."attempt" is not null))
);
--> statement-breakpoint
CREATE TABLE "tax_rates" (
	"province" text NOT NULL,
	"tax" text NOT NULL,
	"from" date NOT NULL,
	"rates" jsonb NOT NULL,
	CONSTRAINT "tax_rates_province_tax_from_pk" PRIMARY KEY("province","tax","from")
);
--> statement-breakpoint
ALTER TABLE "orders" DROP CONSTRAINT "orders_states";--> statement-breakpoint
DROP INDEX "carts_one_open_per_session";--> statement-breakpoint
DROP INDEX "carts_one_open_per_member";--> statement-breakpoint
ALTER TABLE "members" ALTER COLUMN "password_hash" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "carts" ADD COLUMN "campaign_id" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "carts" ADD COLUMN "address" jsonb;--> statement-breakpoint
ALTER TABLE "carts" ADD COLUMN "tip" jsonb;--> statement-breakpoint
ALTER TABLE "carts" ADD COLUMN "coupon_code" text;--> statement-breakpoint
ALTER TABLE "carts" ADD COLUMN "credit" jsonb;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "prepayment" jsonb;--> statement-breakpoint
ALTER TABLE "variants" ADD COLUMN "deposit" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "locations" ADD COLUMN "cancel_minutes" integer DEFAULT 30;--> statement-breakpoint
ALTER TABLE "locations" ADD COLUMN "pauses" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "locations" ADD COLUMN "method_rules" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "locations" ADD COLUMN "zone_choice" text DEFAULT 'first' NOT NULL;--> statement-breakpoint
ALTER TABLE "locations" ADD COLUMN "tables_opened_by" text DEFAULT 'guests' NOT NULL;--> statement-breakpoint
ALTER TABLE "locations" ADD COLUMN "country" text DEFAULT 'CA' NOT NULL;--> statement-breakpoint
ALTER TABLE "locations" ADD COLUMN "latitude" double precision;--> statement-breakpoint
ALTER TABLE "locations" ADD COLUMN "longitude" double precision;--> statement-breakpoint
ALTER TABLE "members" ADD COLUMN "email_verified_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "members" ADD COLUMN "picture_id" text;--> statement-breakpoint
ALTER TABLE "members" ADD COLUMN "deleted_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "fulfilment_status" text DEFAULT 'NONE' NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "promised_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "address" jsonb;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "table_number" text;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "table_session_id" uuid;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "place_of_supply" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "parts" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "coupon" jsonb;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "credit" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "balance" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "refunded" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "refunding" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "credit_returned" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "payment_attempts" ADD COLUMN "handover" jsonb;--> statement-breakpoint
ALTER TABLE "payment_attempts" ADD COLUMN "is_qr_code" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "payment_attempts" ADD COLUMN "received" integer;--> statement-breakpoint
ALTER TABLE "payment_attempts" ADD COLUMN "received_currency" char(3);--> statement-breakpoint
ALTER TABLE "payment_attempts" ADD COLUMN "refunded" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "payment_attempts" ADD COLUMN "resolution" text;--> statement-breakpoint
ALTER TABLE "payment_attempts" ADD COLUMN "resolved_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "payment_attempts" ADD COLUMN "reconciled_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "payment_attempts" ADD COLUMN "discrepancy" text;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "device" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "coupon_persons" ADD CONSTRAINT "coupon_persons_code_coupons_code_fk" FOREIGN KEY ("code") REFERENCES "public"."coupons"("code") ON DELETE no action ON UPDATE cascade;--> statement-breakpoint
ALTER TABLE "coupon_uses" ADD CONSTRAINT "coupon_uses_code_coupons_code_fk" FOREIGN KEY ("code") REFERENCES "public"."coupons"("code") ON DELETE no action ON UPDATE cascade;--> statement-breakpoint
ALTER TABLE "credit_entries" ADD CONSTRAINT "credit_entries_grant_id_credit_grants_id_fk" FOREIGN KEY ("grant_id") REFERENCES "public"."credit_grants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "credit_entries" ADD CONSTRAINT "credit_entries_order_id_credit_uses_order_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."credit_uses"("order_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "credit_grants" ADD CONSTRAINT "credit_grants_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "credit_uses" ADD CONSTRAINT "credit_uses_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "delivery_zones" ADD CONSTRAINT "delivery_zones_location_id_locations_id_fk" FOREIGN KEY ("location_id") REFERENCES "public"."locations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "dining_tables" ADD CONSTRAINT "dining_tables_location_id_locations_id_fk" FOREIGN KEY ("location_id") REFERENCES "public"."locations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "table_guests" ADD CONSTRAINT "table_guests_table_session_id_table_sessions_id_fk" FOREIGN KEY ("table_session_id") REFERENCES "public"."table_sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mailed_secrets" ADD CONSTRAINT "mailed_secrets_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "member_addresses" ADD CONSTRAINT "member_addresses_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "member_consents" ADD CONSTRAINT "member_consents_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "member_identities" ADD CONSTRAINT "member_identities_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "member_pictures" ADD CONSTRAINT "member_pictures_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_timeline" ADD CONSTRAINT "order_timeline_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refund_states" ADD CONSTRAINT "refund_states_refund_refunds_reference_fk" FOREIGN KEY ("refund") REFERENCES "public"."refunds"("reference") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_attempt_payment_attempts_reference_fk" FOREIGN KEY ("attempt") REFERENCES "public"."payment_attempts"("reference") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "coupon_uses_code" ON "coupon_uses" USING btree ("code");--> statement-breakpoint
CREATE INDEX "credit_entries_member" ON "credit_entries" USING btree ("member_id","id");--> statement-breakpoint
CREATE INDEX "credit_entries_grant" ON "credit_entries" USING btree ("grant_id");--> statement-breakpoint
CREATE UNIQUE INDEX "credit_entries_one_grant" ON "credit_entries" USING btree ("grant_id") WHERE "credit_entries"."kind" = 'grant';--> statement-breakpoint
CREATE UNIQUE INDEX "credit_entries_one_hold" ON "credit_entries" USING btree ("order_id","grant_id") WHERE "credit_entries"."kind" = 'hold';--> statement-breakpoint
CREATE UNIQUE INDEX "credit_entries_one_end" ON "credit_entries" USING btree ("order_id","grant_id") WHERE "credit_entries"."kind" in ('capture', 'release');--> statement-breakpoint
CREATE UNIQUE INDEX "credit_entries_one_refund" ON "credit_entries" USING btree ("order_id","grant_id","reference") WHERE "credit_entries"."kind" = 'refund';--> statement-breakpoint
CREATE UNIQUE INDEX "credit_grants_key" ON "credit_grants" USING btree ("key");--> statement-breakpoint
CREATE INDEX "credit_grants_spendable" ON "credit_grants" USING btree ("member_id","expires_at") WHERE "credit_grants"."available" > 0;--> statement-breakpoint
CREATE INDEX "credit_grants_expiry" ON "credit_grants" USING btree ("expires_at") WHERE "credit_grants"."available" > 0;--> statement-breakpoint
CREATE INDEX "credit_uses_member" ON "credit_uses" USING btree ("member_id");--> statement-breakpoint
CREATE INDEX "delivery_zones_location" ON "delivery_zones" USING btree ("location_id","position");--> statement-breakpoint
CREATE INDEX "table_guests_table" ON "table_guests" USING btree ("table_session_id");--> statement-breakpoint
CREATE UNIQUE INDEX "table_sessions_one_open" ON "table_sessions" USING btree ("location_id","table_number") WHERE "table_sessions"."closed_at" is null;--> statement-breakpoint
CREATE INDEX "mailed_secrets_hash" ON "mailed_secrets" USING btree ("hash");--> statement-breakpoint
CREATE INDEX "mailed_secrets_expiry" ON "mailed_secrets" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "member_addresses_member" ON "member_addresses" USING btree ("member_id","type","used_at");--> statement-breakpoint
CREATE UNIQUE INDEX "member_addresses_one_default" ON "member_addresses" USING btree ("member_id","type") WHERE "member_addresses"."is_default";--> statement-breakpoint
CREATE INDEX "member_consents_member" ON "member_consents" USING btree ("member_id","kind","id");--> statement-breakpoint
CREATE INDEX "member_identities_member" ON "member_identities" USING btree ("member_id","provider");--> statement-breakpoint
CREATE INDEX "member_pictures_member" ON "member_pictures" USING btree ("member_id");--> statement-breakpoint
CREATE INDEX "order_timeline_order" ON "order_timeline" USING btree ("order_id","id");--> statement-breakpoint
CREATE INDEX "refund_states_refund" ON "refund_states" USING btree ("refund");--> statement-breakpoint
CREATE UNIQUE INDEX "refunds_key" ON "refunds" USING btree ("key");--> statement-breakpoint
CREATE INDEX "refunds_order" ON "refunds" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "refunds_due" ON "refunds" USING btree ("check_at") WHERE "refunds"."check_at" is not null;--> statement-breakpoint
CREATE INDEX "stock_movements_reference" ON "stock_movements" USING btree ("reference") WHERE "stock_movements"."reference" is not null;--> statement-breakpoint
CREATE INDEX "orders_table_session" ON "orders" USING btree ("table_session_id") WHERE "orders"."table_session_id" is not null;--> statement-breakpoint
CREATE INDEX "orders_email" ON "orders" USING btree (lower("contact"->>'email'));--> statement-breakpoint
CREATE INDEX "orders_phone" ON "orders" USING btree (("contact"->>'phone'));--> statement-breakpoint
CREATE UNIQUE INDEX "carts_one_open_per_session" ON "carts" USING btree ("session_id","campaign_id") WHERE "carts"."state" = 'open';--> statement-breakpoint
CREATE UNIQUE INDEX "carts_one_open_per_member" ON "carts" USING btree ("member_id","campaign_id") WHERE "carts"."state" = 'open' and "carts"."member_id" is not null;--> statement-breakpoint
ALTER TABLE "variants" ADD CONSTRAINT "variants_deposit" CHECK ("variants"."deposit" >= 0);--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_paid_with" CHECK ("orders"."credit" >= 0 and "orders"."balance" >= 0 and "orders"."credit" + "orders"."balance" <= "orders"."total");--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_paid_at_store" CHECK ("orders"."payment_status" <> 'PAID_AT_STORE' or "orders"."pay_at_store");--> statement-breakpoint
UPDATE "orders" SET "fulfilment_status" = CASE "status" WHEN 'NEW' THEN 'PLACED' ELSE 'CANCELLED' END WHERE "status" IN ('NEW', 'CANCELLED');--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_fulfilment" CHECK (case "orders"."status" when 'NEW' then "orders"."fulfilment_status" in ('PLACED','ACCEPTED','PREPARING','READY','OUT','PICKED_UP','DELIVERED','SERVED','NO_SHOW') when 'CANCELLED' then "orders"."fulfilment_status" = 'CANCELLED' else "orders"."fulfilment_status" = 'NONE' end);--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_fulfilment_method" CHECK (case "orders"."fulfilment_status" when 'OUT' then "orders"."method" = 'DELIVERY' when 'DELIVERED' then "orders"."method" = 'DELIVERY' when 'SERVED' then "orders"."method" = 'EAT_IN' when 'PICKED_UP' then "orders"."method" = 'PICKUP' else true end);--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_refunds" CHECK ("orders"."refunded" >= 0 and "orders"."refunding" >= 0 and "orders"."refunded" + "orders"."refunding" <= "orders"."total");--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_credit_returned" CHECK ("orders"."credit_returned" >= 0 and "orders"."credit_returned" <= "orders"."credit");--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_states" CHECK (("orders"."status", "orders"."payment_status") in (('INTERIM','NOT_PAID'), ('NEW','PAID_ONLINE'), ('NEW','NOT_PAID'), ('NEW','PAID_AT_STORE'), ('FAILED','FAILED'), ('CANCELLED','NOT_PAID'), ('CANCELLED','FAILED'), ('CANCELLED','PAID_ONLINE')));--> statement-breakpoint
ALTER TABLE "payment_attempts" ADD CONSTRAINT "payment_attempts_refunded" CHECK ("payment_attempts"."refunded" >= 0 and "payment_attempts"."refunded" <= coalesce("payment_attempts"."received", "payment_attempts"."amount"));