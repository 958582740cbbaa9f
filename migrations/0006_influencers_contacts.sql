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
ALTER TABLE "carts" ADD COLUMN "verified_contact_id" text;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "cross_border" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "verified_contact_id" text;--> statement-breakpoint
ALTER TABLE "contact_photos" ADD CONSTRAINT "contact_photos_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contact_photos" ADD CONSTRAINT "contact_photos_contact_id_verified_contacts_id_fk" FOREIGN KEY ("contact_id") REFERENCES "public"."verified_contacts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "verified_contacts" ADD CONSTRAINT "verified_contacts_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "influencer_likes" ADD CONSTRAINT "influencer_likes_influencer_id_influencers_id_fk" FOREIGN KEY ("influencer_id") REFERENCES "public"."influencers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "influencer_likes" ADD CONSTRAINT "influencer_likes_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "influencer_pictures" ADD CONSTRAINT "influencer_pictures_influencer_id_influencers_id_fk" FOREIGN KEY ("influencer_id") REFERENCES "public"."influencers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "influencers" ADD CONSTRAINT "influencers_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "contact_accesses_contact" ON "contact_accesses" USING btree ("contact_id","id");--> statement-breakpoint
CREATE INDEX "contact_accesses_at" ON "contact_accesses" USING btree ("at");--> statement-breakpoint
CREATE INDEX "contact_photos_member" ON "contact_photos" USING btree ("member_id");--> statement-breakpoint
CREATE INDEX "contact_photos_contact" ON "contact_photos" USING btree ("contact_id");--> statement-breakpoint
CREATE INDEX "verified_contacts_member" ON "verified_contacts" USING btree ("member_id","created_at");--> statement-breakpoint
CREATE INDEX "verified_contacts_used" ON "verified_contacts" USING btree ("used_at");--> statement-breakpoint
CREATE INDEX "influencer_likes_member" ON "influencer_likes" USING btree ("member_id");--> statement-breakpoint
CREATE INDEX "influencer_pictures_owner" ON "influencer_pictures" USING btree ("influencer_id");--> statement-breakpoint
CREATE UNIQUE INDEX "influencers_member" ON "influencers" USING btree ("member_id");--> statement-breakpoint
CREATE INDEX "influencers_waiting" ON "influencers" USING btree ("submitted_at") WHERE "influencers"."state" = 'PENDING';