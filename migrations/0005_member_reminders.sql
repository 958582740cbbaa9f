ALTER TABLE "coupons" ADD COLUMN "remind_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "credit_grants" ADD COLUMN "remind_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "coupons_reminders" ON "coupons" USING btree ("remind_at") WHERE "coupons"."remind_at" is not null;--> statement-breakpoint
CREATE INDEX "credit_grants_reminders" ON "credit_grants" USING btree ("remind_at") WHERE "credit_grants"."remind_at" is not null;