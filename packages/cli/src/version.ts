// Written by npm run generate.

/** That of package.json. */
export const VERSION = '0.1.0';
