import { createHash, randomUUID } from 'node:crypto';
import { type ApiAnswer, createApiClient, eventually, startWorld, type World } from '@topup/testkit';
import { type Ops, ofAccount, operatorsOf } from './support/ops';
import { numberOf } from './support/products';

// Real processes under the role that production has, two apis before one database.

let world: World;
let ops: Ops;
beforeAll(async () => {
  world = await startWorld({ apis: 2, asGrantedRole: true });
  ops = operatorsOf(world);
  await world.client.setWebhook(world.receiver.url);
});
afterAll(() => world?.stop());

type Made = { id: string; key: string };

/** A key of the account of the world, and a client with it at each api. */
async function limitedKey(...limits: string[]) {
  const name = randomUUID();
  const { id, key } = await ops<Made>('key', 'create', ...ofAccount(world, world.account), '--name', name, ...limits);
  const clients = world.apis.map(({ url }) => createApiClient(url, key));
  const days = async () => {
    const keys = await ops<(Made & { days: { purchases: number; spent: string }[] })[]>(
      ...['key', 'list', ...ofAccount(world, world.account)],
    );
    return keys.find((each) => each.id === id)?.days.at(-1);
  };
  return { id, key, clients, today: days };
}

/** Late enough for the command to run before it. */
const soon = () => new Date(Date.now() + 1_500).toISOString();

const codeOf = ({ headers }: ApiAnswer) => headers['x-error-code'];

test('specification 9.2: 50 purchases at once, at two apis, never exceed the daily limit of their key', async () => {
  const { clients, today } = await limitedKey('--daily-limit', '1000');
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, i) => clients[i % clients.length]?.buyAirtime({ ref: randomUUID(), amount: 100 })),
  );
  const codes = answers.map((answer) => answer && (codeOf(answer) ?? answer.status));
  expect(codes.filter((code) => code === 200 || code === 202)).toHaveLength(10);
  expect(codes.filter((code) => code === 'key_limit_reached')).toHaveLength(40);
  expect(await today()).toMatchObject({ purchases: 10, spent: '1000.00' });
});

test('specification 9.2: what is refunded can be spent again', async () => {
  const { clients, today } = await limitedKey('--daily-limit', '100');
  const [client] = clients;
  for (let i = 0; i < 3; i += 1)
    expect((await client?.buyAirtime({ ref: randomUUID(), amount: 100, phone: numberOf('01') }))?.status).toBe(424);
  expect(await today()).toMatchObject({ purchases: 0, spent: '0.00' });
  expect((await client?.buyAirtime({ ref: randomUUID(), amount: 100 }))?.status).toBe(200);
  expect(await today()).toMatchObject({ purchases: 1, spent: '100.00' });
});

test('specification 9.2: a change of the limits is known to every api within a second', async () => {
  const { id, clients } = await limitedKey();
  const changes: [() => string[], string | undefined][] = [
    [() => ['--scope', 'read'], 'key_scope'],
    [() => ['--cidr', '192.0.2.0/24'], 'address_not_allowed'],
    [() => ['--cidr', '127.0.0.0/8', '--scope', 'purchase'], undefined],
    [() => ['--expires', soon()], 'key_expired'],
    [() => ['--expires', 'never'], undefined],
  ];
  for (const [change, code] of changes) {
    await ops('key', 'limit', '--key', id, ...change());
    for (const client of clients)
      await eventually(
        () => client.buyAirtime({ ref: randomUUID(), amount: 100 }),
        (answer) => codeOf(answer) === code,
      );
  }
});

test('specification 6.3: an event is signed with the newest key that has not expired', async () => {
  const { key, id, clients } = await limitedKey();
  const hashOf = async () => {
    const ref = randomUUID();
    expect((await world.client.buyAirtime({ ref, amount: 100 })).status).toBe(200);
    const [event] = await eventually(
      () => world.receiver.received.filter(({ body }) => body?.reference === ref),
      ({ length }) => length > 0,
    );
    const signedWith = (apiKey: string) => createHash('sha256').update(`${apiKey}:${ref}`).digest('hex');
    return { hash: event?.body?.hash, signedWith };
  };
  const before = await hashOf();
  expect(before.hash).toBe(before.signedWith(key));
  await ops('key', 'limit', '--key', id, '--expires', soon());
  await eventually(
    () => clients[0]?.balance(),
    (answer) => answer !== undefined && codeOf(answer) === 'key_expired',
  );
  const after = await hashOf();
  expect(after.hash).not.toBe(after.signedWith(key));
});
