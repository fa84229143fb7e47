import { existsSync } from 'node:fs';
import path from 'node:path';
import { TopUp } from '@topup/client';
import { products, productTypes } from '@topup/core/product';
import { declarations } from '@topup/providers';
import { openApiDocument } from '@topup/testkit';
import { describedProducts } from '../apps/api/src/openapi/products';
import { buildProgram } from '../packages/cli/src/program';
import { PRODUCTS } from './journey/support/products';
import { ROOT, read } from './pages';

// The API serves what the document names (app.routes.int.test.ts), and the database accepts the same products
// (product.store.int.test.ts).

const [buy] = buildProgram({} as never).commands.filter((command) => command.name() === 'buy');

test.each(productTypes)('%s has all that clients need of it', (product) => {
  const { words } = products[product];
  const endpoints = Object.entries(describedProducts[product].resource.endpoints);
  const [name = '', purchase] = endpoints.find(([each]) => /^POST \/v1\/[a-z]+\/purchase$/.test(each)) ?? [];
  const url = name.replace('POST ', '');
  const page = `docs/integrate/${words.toLowerCase().replaceAll(' ', '-')}.md`;
  const parts: Record<string, boolean | undefined> = {
    'a purchase in the OpenAPI document': openApiDocument().paths[url]?.post?.operationId === purchase?.operationId,
    'its call in the client': (purchase?.operationId ?? '') in TopUp.prototype,
    'its command of topup buy': buy?.commands.some((command) => command.name() === words.split(' ')[0]),
    'a provider that sells it': declarations.some(({ profile }) => profile.sells?.includes(product)),
    'an example of the journeys': PRODUCTS.some((each) => each.productType === product && each.path === url),
    [page]: existsSync(path.join(ROOT, page)),
    'a section of the specification': read('docs/reference/specification.md').includes(` ${name}\n`),
  };
  expect(Object.keys(parts).filter((part) => !parts[part])).toEqual([]);
});
