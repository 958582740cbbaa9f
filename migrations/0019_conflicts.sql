-- The SQLSTATE is `conflictCode` of server/platform/database/conflicts.ts.
CREATE FUNCTION "raise_conflict"("subject" text) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
	RAISE EXCEPTION 'conflict: %', subject USING ERRCODE = 'SF409';
END
$$;--> statement-breakpoint
INSERT INTO "compatible_releases" ("migration", "oldest_release") VALUES ('0019_conflicts', '0.1.0');
