/**
 * The environment of the test run. Developers can set TEST_DATABASE_URL and TEST_REDIS_URL. The global setup sets
 * TOPUP_TEST_POSTGRES (URL of the server), TOPUP_TEST_TEMPLATE (database to clone) and TOPUP_TEST_REDIS (URL).
 */
export const environment = process.env;

/** The value of a variable. An empty one counts as unset. */
export function variable(name: string): string | undefined {
  return environment[name] === '' ? undefined : environment[name];
}
