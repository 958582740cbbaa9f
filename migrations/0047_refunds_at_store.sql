ALTER TABLE "refunds" DROP CONSTRAINT "refunds_amount";--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_amount" CHECK ("refunds"."amount" >= 0 and "refunds"."credit" >= 0 and "refunds"."amount" + "refunds"."credit" > 0 and ("refunds"."amount" = 0 or "refunds"."attempt" is not null or "refunds"."state" = 'refunded'));--> statement-breakpoint
INSERT INTO "compatible_releases" ("migration", "oldest_release") VALUES ('0047_refunds_at_store', '0.1.0');
