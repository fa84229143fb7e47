import type { Test } from 'supertest';
import { expectDocumented } from './expect-documented';

/** Has supertest fail the request when the public document does not describe its answer. Of requests outside `/v1` nothing is asked. */
export function documented(test: Test): Test {
  const path = new URL(test.url).pathname;
  if (!/^\/v1(\/|$)/i.test(path)) return test;
  return test.expect(({ status, headers, body }) => expectDocumented(test.method, path, status, headers, body));
}
