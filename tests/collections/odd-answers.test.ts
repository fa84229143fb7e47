import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { compareDays, followNotices, noteTransfers, sweepAccounts } from '@topup/core/collection';
import type { Collector } from '@topup/core/provider';
import { systemClock } from '@topup/core/shared';
import { createCollector } from '@topup/providers';
import { providersAt } from '@topup/testkit';
import { type CollectionsWorld, collectionsWorld } from './support';

let world: CollectionsWorld;
beforeEach(async () => {
  world = await collectionsWorld();
});
afterEach(() => world.close());

describe('a row of a list that is not readable hides others', () => {
  let proxy: Server;
  let spoil = (text: string) => text;
  let odd: Collector;
  beforeEach(async () => {
    proxy = createServer(async (request, response) => {
      const body = await buffer(request);
      const answer = await fetch(`${new URL(world.sandbox.url).origin}${request.url}`, {
        method: request.method ?? 'GET',
        headers: Object.fromEntries(
          Object.entries(request.headers).filter(([name]) => ['authorization', 'content-type'].includes(name)),
        ) as Record<string, string>,
        ...(body.length > 0 && { body }),
      });
      const text = await answer.text();
      const isList = request.url?.includes('/transactions?') ?? false;
      response.writeHead(answer.status, { 'content-type': 'application/json' }).end(isList ? spoil(text) : text);
    }).listen(0, '127.0.0.1');
    await new Promise((resolve) => proxy.once('listening', resolve));
    const url = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
    const settings = { COLLECTIONS: 'monnify', MONNIFY_CONTRACT_CODE: '0000000001', ...providersAt(url) };
    odd = createCollector(settings, world.log) as Collector;
  });
  afterEach(() => void proxy.close());

  test.each([
    ['nothing odd', (text: string) => text],
    [
      'a time with nine digits',
      (text: string) =>
        text
          .replace(/("completedOn":"[^".]*\.)\d+/, '$1123456789')
          .replace(/("createdOn":"[^".]*\.)\d+/, '$1123456789'),
    ],
    ['no amount', (text: string) => text.replace(/"amount(Paid)?":[^,]*,/g, '')],
  ])('%s', async (_, spoiled) => {
    const { accountId, banks } = await world.opened();
    await world.pay(banks, 10);
    await world.pay(banks, 20);
    spoil = spoiled;
    await sweepAccounts({ ...world, collector: odd }, () => false);
    await world.follow();
    expect(await world.balance(accountId)).toBe(3_000n);
    const tomorrow = new Date(systemClock.now().getTime() + 86_400_000);
    expect(await compareDays({ db: world.db, collector: odd }, tomorrow)).toMatchObject({ fault: null, open: 0 });
  });
});

test('eight transfers without an answer hide no reversal of a ninth, and are not asked about at once again', async () => {
  const { banks } = await world.opened();
  const paid = [];
  for (let n = 0; n < 9; n += 1) paid.push(await world.pay(banks, 100 + n));
  const references = paid.map(({ reference }) => reference);
  for (const reference of references) {
    await world.note(reference);
    await world.follow();
  }
  const last = references[8] ?? '';
  const silent = new Set(references.slice(0, 8));
  await world.setStatus(last, 'REVERSED');
  await world.db.$executeRaw`UPDATE collection SET checked_at = checked_at - interval '25 hours'`;
  const asked = new Map<string, number>();
  const collector: Collector = {
    ...world.collector,
    transfer: async (reference) => {
      asked.set(reference, (asked.get(reference) ?? 0) + 1);
      return silent.has(reference) ? { kind: 'unavailable', reason: 'odd' } : world.collector.transfer(reference);
    },
  };
  for (let round = 0; round < 20; round += 1) await followNotices({ ...world.deps, collector });
  expect(Math.max(...asked.values())).toBeLessThanOrEqual(2);
  expect(await world.findings()).toMatchObject([{ kind: 'transfer_reversed', subject: last }]);
});

test('a notice that comes during a look-up is followed at once', async () => {
  const { banks } = await world.opened();
  const { reference } = await world.pay(banks, 100, { status: 'PENDING' });
  await world.note(reference);
  const collector: Collector = {
    ...world.collector,
    transfer: async (asked) => {
      const told = await world.collector.transfer(asked);
      await noteTransfers(world.db, 'monnify', [asked]);
      return told;
    },
  };
  await followNotices({ ...world.deps, collector });
  const due = await world.db.$queryRaw<object[]>`SELECT 1 FROM collection_notice WHERE next_at <= clock_timestamp()`;
  expect(due).toHaveLength(1);
});

test('a transfer that is found six days after it was paid is no finding', async () => {
  const { banks } = await world.opened();
  const { reference } = await world.pay(banks, 100);
  await world.note(reference);
  await world.follow();
  const now = systemClock.now().getTime();
  const collector: Collector = {
    ...world.collector,
    transfers: async (account, page) => {
      const told = await world.collector.transfers(account, page);
      if (told.kind !== 'found') return told;
      const at = new Date(now - 6 * 86_400_000);
      return { ...told, value: { ...told.value, transfers: told.value.transfers.map((each) => ({ ...each, at })) } };
    },
  };
  const compared = await compareDays({ db: world.db, collector }, new Date(now + 86_400_000));
  expect([compared, (await world.findings()).map(({ kind }) => kind)]).toMatchObject([{ fault: null }, []]);
});

test('a transfer into an account of nobody, which no list has, is no finding', async () => {
  const opened = await world.collector.open({
    reference: 'old-shop',
    name: 'Old Shop',
    email: 'old@example.test',
    bvn: '22200000001',
  });
  const { reference } = await world.pay(opened.kind === 'opened' ? opened.banks : [], 70);
  await world.note(reference);
  await world.follow();
  const tomorrow = new Date(systemClock.now().getTime() + 86_400_000);
  expect(await compareDays({ db: world.db, collector: world.collector }, tomorrow)).toMatchObject({ open: 0 });
});
