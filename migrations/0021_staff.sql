CREATE TABLE "staff_invitations" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"code_hash" text NOT NULL,
	"email" text DEFAULT '' NOT NULL,
	"roles" jsonb NOT NULL,
	"made_by" text,
	"expires_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "staff_log" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"person_id" text,
	"person_name" text NOT NULL,
	"call" text NOT NULL,
	"location_id" text,
	"subject" text NOT NULL,
	"before" jsonb,
	"after" jsonb,
	"device" text NOT NULL,
	"ip" text NOT NULL,
	"request_id" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "staff_people" (
	"id" text PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"name" text NOT NULL,
	"locale" text DEFAULT 'en' NOT NULL,
	"password_hash" text NOT NULL,
	"totp_secret" "bytea",
	"next_totp_secret" "bytea",
	"totp_step" bigint DEFAULT 0 NOT NULL,
	"recovery_codes" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"second_step_due" timestamp with time zone NOT NULL,
	"stopped_at" timestamp with time zone,
	"last_seen_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "staff_roles" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"person_id" text NOT NULL,
	"role" text NOT NULL,
	"location_id" text
);
--> statement-breakpoint
CREATE TABLE "staff_sessions" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"token_hash" text NOT NULL,
	"person_id" text NOT NULL,
	"is_pending" boolean NOT NULL,
	"confirmed_at" timestamp with time zone NOT NULL,
	"device" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"last_seen_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "shop" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "locations" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "staff_invitations" ADD CONSTRAINT "staff_invitations_made_by_staff_people_id_fk" FOREIGN KEY ("made_by") REFERENCES "public"."staff_people"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_roles" ADD CONSTRAINT "staff_roles_person_id_staff_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."staff_people"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_sessions" ADD CONSTRAINT "staff_sessions_person_id_staff_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."staff_people"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "staff_invitations_code" ON "staff_invitations" USING btree ("code_hash");--> statement-breakpoint
CREATE INDEX "staff_log_subject" ON "staff_log" USING btree ("subject","id");--> statement-breakpoint
CREATE INDEX "staff_log_person" ON "staff_log" USING btree ("person_id","id");--> statement-breakpoint
CREATE INDEX "staff_log_location" ON "staff_log" USING btree ("location_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "staff_people_email" ON "staff_people" USING btree (lower("email"));--> statement-breakpoint
CREATE UNIQUE INDEX "staff_roles_once" ON "staff_roles" USING btree ("person_id","role",coalesce("location_id", ''));--> statement-breakpoint
CREATE INDEX "staff_roles_owner" ON "staff_roles" USING btree ("role") WHERE "staff_roles"."role" = 'owner';--> statement-breakpoint
CREATE UNIQUE INDEX "staff_sessions_token" ON "staff_sessions" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "staff_sessions_person" ON "staff_sessions" USING btree ("person_id");--> statement-breakpoint
INSERT INTO "compatible_releases" ("migration", "oldest_release") VALUES ('0021_staff', '0.1.0');
