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
ALTER TABLE "members" ADD COLUMN "referral_id" text DEFAULT substr(replace(gen_random_uuid()::text, '-', ''), 1, 12) NOT NULL;--> statement-breakpoint
ALTER TABLE "members" ADD COLUMN "referrer_group" text;--> statement-breakpoint
ALTER TABLE "referral_orders" ADD CONSTRAINT "referral_orders_referral_id_referrals_id_fk" FOREIGN KEY ("referral_id") REFERENCES "public"."referrals"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "referral_rewards" ADD CONSTRAINT "referral_rewards_referral_id_referrals_id_fk" FOREIGN KEY ("referral_id") REFERENCES "public"."referrals"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "referral_rewards" ADD CONSTRAINT "referral_rewards_order_id_referral_orders_order_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."referral_orders"("order_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "referral_rewards" ADD CONSTRAINT "referral_rewards_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "referrals" ADD CONSTRAINT "referrals_referrer_id_members_id_fk" FOREIGN KEY ("referrer_id") REFERENCES "public"."members"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "referrals" ADD CONSTRAINT "referrals_group_id_referral_groups_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."referral_groups"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "referrals" ADD CONSTRAINT "referrals_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "referrers" ADD CONSTRAINT "referrers_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "referrers" ADD CONSTRAINT "referrers_group_id_referral_groups_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."referral_groups"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
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
ALTER TABLE "credit_entries" ADD CONSTRAINT "credit_entries_kind" CHECK (case "credit_entries"."kind"
        when 'grant' then "credit_entries"."available" > 0 and "credit_entries"."held" = 0
        when 'hold' then "credit_entries"."available" < 0 and "credit_entries"."held" = -"credit_entries"."available"
        when 'capture' then "credit_entries"."available" = 0 and "credit_entries"."held" < 0
        when 'release' then "credit_entries"."available" > 0 and "credit_entries"."held" = -"credit_entries"."available"
        when 'refund' then "credit_entries"."available" > 0 and "credit_entries"."held" = 0
        when 'expire' then "credit_entries"."available" < 0 and "credit_entries"."held" = 0
        when 'take_back' then "credit_entries"."available" < 0 and "credit_entries"."held" = 0
        else false end);--> statement-breakpoint
ALTER TABLE "credit_entries" ADD CONSTRAINT "credit_entries_order" CHECK (("credit_entries"."kind" in ('grant', 'expire', 'take_back')) = ("credit_entries"."order_id" is null) or "credit_entries"."kind" = 'grant');