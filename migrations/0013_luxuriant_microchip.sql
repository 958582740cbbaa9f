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
ALTER TABLE "member_identities" ADD CONSTRAINT "member_identities_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "member_pictures" ADD CONSTRAINT "member_pictures_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "member_identities_member" ON "member_identities" USING btree ("member_id","provider");--> statement-breakpoint
CREATE INDEX "member_pictures_member" ON "member_pictures" USING btree ("member_id");