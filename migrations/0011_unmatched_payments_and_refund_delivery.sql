CREATE TABLE "unmatched_payments" (
	"provider" text NOT NULL,
	"reference" text NOT NULL,
	"provider_reference" text,
	"amount" integer,
	"currency" char(3),
	"state" text NOT NULL,
	"answer" text NOT NULL,
	"refunds" integer DEFAULT 0 NOT NULL,
	"refund_provider_reference" text,
	"delivery" text,
	"notified_at" timestamp with time zone NOT NULL,
	"check_at" timestamp with time zone,
	"checks" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "unmatched_payments_provider_reference_pk" PRIMARY KEY("provider","reference")
);
--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "delivery" text;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "resolved_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "unmatched_payments_due" ON "unmatched_payments" USING btree ("check_at") WHERE "unmatched_payments"."check_at" is not null;