import { productTypes } from '@topup/core/product';
import { documentedEndpoints, exampleOrders } from '@topup/testkit';
import { orderOf } from './api-world';

/** Every endpoint of the document. `body`: what a POST takes, with a new reference if it buys. */
const all = documentedEndpoints().map((endpoint) => {
  const product = productTypes.find((each) => exampleOrders[each].path === endpoint.path);
  return { ...endpoint, body: () => (product === undefined ? endpoint.example : orderOf(product)) };
});

/** Those that a live key opens, and those that need a test key. */
export const ENDPOINTS = all.filter(({ path }) => !path.startsWith('/v1/test/'));
export const TEST_ENDPOINTS = all.filter((endpoint) => !ENDPOINTS.includes(endpoint));

/** Those that buy or change something, and the others. */
export const CHANGING = ENDPOINTS.filter(({ path }) => /\/(purchase|claim|set)$/.test(path));
/** Those of them that need no earlier purchase: what becomes of a claim is in claim.int.test.ts. */
export const CHANGING_ALONE = CHANGING.filter(({ path }) => !path.endsWith('/claim'));
export const READING = ENDPOINTS.filter((endpoint) => !CHANGING.includes(endpoint));
