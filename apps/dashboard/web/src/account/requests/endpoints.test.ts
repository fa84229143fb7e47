import { readFileSync } from 'node:fs';
import path from 'node:path';
import { ENDPOINTS } from './endpoints';

/** The log does not have it: a program that follows the log would fill it. */
const READS_THE_LOG = 'GET /v1/requests';

test('the filter of requests offers each documented endpoint', () => {
  const file = path.resolve(__dirname, '../../../../../../docs/reference/openapi.json');
  const document: { paths: Record<string, object> } = JSON.parse(readFileSync(file, 'utf8'));
  const documented = Object.entries(document.paths).flatMap(([of, operations]) =>
    Object.keys(operations).map((method) => `${method.toUpperCase()} ${of}`),
  );
  expect(ENDPOINTS.toSorted()).toEqual(documented.filter((each) => each !== READS_THE_LOG).toSorted());
});
