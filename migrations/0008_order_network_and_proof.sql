ALTER TABLE "orders" ADD COLUMN "is_email_proven" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "network" text DEFAULT '' NOT NULL;