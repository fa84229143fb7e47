// Written by npm run generate.

/** The newest migration that this version needs: a directory of prisma/migrations. */
export const NEEDED_MIGRATION = '20261203104000_held_products';
