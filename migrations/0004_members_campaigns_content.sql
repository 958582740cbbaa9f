CREATE TABLE "article_categories" (
	"id" text PRIMARY KEY NOT NULL,
	"name" jsonb NOT NULL,
	"text" jsonb NOT NULL,
	"position" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "article_tags" (
	"id" text PRIMARY KEY NOT NULL,
	"name" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "articles" (
	"id" text PRIMARY KEY NOT NULL,
	"title" jsonb NOT NULL,
	"summary" jsonb NOT NULL,
	"author" jsonb NOT NULL,
	"cover" jsonb,
	"category_id" text,
	"blocks" jsonb NOT NULL,
	"minutes" jsonb NOT NULL,
	"published_at" timestamp with time zone,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "articles_tagged" (
	"article_id" text NOT NULL,
	"tag_id" text NOT NULL,
	"position" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "articles_tagged_article_id_tag_id_pk" PRIMARY KEY("article_id","tag_id")
);
--> statement-breakpoint
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
CREATE TABLE "contact_accesses" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"by" text NOT NULL,
	"what" text NOT NULL,
	"member_id" text NOT NULL,
	"contact_id" text,
	"photo_id" text,
	"note" text DEFAULT '' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "contact_photos" (
	"id" text PRIMARY KEY NOT NULL,
	"member_id" text NOT NULL,
	"contact_id" text,
	"position" integer DEFAULT 0 NOT NULL,
	"key_id" text NOT NULL,
	"wrapped_key" "bytea" NOT NULL,
	"sealed" "bytea" NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "verified_contacts" (
	"id" text PRIMARY KEY NOT NULL,
	"member_id" text NOT NULL,
	"id_type" text NOT NULL,
	"masked_name" text NOT NULL,
	"masked_number" text NOT NULL,
	"key_id" text NOT NULL,
	"wrapped_key" "bytea" NOT NULL,
	"sealed" "bytea" NOT NULL,
	"status" text DEFAULT 'WAITING' NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"consent_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone NOT NULL,
	"decided_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "form_answers" (
	"reference" text PRIMARY KEY NOT NULL,
	"form" text NOT NULL,
	"state" text DEFAULT 'new' NOT NULL,
	"sent_at" timestamp with time zone NOT NULL,
	"location_id" text,
	"member_id" text,
	"locale" text NOT NULL,
	"email" text,
	"lines" jsonb NOT NULL,
	"ticket" text NOT NULL,
	"digest" text NOT NULL,
	CONSTRAINT "form_answers_ticket_unique" UNIQUE("ticket")
);
--> statement-breakpoint
CREATE TABLE "forms" (
	"name" text PRIMARY KEY NOT NULL,
	"definition" jsonb NOT NULL,
	"mail_to" text,
	"published" boolean DEFAULT true NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "influencer_likes" (
	"influencer_id" text NOT NULL,
	"member_id" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "influencer_likes_influencer_id_member_id_pk" PRIMARY KEY("influencer_id","member_id")
);
--> statement-breakpoint
CREATE TABLE "influencer_pictures" (
	"id" text PRIMARY KEY NOT NULL,
	"influencer_id" text NOT NULL,
	"large" "bytea" NOT NULL,
	"small" "bytea" NOT NULL,
	"width" integer NOT NULL,
	"height" integer NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "influencers" (
	"id" text PRIMARY KEY NOT NULL,
	"member_id" text NOT NULL,
	"working" jsonb NOT NULL,
	"published" jsonb,
	"state" text NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	"paused" boolean DEFAULT false NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"submitted_at" timestamp with time zone,
	"decided_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "influencers_approved" CHECK ("influencers"."state" <> 'APPROVED' or "influencers"."published" is not null)
);
--> statement-breakpoint
CREATE TABLE "event_counts" (
	"day" date NOT NULL,
	"name" text NOT NULL,
	"count" integer NOT NULL,
	CONSTRAINT "event_counts_day_name_pk" PRIMARY KEY("day","name")
);
--> statement-breakpoint
CREATE TABLE "identity_handshakes" (
	"hash" text PRIMARY KEY NOT NULL,
	"session_id" text NOT NULL,
	"way" text NOT NULL,
	"purpose" text NOT NULL,
	"next" text,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "proven_identities" (
	"session_id" text NOT NULL,
	"provider" text NOT NULL,
	"names" jsonb NOT NULL,
	"nickname" text DEFAULT '' NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "proven_identities_session_id_provider_pk" PRIMARY KEY("session_id","provider")
);
--> statement-breakpoint
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
CREATE TABLE "referral_groups" (
	"id" text PRIMARY KEY NOT NULL,
	"name" jsonb NOT NULL,
	"text" jsonb NOT NULL,
	"referrer" jsonb NOT NULL,
	"friend" jsonb,
	"minimum" integer DEFAULT 0 NOT NULL,
	"return_days" integer DEFAULT 14 NOT NULL,
	"orders_each" integer,
	"window_days" integer DEFAULT 365 NOT NULL,
	"monthly_orders" integer,
	"reviews_all" boolean DEFAULT false NOT NULL,
	"is_open" boolean DEFAULT true NOT NULL,
	"position" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "referral_groups_numbers" CHECK ("referral_groups"."minimum" >= 0 and "referral_groups"."return_days" >= 0 and "referral_groups"."window_days" > 0 and "referral_groups"."orders_each" > 0 and "referral_groups"."monthly_orders" > 0)
);
--> statement-breakpoint
CREATE TABLE "referral_orders" (
	"order_id" text PRIMARY KEY NOT NULL,
	"referral_id" bigint NOT NULL,
	"referrer_id" text NOT NULL,
	"placed_at" timestamp with time zone NOT NULL,
	"outcome" text NOT NULL,
	"counted_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "referral_rewards" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"referral_id" bigint NOT NULL,
	"order_id" text NOT NULL,
	"side" text NOT NULL,
	"member_id" text NOT NULL,
	"terms" jsonb NOT NULL,
	"currency" char(3) NOT NULL,
	"full" integer NOT NULL,
	"amount" integer NOT NULL,
	"lost" integer DEFAULT 0 NOT NULL,
	"state" text NOT NULL,
	"flags" text[] DEFAULT '{}' NOT NULL,
	"approved_at" timestamp with time zone,
	"note" text DEFAULT '' NOT NULL,
	"coupon_code" text,
	"counted_at" timestamp with time zone NOT NULL,
	"due_at" timestamp with time zone NOT NULL,
	"settled_at" timestamp with time zone,
	CONSTRAINT "referral_rewards_money" CHECK ("referral_rewards"."full" > 0 and "referral_rewards"."amount" between 0 and "referral_rewards"."full" and "referral_rewards"."lost" between 0 and "referral_rewards"."full"),
	CONSTRAINT "referral_rewards_state" CHECK (("referral_rewards"."state" = 'waiting') = ("referral_rewards"."settled_at" is null) and ("referral_rewards"."state" <> 'given' or "referral_rewards"."amount" > 0))
);
--> statement-breakpoint
CREATE TABLE "referrals" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"referrer_id" text NOT NULL,
	"group_id" text NOT NULL,
	"member_id" text,
	"email" text,
	"phone" text,
	"via" text NOT NULL,
	"order_id" text,
	"bound_at" timestamp with time zone NOT NULL,
	"ends_at" timestamp with time zone NOT NULL,
	CONSTRAINT "referrals_not_self" CHECK ("referrals"."member_id" <> "referrals"."referrer_id"),
	CONSTRAINT "referrals_via" CHECK (("referrals"."via" = 'order') = ("referrals"."order_id" is not null))
);
--> statement-breakpoint
CREATE TABLE "referrers" (
	"member_id" text NOT NULL,
	"group_id" text NOT NULL,
	"joined_at" timestamp with time zone NOT NULL,
	CONSTRAINT "referrers_member_id_group_id_pk" PRIMARY KEY("member_id","group_id")
);
--> statement-breakpoint
ALTER TABLE "credit_entries" DROP CONSTRAINT "credit_entries_kind";--> statement-breakpoint
ALTER TABLE "credit_entries" DROP CONSTRAINT "credit_entries_order";--> statement-breakpoint
ALTER TABLE "carts" ADD COLUMN "pickup_point_id" text;--> statement-breakpoint
ALTER TABLE "carts" ADD COLUMN "verified_contact_id" text;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "cross_border" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "members" ADD COLUMN "referral_id" text DEFAULT substr(replace(gen_random_uuid()::text, '-', ''), 1, 12) NOT NULL;--> statement-breakpoint
ALTER TABLE "members" ADD COLUMN "referrer_group" text;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "campaign_id" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "campaign" jsonb;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "verified_contact_id" text;--> statement-breakpoint
ALTER TABLE "articles" ADD CONSTRAINT "articles_category_id_article_categories_id_fk" FOREIGN KEY ("category_id") REFERENCES "public"."article_categories"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "articles_tagged" ADD CONSTRAINT "articles_tagged_article_id_articles_id_fk" FOREIGN KEY ("article_id") REFERENCES "public"."articles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "articles_tagged" ADD CONSTRAINT "articles_tagged_tag_id_article_tags_id_fk" FOREIGN KEY ("tag_id") REFERENCES "public"."article_tags"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "campaign_holds" ADD CONSTRAINT "campaign_holds_item_id_campaign_items_id_fk" FOREIGN KEY ("item_id") REFERENCES "public"."campaign_items"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "campaign_items" ADD CONSTRAINT "campaign_items_campaign_id_campaigns_id_fk" FOREIGN KEY ("campaign_id") REFERENCES "public"."campaigns"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "campaign_items" ADD CONSTRAINT "campaign_items_sku_variants_sku_fk" FOREIGN KEY ("sku") REFERENCES "public"."variants"("sku") ON DELETE no action ON UPDATE cascade;--> statement-breakpoint
ALTER TABLE "campaign_joins" ADD CONSTRAINT "campaign_joins_campaign_id_campaigns_id_fk" FOREIGN KEY ("campaign_id") REFERENCES "public"."campaigns"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "campaign_points" ADD CONSTRAINT "campaign_points_campaign_id_campaigns_id_fk" FOREIGN KEY ("campaign_id") REFERENCES "public"."campaigns"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "campaign_windows" ADD CONSTRAINT "campaign_windows_point_id_campaign_points_id_fk" FOREIGN KEY ("point_id") REFERENCES "public"."campaign_points"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "campaigns" ADD CONSTRAINT "campaigns_location_id_locations_id_fk" FOREIGN KEY ("location_id") REFERENCES "public"."locations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contact_photos" ADD CONSTRAINT "contact_photos_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contact_photos" ADD CONSTRAINT "contact_photos_contact_id_verified_contacts_id_fk" FOREIGN KEY ("contact_id") REFERENCES "public"."verified_contacts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "verified_contacts" ADD CONSTRAINT "verified_contacts_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "influencer_likes" ADD CONSTRAINT "influencer_likes_influencer_id_influencers_id_fk" FOREIGN KEY ("influencer_id") REFERENCES "public"."influencers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "influencer_likes" ADD CONSTRAINT "influencer_likes_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "influencer_pictures" ADD CONSTRAINT "influencer_pictures_influencer_id_influencers_id_fk" FOREIGN KEY ("influencer_id") REFERENCES "public"."influencers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "influencers" ADD CONSTRAINT "influencers_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "membership_coupons" ADD CONSTRAINT "membership_coupons_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "membership_grants" ADD CONSTRAINT "membership_grants_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "membership_grants" ADD CONSTRAINT "membership_grants_tier_id_membership_tiers_id_fk" FOREIGN KEY ("tier_id") REFERENCES "public"."membership_tiers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "membership_plans" ADD CONSTRAINT "membership_plans_sku_variants_sku_fk" FOREIGN KEY ("sku") REFERENCES "public"."variants"("sku") ON DELETE cascade ON UPDATE cascade;--> statement-breakpoint
ALTER TABLE "membership_plans" ADD CONSTRAINT "membership_plans_tier_id_membership_tiers_id_fk" FOREIGN KEY ("tier_id") REFERENCES "public"."membership_tiers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_tier_id_membership_tiers_id_fk" FOREIGN KEY ("tier_id") REFERENCES "public"."membership_tiers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "referral_orders" ADD CONSTRAINT "referral_orders_referral_id_referrals_id_fk" FOREIGN KEY ("referral_id") REFERENCES "public"."referrals"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "referral_rewards" ADD CONSTRAINT "referral_rewards_referral_id_referrals_id_fk" FOREIGN KEY ("referral_id") REFERENCES "public"."referrals"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "referral_rewards" ADD CONSTRAINT "referral_rewards_order_id_referral_orders_order_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."referral_orders"("order_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "referral_rewards" ADD CONSTRAINT "referral_rewards_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "referrals" ADD CONSTRAINT "referrals_referrer_id_members_id_fk" FOREIGN KEY ("referrer_id") REFERENCES "public"."members"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "referrals" ADD CONSTRAINT "referrals_group_id_referral_groups_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."referral_groups"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "referrals" ADD CONSTRAINT "referrals_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "referrers" ADD CONSTRAINT "referrers_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "referrers" ADD CONSTRAINT "referrers_group_id_referral_groups_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."referral_groups"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "articles_published" ON "articles" USING btree ("published_at");--> statement-breakpoint
CREATE INDEX "articles_category" ON "articles" USING btree ("category_id");--> statement-breakpoint
CREATE INDEX "articles_tagged_tag" ON "articles_tagged" USING btree ("tag_id");--> statement-breakpoint
CREATE UNIQUE INDEX "campaign_items_sku" ON "campaign_items" USING btree ("campaign_id","sku");--> statement-breakpoint
CREATE INDEX "campaign_joins_campaign" ON "campaign_joins" USING btree ("campaign_id","state");--> statement-breakpoint
CREATE UNIQUE INDEX "campaign_joins_number" ON "campaign_joins" USING btree ("campaign_id","number");--> statement-breakpoint
CREATE INDEX "campaign_points_campaign" ON "campaign_points" USING btree ("campaign_id");--> statement-breakpoint
CREATE INDEX "campaigns_unsettled" ON "campaigns" USING btree ("closes_at") WHERE "campaigns"."settled_at" is null;--> statement-breakpoint
CREATE INDEX "contact_accesses_contact" ON "contact_accesses" USING btree ("contact_id","id");--> statement-breakpoint
CREATE INDEX "contact_accesses_at" ON "contact_accesses" USING btree ("at");--> statement-breakpoint
CREATE INDEX "contact_photos_member" ON "contact_photos" USING btree ("member_id");--> statement-breakpoint
CREATE INDEX "contact_photos_contact" ON "contact_photos" USING btree ("contact_id");--> statement-breakpoint
CREATE INDEX "verified_contacts_member" ON "verified_contacts" USING btree ("member_id","created_at");--> statement-breakpoint
CREATE INDEX "verified_contacts_used" ON "verified_contacts" USING btree ("used_at");--> statement-breakpoint
CREATE INDEX "form_answers_state" ON "form_answers" USING btree ("state","sent_at");--> statement-breakpoint
CREATE INDEX "form_answers_sender" ON "form_answers" USING btree ("email","sent_at");--> statement-breakpoint
CREATE INDEX "influencer_likes_member" ON "influencer_likes" USING btree ("member_id");--> statement-breakpoint
CREATE INDEX "influencer_pictures_owner" ON "influencer_pictures" USING btree ("influencer_id");--> statement-breakpoint
CREATE UNIQUE INDEX "influencers_member" ON "influencers" USING btree ("member_id");--> statement-breakpoint
CREATE INDEX "influencers_waiting" ON "influencers" USING btree ("submitted_at") WHERE "influencers"."state" = 'PENDING';--> statement-breakpoint
CREATE INDEX "identity_handshakes_expiry" ON "identity_handshakes" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "proven_identities_expiry" ON "proven_identities" USING btree ("expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "membership_coupons_code" ON "membership_coupons" USING btree ("code");--> statement-breakpoint
CREATE UNIQUE INDEX "membership_grants_line" ON "membership_grants" USING btree ("order_id","line_key");--> statement-breakpoint
CREATE INDEX "membership_grants_member" ON "membership_grants" USING btree ("member_id");--> statement-breakpoint
CREATE INDEX "membership_plans_tier" ON "membership_plans" USING btree ("tier_id");--> statement-breakpoint
CREATE UNIQUE INDEX "membership_tiers_rank" ON "membership_tiers" USING btree ("rank");--> statement-breakpoint
CREATE INDEX "memberships_until" ON "memberships" USING btree ("until");--> statement-breakpoint
CREATE INDEX "referral_orders_referral" ON "referral_orders" USING btree ("referral_id");--> statement-breakpoint
CREATE INDEX "referral_orders_referrer" ON "referral_orders" USING btree ("referrer_id","placed_at");--> statement-breakpoint
CREATE UNIQUE INDEX "referral_rewards_once" ON "referral_rewards" USING btree ("order_id","side");--> statement-breakpoint
CREATE INDEX "referral_rewards_referral" ON "referral_rewards" USING btree ("referral_id","side");--> statement-breakpoint
CREATE INDEX "referral_rewards_member" ON "referral_rewards" USING btree ("member_id","side","counted_at");--> statement-breakpoint
CREATE INDEX "referral_rewards_due" ON "referral_rewards" USING btree ("due_at") WHERE "referral_rewards"."state" = 'waiting';--> statement-breakpoint
CREATE UNIQUE INDEX "referrals_member" ON "referrals" USING btree ("member_id");--> statement-breakpoint
CREATE UNIQUE INDEX "referrals_email" ON "referrals" USING btree ("email");--> statement-breakpoint
CREATE UNIQUE INDEX "referrals_phone" ON "referrals" USING btree ("phone");--> statement-breakpoint
CREATE UNIQUE INDEX "referrals_order" ON "referrals" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "referrals_referrer" ON "referrals" USING btree ("referrer_id","bound_at");--> statement-breakpoint
CREATE INDEX "referrals_end" ON "referrals" USING btree ("ends_at");--> statement-breakpoint
CREATE UNIQUE INDEX "credit_entries_one_take_back" ON "credit_entries" USING btree ("grant_id","reference") WHERE "credit_entries"."kind" = 'take_back';--> statement-breakpoint
CREATE UNIQUE INDEX "members_referral" ON "members" USING btree ("referral_id");--> statement-breakpoint
CREATE INDEX "orders_campaign" ON "orders" USING btree ("campaign_id") WHERE "orders"."campaign_id" <> '';--> statement-breakpoint
ALTER TABLE "credit_entries" ADD CONSTRAINT "credit_entries_kind" CHECK (case "credit_entries"."kind"
        when 'grant' then "credit_entries"."available" > 0 and "credit_entries"."held" = 0
        when 'hold' then "credit_entries"."available" < 0 and "credit_entries"."held" = -"credit_entries"."available"
        when 'capture' then "credit_entries"."available" = 0 and "credit_entries"."held" < 0
        when 'release' then "credit_entries"."available" > 0 and "credit_entries"."held" = -"credit_entries"."available"
        when 'refund' then "credit_entries"."available" > 0 and "credit_entries"."held" = 0
        when 'expire' then "credit_entries"."available" < 0 and "credit_entries"."held" = 0
        when 'take_back' then "credit_entries"."available" < 0 and "credit_entries"."held" = 0
        else false end);--> statement-breakpoint
ALTER TABLE "credit_entries" ADD CONSTRAINT "credit_entries_order" CHECK (("credit_entries"."kind" in ('grant', 'expire', 'take_back')) = ("credit_entries"."order_id" is null) or "credit_entries"."kind" = 'grant');--> statement-breakpoint
-- Rows that are written several times on the way of an order find room on their own page: no index is touched then.
ALTER TABLE "sessions" SET (fillfactor = 70);--> statement-breakpoint
ALTER TABLE "carts" SET (fillfactor = 50);--> statement-breakpoint
ALTER TABLE "cart_lines" SET (fillfactor = 70);--> statement-breakpoint
ALTER TABLE "orders" SET (fillfactor = 60);--> statement-breakpoint
ALTER TABLE "payment_attempts" SET (fillfactor = 50);--> statement-breakpoint
ALTER TABLE "slot_use" SET (fillfactor = 50);--> statement-breakpoint
ALTER TABLE "stock" SET (fillfactor = 50);--> statement-breakpoint
ALTER TABLE "stock_holds" SET (fillfactor = 50);
