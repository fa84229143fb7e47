/**
 * The environment of the test run. From a developer it takes TEST_DATABASE_URL and TEST_REDIS_URL alone; the global setup tells the test files
 * by TOPUP_TEST_POSTGRES (URL of the server), TOPUP_TEST_TEMPLATE (name of the migrated database to clone) and TOPUP_TEST_REDIS (URL).
 */
export const environment = process.env;

/** A variable's value, where an empty one counts as unset. */
export function variable(name: string): string | undefined {
  return environment[name] === '' ? undefined : environment[name];
}
