CREATE TABLE "membership_coupons" (
	"member_id" text NOT NULL,
	"month" text NOT NULL,
	"code" text NOT NULL,
	"until" timestamp with time zone NOT NULL,
	CONSTRAINT "membership_coupons_member_id_month_pk" PRIMARY KEY("member_id","month")
);
--> statement-breakpoint
CREATE TABLE "membership_grants" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"member_id" text NOT NULL,
	"tier_id" text NOT NULL,
	"order_id" text,
	"line_key" text,
	"note" text DEFAULT '' NOT NULL,
	"pieces" integer DEFAULT 1 NOT NULL,
	"taken" integer DEFAULT 0 NOT NULL,
	"from" timestamp with time zone NOT NULL,
	"until" timestamp with time zone NOT NULL,
	"granted_at" timestamp with time zone NOT NULL,
	CONSTRAINT "membership_grants_taken" CHECK ("membership_grants"."taken" between 0 and "membership_grants"."pieces")
);
--> statement-breakpoint
CREATE TABLE "membership_plans" (
	"sku" text PRIMARY KEY NOT NULL,
	"tier_id" text NOT NULL,
	"months" integer NOT NULL,
	CONSTRAINT "membership_plans_months" CHECK ("membership_plans"."months" > 0)
);
--> statement-breakpoint
CREATE TABLE "membership_tiers" (
	"id" text PRIMARY KEY NOT NULL,
	"name" jsonb NOT NULL,
	"summary" jsonb DEFAULT '{"en":"","zh":""}'::jsonb NOT NULL,
	"rank" integer NOT NULL,
	"member_prices" boolean DEFAULT false NOT NULL,
	"percent" integer DEFAULT 0 NOT NULL,
	"free_delivery_from" integer,
	"coupon" jsonb,
	CONSTRAINT "membership_tiers_percent" CHECK ("membership_tiers"."percent" between 0 and 100),
	CONSTRAINT "membership_tiers_delivery" CHECK ("membership_tiers"."free_delivery_from" is null or "membership_tiers"."free_delivery_from" >= 0)
);
--> statement-breakpoint
CREATE TABLE "memberships" (
	"member_id" text NOT NULL,
	"tier_id" text NOT NULL,
	"from" timestamp with time zone NOT NULL,
	"until" timestamp with time zone NOT NULL,
	"reminded_days" integer,
	CONSTRAINT "memberships_member_id_tier_id_pk" PRIMARY KEY("member_id","tier_id"),
	CONSTRAINT "memberships_period" CHECK ("memberships"."until" >= "memberships"."from")
);
--> statement-breakpoint
ALTER TABLE "membership_coupons" ADD CONSTRAINT "membership_coupons_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "membership_grants" ADD CONSTRAINT "membership_grants_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "membership_grants" ADD CONSTRAINT "membership_grants_tier_id_membership_tiers_id_fk" FOREIGN KEY ("tier_id") REFERENCES "public"."membership_tiers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "membership_plans" ADD CONSTRAINT "membership_plans_sku_variants_sku_fk" FOREIGN KEY ("sku") REFERENCES "public"."variants"("sku") ON DELETE cascade ON UPDATE cascade;--> statement-breakpoint
ALTER TABLE "membership_plans" ADD CONSTRAINT "membership_plans_tier_id_membership_tiers_id_fk" FOREIGN KEY ("tier_id") REFERENCES "public"."membership_tiers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_tier_id_membership_tiers_id_fk" FOREIGN KEY ("tier_id") REFERENCES "public"."membership_tiers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "membership_coupons_code" ON "membership_coupons" USING btree ("code");--> statement-breakpoint
CREATE UNIQUE INDEX "membership_grants_line" ON "membership_grants" USING btree ("order_id","line_key");--> statement-breakpoint
CREATE INDEX "membership_grants_member" ON "membership_grants" USING btree ("member_id");--> statement-breakpoint
CREATE INDEX "membership_plans_tier" ON "membership_plans" USING btree ("tier_id");--> statement-breakpoint
CREATE UNIQUE INDEX "membership_tiers_rank" ON "membership_tiers" USING btree ("rank");--> statement-breakpoint
CREATE INDEX "memberships_until" ON "memberships" USING btree ("until");