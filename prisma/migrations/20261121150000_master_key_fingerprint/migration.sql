-- Which master key each API key is encrypted under, so that the master key can be changed while the service runs: 16 hex digits that only this master
-- key gives. NULL in the rows written before: they are read by trying, and `keys rotate-master` writes down what it finds.
ALTER TABLE api_key ADD COLUMN master_fingerprint text CHECK (master_fingerprint ~ '^[0-9a-f]{16}$');
