CREATE TABLE "attempts" (
	"name" text NOT NULL,
	"subject" text NOT NULL,
	"count" integer NOT NULL,
	"ends_at" timestamp with time zone NOT NULL,
	CONSTRAINT "attempts_name_subject_pk" PRIMARY KEY("name","subject")
);
--> statement-breakpoint
ALTER TABLE "cart_adds" ADD COLUMN "request" text;--> statement-breakpoint
CREATE INDEX "attempts_ended" ON "attempts" USING btree ("ends_at");