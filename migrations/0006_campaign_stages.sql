ALTER TABLE "campaign_joins" ADD COLUMN "is_hidden" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "campaign_points" ADD COLUMN "method" text DEFAULT 'PICKUP' NOT NULL;--> statement-breakpoint
ALTER TABLE "campaigns" ADD COLUMN "stage" text;--> statement-breakpoint
ALTER TABLE "campaigns" ADD COLUMN "extended_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "carts" ADD COLUMN "hides_name" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "campaigns" ADD CONSTRAINT "campaigns_stage" CHECK ("campaigns"."stage" is null or "campaigns"."outcome" = 'succeeded');