import { PostmanValidator } from '@har-sdk/validator';
import { expectDocumented, openApiDocument, startWorld, type World } from '@topup/testkit';
import { openCollection, postmanFile, readBruno, readPostman, type Saved } from './support/collections';
import { operatorsOf } from './support/ops';

// Sends every request of the collections as it stands, in the order of the folders.

const COLLECTIONS = [
  ['Postman', readPostman()],
  ['Bruno', readBruno()],
] as const;

/** Method and path of each example of each operation. */
const documented = Object.entries(openApiDocument().paths).flatMap(([path, item]) =>
  Object.entries(item).flatMap(([method, { requestBody }]) => {
    const examples = Object.keys(requestBody?.content['application/json']?.examples ?? { none: {} });
    return examples.map(() => `${method.toUpperCase()} ${path}`);
  }),
);
const called = ({ method, url }: Saved) => `${method} ${url.replace('{{baseUrl}}', '')}`;

let world: World;
beforeAll(async () => {
  // a busy machine delivers late, and the answer would be a 202
  world = await startWorld({ mode: 'test', settings: { PURCHASE_WAIT_MS: '15000', SYNC_WAIT_MS: '15000' } });
  await operatorsOf(world)('catalogue', 'sync');
});
afterAll(() => world?.stop());

describe('a program cannot read a collection, or lacks a request', () => {
  test('Postman: its file is valid by the schema of collections 2.1', async () => {
    expect(await new PostmanValidator().verify(postmanFile())).toEqual([]);
  });

  test('both have the same requests, but for the scripts', () => {
    const [postman, bruno] = COLLECTIONS.map(([, { requests }]) => requests.map((each) => ({ ...each, script: '' })));
    expect(bruno).toEqual(postman);
  });

  test.each(COLLECTIONS)('%s: each example of each operation is one request', (_, { requests }) => {
    expect(requests.map(called).sort()).toEqual([...documented].sort());
    expect(requests.flatMap(({ off }) => off)).toEqual(expect.arrayContaining(['limit', 'cursor', 'Prefer']));
  });

  test.each(COLLECTIONS)('%s: it has no key, and says that you buy twice if you send twice', (_, collection) => {
    expect({ ...collection.variables, token: collection.token }).toMatchObject({ apiKey: '', token: '{{apiKey}}' });
    expect(JSON.stringify(collection)).not.toMatch(/tup_(test|live)_\w/);
    expect(collection.about).toContain('if you send it twice, you buy twice');
  });
});

describe.each(COLLECTIONS)('%s: a request cannot be sent as it stands', (_, collection) => {
  let open: ReturnType<typeof openCollection>;
  beforeAll(async () => {
    const { apiKey } = await world.addAccount(100_000);
    open = openCollection(collection, { baseUrl: String(world.apis[0]?.url), apiKey });
  });

  test.each(collection.requests)('$name: the answer is a success, as documented', async (request) => {
    const response = await open.send(request);
    const headers = Object.fromEntries(response.headers);
    const isStream = headers['content-type']?.startsWith('text/event-stream');
    const body: unknown = isStream ? await response.body?.cancel() : await response.json();
    const path = new URL(response.url).pathname;
    expect({ status: response.status, body }).toMatchObject({ status: 200 });
    expectDocumented(request.method, path, response.status, headers, body);
  });

  test('a purchase that is sent again is another purchase', async () => {
    const { apiKey } = await world.addAccount(1_000);
    const shop = openCollection(collection, { baseUrl: String(world.apis[0]?.url), apiKey });
    const [buy] = collection.requests.filter((request) => called(request) === 'POST /v1/airtime/purchase');
    const answers = await Promise.all([0, 1].map(async () => buy && (await shop.send(buy)).json()));
    const references = answers.map((answer) => Object(answer).reference);
    expect(new Set([...references, undefined]).size).toBe(3);
  });
});
