CREATE TABLE "referral_clicks" (
	"referrer_id" text NOT NULL,
	"group_id" text NOT NULL,
	"day" date NOT NULL,
	"count" integer NOT NULL,
	CONSTRAINT "referral_clicks_referrer_id_group_id_day_pk" PRIMARY KEY("referrer_id","group_id","day")
);
--> statement-breakpoint
DROP INDEX "products_search";--> statement-breakpoint
ALTER TABLE "campaign_joins" ADD COLUMN "is_hidden" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "campaign_points" ADD COLUMN "method" text DEFAULT 'PICKUP' NOT NULL;--> statement-breakpoint
ALTER TABLE "campaigns" ADD COLUMN "stage" text;--> statement-breakpoint
ALTER TABLE "campaigns" ADD COLUMN "extended_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "carts" ADD COLUMN "hides_name" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "quantity_step" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "min_quantity" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "reduced" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "tier" smallint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "coupons" ADD COLUMN "remind_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "credit_grants" ADD COLUMN "remind_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "cancel_request" text DEFAULT 'NONE' NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "remind_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "referral_clicks" ADD CONSTRAINT "referral_clicks_referrer_id_members_id_fk" FOREIGN KEY ("referrer_id") REFERENCES "public"."members"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "referral_clicks" ADD CONSTRAINT "referral_clicks_group_id_referral_groups_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."referral_groups"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "products_search_first" ON "products" USING gin ("search") WHERE "products"."tier" = 0;--> statement-breakpoint
CREATE INDEX "products_search_second" ON "products" USING gin ("search") WHERE "products"."tier" = 1;--> statement-breakpoint
CREATE INDEX "products_search_last" ON "products" USING gin ("search") WHERE "products"."tier" = 2;--> statement-breakpoint
CREATE INDEX "products_front" ON "products" USING btree ("sold" DESC NULLS LAST,"position","id") WHERE "products"."tier" < 1;--> statement-breakpoint
CREATE INDEX "products_dearest" ON "products" USING btree ("record_status","price_to") WHERE "products"."price_from" < "products"."price_to";--> statement-breakpoint
CREATE INDEX "products_best_selling" ON "products" USING btree ("record_status","sold" DESC NULLS LAST,"position","id");--> statement-breakpoint
CREATE INDEX "products_name" ON "products" USING btree ("record_status",(lower(coalesce(nullif("name"->>'en', ''), "name"->>'zh')) collate "C"),"id");--> statement-breakpoint
CREATE INDEX "products_reduced" ON "products" USING btree ("position","id") WHERE "products"."reduced";--> statement-breakpoint
CREATE INDEX "products_diet" ON "products" USING gin ("diet");--> statement-breakpoint
CREATE INDEX "coupons_own" ON "coupons" USING btree ((conditions->>'member')) WHERE (conditions->>'member') is not null;--> statement-breakpoint
CREATE INDEX "coupons_reminders" ON "coupons" USING btree ("remind_at") WHERE "coupons"."remind_at" is not null;--> statement-breakpoint
CREATE INDEX "credit_grants_reminders" ON "credit_grants" USING btree ("remind_at") WHERE "credit_grants"."remind_at" is not null;--> statement-breakpoint
CREATE INDEX "orders_remind" ON "orders" USING btree ("remind_at") WHERE "orders"."remind_at" is not null;--> statement-breakpoint
CREATE INDEX "orders_cancel_asked" ON "orders" USING btree ("placed_at") WHERE "orders"."cancel_request" = 'ASKED';--> statement-breakpoint
ALTER TABLE "campaigns" ADD CONSTRAINT "campaigns_stage" CHECK ("campaigns"."stage" is null or "campaigns"."outcome" = 'succeeded');--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_quantities" CHECK ("products"."quantity_step" > 0 and "products"."min_quantity" > 0 and coalesce("products"."max_per_order", 999) / "products"."quantity_step" * "products"."quantity_step" >= "products"."min_quantity");--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_cancel_request" CHECK (case "orders"."cancel_request" when 'ASKED' then "orders"."fulfilment_status" in ('PLACED','ACCEPTED','PREPARING','READY','OUT') when 'GRANTED' then "orders"."status" = 'CANCELLED' else "orders"."cancel_request" in ('NONE','DECLINED') end);--> statement-breakpoint
UPDATE "products" SET "reduced" = true WHERE "id" IN (SELECT "product_id" FROM "variants" WHERE "active" AND "compare_at_price" > "price");--> statement-breakpoint
INSERT INTO "search_words" ("key", "word") SELECT '^' || "word", "word" FROM "search_words" WHERE "key" = '~' || "word" ON CONFLICT DO NOTHING;
