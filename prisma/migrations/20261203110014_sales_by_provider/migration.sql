-- One provider can cost more than another, and a discount must not exceed the least commission. Workers note the days
-- again.
DELETE FROM sales_day;
ALTER TABLE sales_day ADD COLUMN provider text NOT NULL;
ALTER TABLE sales_day DROP CONSTRAINT sales_day_pkey, ADD PRIMARY KEY (day, tier_id, product_type, service, provider);

-- They return the provider too. No release calls them, so they keep their names.
DROP FUNCTION IF EXISTS sales_of_day(date), sales_of_month();
