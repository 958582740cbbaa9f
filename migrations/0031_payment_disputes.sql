CREATE TABLE "payment_disputes" (
	"provider" text NOT NULL,
	"reference" text NOT NULL,
	"attempt" text NOT NULL,
	"state" text NOT NULL,
	"amount" integer NOT NULL,
	"currency" char(3) NOT NULL,
	"reason" text NOT NULL,
	"due_at" timestamp with time zone,
	"changed_at" timestamp with time zone NOT NULL,
	"resolved_at" timestamp with time zone,
	CONSTRAINT "payment_disputes_provider_reference_pk" PRIMARY KEY("provider","reference")
);
--> statement-breakpoint
ALTER TABLE "payment_disputes" ADD CONSTRAINT "payment_disputes_attempt_payment_attempts_reference_fk" FOREIGN KEY ("attempt") REFERENCES "public"."payment_attempts"("reference") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "payment_disputes_attempt" ON "payment_disputes" USING btree ("attempt");--> statement-breakpoint
INSERT INTO "compatible_releases" ("migration", "oldest_release") VALUES ('0031_payment_disputes', '0.1.0');