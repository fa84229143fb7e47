import { openApiDocument } from '@topup/testkit';
import { BUNDLE, GUIDES } from './routes/docs/guides';
import { type ApiWorld, apiWorld } from './testing/api-world';

// No client finds a route that the OpenAPI document lacks, and a documented route that is absent is a broken promise.

const pageNames = Object.keys(GUIDES).filter((name) => name !== '');

/** Routes that clients do not call. The OpenAPI document leaves them out. */
const NOT_IN_THE_DOCUMENT: Record<string, string> = {
  'POST /callbacks/vtpass/:secret': 'the provider calls it, and only it knows the path',
  'POST /callbacks/monnify/:secret': 'the collector calls it, and only it knows the path',
  'GET /': 'leads to /docs/',
  'GET /openapi.json': 'is the OpenAPI document',
  'GET /docs': 'is the index of the pages for clients',
  ...Object.fromEntries(pageNames.map((name) => [`GET /docs/${name}`, 'is a page for clients'])),
  'GET /docs/reference': 'shows the OpenAPI document',
  'GET /docs/docs.css': 'a part of each page for clients',
  'GET /docs/docs.js': 'a part of each page for clients',
  'GET /docs/initializer.js': 'a part of /docs/reference',
  'GET /docs/icon.svg': 'a part of /docs',
  [`GET /docs/assets/${BUNDLE}`]: 'a part of /docs/reference',
  'GET /status': 'shows people what GET /v1/services returns',
  'GET /status.json': 'is what GET /v1/services returns, without a key',
};

let world: ApiWorld;
beforeAll(async () => {
  world = await apiWorld({ statusPage: 'on' });
});
afterAll(() => world.close());

/**
 * Reads the mounted routes from Express itself, because a route could bypass our own table. A route of every method is
 * the one that answers 405.
 */
function mountedRoutes(): { path: string; methods: string[] }[] {
  return world.app.router.stack.flatMap(({ route }) => {
    if (route === undefined) return [];
    const methods: string[] = route.stack.map(({ method }: { method: string }) => method.toUpperCase());
    return [{ path: route.path, methods: [...new Set(methods)] }];
  });
}

const documentedRoutes = () =>
  Object.entries(openApiDocument().paths).flatMap(([path, item]) =>
    Object.keys(item).map((method) => `${method.toUpperCase()} ${path}`),
  );

test('the routes and the OpenAPI document name the same endpoints', () => {
  const routes = mountedRoutes();
  const mounted = routes.filter(({ methods }) => methods.length === 1);
  const expected = [...documentedRoutes(), ...Object.keys(NOT_IN_THE_DOCUMENT)];
  expect(mounted.map(({ path, methods }) => `${methods} ${path}`).toSorted()).toEqual(expected.toSorted());
  expect(mounted.map(({ path }) => path)).toEqual(expect.arrayContaining(routes.map(({ path }) => path)));
});
