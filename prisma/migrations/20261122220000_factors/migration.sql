-- When a second factor was enrolled, when a session last proved it, and which accounts require one of their team. Only
-- new columns with constant defaults: no table is rewritten, and no lock is held for long.

ALTER TABLE dashboard_session ADD COLUMN factor_at timestamptz(6);
ALTER TABLE dashboard_two_factor ADD COLUMN enrolled_at timestamptz(6);
ALTER TABLE account ADD COLUMN factor_required boolean NOT NULL DEFAULT false;

-- The factors of before are as old as can be known: from now.
UPDATE dashboard_two_factor SET enrolled_at = clock_timestamp() WHERE verified;
