-- The time zone in which the users of an account read times, by its IANA name. It moves no money: limits of a day stay
-- those of Lagos. Which names there are is checked by the programs.

ALTER TABLE account
  ADD COLUMN time_zone text NOT NULL DEFAULT 'Africa/Lagos' CHECK (time_zone ~ '^[A-Za-z0-9_+/-]{1,64}$');
