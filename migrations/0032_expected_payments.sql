ALTER TABLE "campaigns" ADD COLUMN "allows_transfer" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "campaigns" ADD COLUMN "allows_cash" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "payment_attempts" ADD COLUMN "remind_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "payment_attempts_remind" ON "payment_attempts" USING btree ("remind_at") WHERE "payment_attempts"."remind_at" is not null;--> statement-breakpoint
INSERT INTO "compatible_releases" ("migration", "oldest_release") VALUES ('0032_expected_payments', '0.1.0');