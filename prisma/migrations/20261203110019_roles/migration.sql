-- The roles of an account's users: `member` becomes `viewer`, and `buyer` is new. Processes of the release before still
-- write `member`, which is stored as `viewer`.
ALTER TABLE dashboard_user DROP CONSTRAINT dashboard_user_role_check;
ALTER TABLE dashboard_user ADD CONSTRAINT dashboard_user_role_check
  CHECK (role IN ('owner', 'buyer', 'viewer', 'member', 'operator'));
CREATE TRIGGER members_are_viewers BEFORE INSERT OR UPDATE OF role ON dashboard_user FOR EACH ROW
  WHEN (NEW.role = 'member') EXECUTE FUNCTION call_members_viewers();
UPDATE dashboard_user SET role = 'viewer' WHERE role = 'member';
