-- How many requests of each kind an account may make in a minute, where an operator has set it. NULL: the default of
-- the settings RATE_LIMIT_*. Nothing is rewritten; the lock on `account` is held for as long as reading it takes.
ALTER TABLE account
  ADD COLUMN limit_purchases integer CHECK (limit_purchases BETWEEN 1 AND 1000000),
  ADD COLUMN limit_status    integer CHECK (limit_status BETWEEN 1 AND 1000000),
  ADD COLUMN limit_lookups   integer CHECK (limit_lookups BETWEEN 1 AND 1000000),
  ADD COLUMN limit_other     integer CHECK (limit_other BETWEEN 1 AND 1000000);
