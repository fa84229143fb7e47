import type { Test } from 'supertest';
import { expectDocumented } from './expect-documented';

/**
 * Makes supertest fail when docs/reference/openapi.json does not describe the answer. Requests outside `/v1` are not
 * checked.
 */
export function documented(test: Test): Test {
  const path = new URL(test.url).pathname;
  if (!/^\/v1(\/|$)/i.test(path)) return test;
  return test.expect(({ status, headers, body }) => expectDocumented(test.method, path, status, headers, body));
}
