/** That of package.json, as a test checks. */
export const VERSION = '0.2.0';
