-- What runs with the rights of the owner is called by no role but those that `db:grant` names.
--
-- Nothing waits. Roles that were granted for the version before have both by name.
REVOKE EXECUTE ON FUNCTION accept_server(text) FROM PUBLIC;
REVOKE EXECUTE ON FUNCTION with_attempts(jsonb) FROM PUBLIC;
REVOKE EXECUTE ON FUNCTION open_wallet() FROM PUBLIC;
