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
CREATE INDEX "form_answers_state" ON "form_answers" USING btree ("state","sent_at");--> statement-breakpoint
CREATE INDEX "form_answers_sender" ON "form_answers" USING btree ("email","sent_at");