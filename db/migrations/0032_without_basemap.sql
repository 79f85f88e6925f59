-- An edition with a basemap shows its replays above our own map, as all the others do. Its object in the bucket stays until an operator
-- deletes it (docs/operations.md, "Upgrading"). The version before reads the column on the page of a replay, and nowhere else.
-- destroys: the digest of the basemap, which nothing but the name of that object is made of.
ALTER TABLE `edition_state` DROP COLUMN `basemap`;
