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
ALTER TABLE "credit_entries" ADD CONSTRAINT "credit_entries_grant_id_credit_grants_id_fk" FOREIGN KEY ("grant_id") REFERENCES "public"."credit_grants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "credit_entries" ADD CONSTRAINT "credit_entries_order_id_credit_uses_order_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."credit_uses"("order_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "credit_grants" ADD CONSTRAINT "credit_grants_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "credit_uses" ADD CONSTRAINT "credit_uses_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "credit_entries_member" ON "credit_entries" USING btree ("member_id","id");--> statement-breakpoint
CREATE INDEX "credit_entries_grant" ON "credit_entries" USING btree ("grant_id");--> statement-breakpoint
CREATE UNIQUE INDEX "credit_entries_one_grant" ON "credit_entries" USING btree ("grant_id") WHERE "credit_entries"."kind" = 'grant';--> statement-breakpoint
CREATE UNIQUE INDEX "credit_entries_one_hold" ON "credit_entries" USING btree ("order_id","grant_id") WHERE "credit_entries"."kind" = 'hold';--> statement-breakpoint
CREATE UNIQUE INDEX "credit_entries_one_end" ON "credit_entries" USING btree ("order_id","grant_id") WHERE "credit_entries"."kind" in ('capture', 'release');--> statement-breakpoint
CREATE UNIQUE INDEX "credit_entries_one_refund" ON "credit_entries" USING btree ("order_id","grant_id","reference") WHERE "credit_entries"."kind" = 'refund';--> statement-breakpoint
CREATE UNIQUE INDEX "credit_grants_key" ON "credit_grants" USING btree ("key");--> statement-breakpoint
CREATE INDEX "credit_grants_spendable" ON "credit_grants" USING btree ("member_id","expires_at") WHERE "credit_grants"."available" > 0;--> statement-breakpoint
CREATE INDEX "credit_grants_expiry" ON "credit_grants" USING btree ("expires_at") WHERE "credit_grants"."available" > 0;--> statement-breakpoint
CREATE INDEX "credit_uses_member" ON "credit_uses" USING btree ("member_id");