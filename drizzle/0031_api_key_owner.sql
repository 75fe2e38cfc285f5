-- Who holds an API key, by the key's hash, and nothing else: as its caller, whom row level security binds, with the one
-- setting under which it shows that key. One statement, where a transaction would wait for its beginning and its end:
-- every request with a key asks this. The setting ends with the statement.
CREATE FUNCTION owner_of_api_key(key_hash text) RETURNS TABLE (
  key_id text, organization_id text, team_id text, last_used_at timestamptz, user_id text, user_name text, user_email text
) LANGUAGE plpgsql STRICT ROWS 1 AS $$
BEGIN
  PERFORM set_config('app.api_key_hash', key_hash, true);
  RETURN QUERY
    SELECT k.id, k.organization_id, k.team_id, k.last_used_at::timestamptz, u.id, u.name, u.email
    FROM api_keys AS k JOIN users AS u ON u.id = k.created_by
    WHERE k.hash = key_hash AND k.revoked_at IS NULL;
END $$;--> statement-breakpoint
REVOKE ALL ON FUNCTION owner_of_api_key(text) FROM PUBLIC;--> statement-breakpoint
GRANT EXECUTE ON FUNCTION owner_of_api_key(text) TO countersign_app;
