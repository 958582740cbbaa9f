CREATE TABLE "identity_handshakes" (
	"hash" text PRIMARY KEY NOT NULL,
	"session_id" text NOT NULL,
	"way" text NOT NULL,
	"purpose" text NOT NULL,
	"next" text,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "proven_identities" (
	"session_id" text NOT NULL,
	"provider" text NOT NULL,
	"names" jsonb NOT NULL,
	"nickname" text DEFAULT '' NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "proven_identities_session_id_provider_pk" PRIMARY KEY("session_id","provider")
);
--> statement-breakpoint
CREATE INDEX "identity_handshakes_expiry" ON "identity_handshakes" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "proven_identities_expiry" ON "proven_identities" USING btree ("expires_at");