import { readFileSync } from 'node:fs';
import path from 'node:path';
import { grantedRole, testPool, useDatabase } from '@topup/testkit';
import { KUBERNETES } from './manifests';

const { loadAll }: { loadAll(text: string): unknown[] } = require('js-yaml');

const database = useDatabase({ max: 1 });

type Scaled = { spec: { triggers?: { type: string; metadata: { query: string } }[] } };
const queries = (loadAll(readFileSync(path.join(KUBERNETES, 'scaling/workers.yaml'), 'utf8')) as Scaled[]).flatMap(
  ({ spec }) => (spec.triggers ?? []).flatMap(({ type, metadata }) => (type === 'postgresql' ? metadata.query : [])),
);

test('the role of the service gets one whole number for each query of KEDA', async () => {
  expect(queries).toHaveLength(4);
  const role = await grantedRole(database.url);
  const service = testPool(role.url, 1);
  try {
    for (const query of queries) expect(await service.$queryRawUnsafe(query)).toEqual([{ count: 0n }]);
  } finally {
    await service.$disconnect();
    await role.drop();
  }
});
