CREATE TABLE "registrations" (
	"hash" text PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"password_hash" text,
	"name" text NOT NULL,
	"phone" text,
	"locale" text NOT NULL,
	"news" boolean DEFAULT false NOT NULL,
	"refer_id" text,
	"refer_group" text,
	"provider" text,
	"code_hash" text,
	"code_expires_at" timestamp with time zone,
	"attempts" integer DEFAULT 0 NOT NULL,
	"sent" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "erase_when_over" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "registrations_email" ON "registrations" USING btree ("email");--> statement-breakpoint
CREATE INDEX "registrations_created" ON "registrations" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "orders_erase" ON "orders" USING btree ("id") WHERE "orders"."erase_when_over";