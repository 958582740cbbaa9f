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
CREATE TABLE "member_consents" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"member_id" text NOT NULL,
	"kind" text NOT NULL,
	"given" boolean NOT NULL,
	"source" text NOT NULL,
	"at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "members" ALTER COLUMN "password_hash" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "members" ADD COLUMN "email_verified_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "members" ADD COLUMN "picture_id" text;--> statement-breakpoint
ALTER TABLE "members" ADD COLUMN "deleted_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "device" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "mailed_secrets" ADD CONSTRAINT "mailed_secrets_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "member_consents" ADD CONSTRAINT "member_consents_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "mailed_secrets_hash" ON "mailed_secrets" USING btree ("hash");--> statement-breakpoint
CREATE INDEX "mailed_secrets_expiry" ON "mailed_secrets" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "member_consents_member" ON "member_consents" USING btree ("member_id","kind","id");