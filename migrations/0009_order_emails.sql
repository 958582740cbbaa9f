CREATE TABLE "payment_alerts" (
	"reference" text NOT NULL,
	"kind" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "payment_alerts_reference_kind_pk" PRIMARY KEY("reference","kind")
);
--> statement-breakpoint
ALTER TABLE "locations" ADD COLUMN "order_email" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "locations" ADD COLUMN "order_email_locale" text DEFAULT 'en' NOT NULL;--> statement-breakpoint
ALTER TABLE "locations" ADD COLUMN "is_order_email_on" boolean DEFAULT true NOT NULL;