CREATE TABLE "referral_clicks" (
	"referrer_id" text NOT NULL,
	"group_id" text NOT NULL,
	"day" date NOT NULL,
	"count" integer NOT NULL,
	CONSTRAINT "referral_clicks_referrer_id_group_id_day_pk" PRIMARY KEY("referrer_id","group_id","day")
);
--> statement-breakpoint
ALTER TABLE "referral_clicks" ADD CONSTRAINT "referral_clicks_referrer_id_members_id_fk" FOREIGN KEY ("referrer_id") REFERENCES "public"."members"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "referral_clicks" ADD CONSTRAINT "referral_clicks_group_id_referral_groups_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."referral_groups"("id") ON DELETE no action ON UPDATE no action;