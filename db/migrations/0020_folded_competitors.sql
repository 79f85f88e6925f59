-- The start number that identifies a competitor is the folded one (app/lib/registrations/start-number.ts): `7k` and `7 K` are `7K`.
-- Where the source had no start number, `competitor` is the name and stays.
UPDATE OR IGNORE `daily_results` SET `competitor` = upper(replace(`competitor`, ' ', '')) WHERE `competitor` <> `name`;
