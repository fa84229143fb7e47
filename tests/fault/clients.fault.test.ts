import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '@topup/embedded';
import { describeIf, eventually, startWorld, type World } from '@topup/testkit';
import { last } from './buyer';
import { verifyAndStop } from './expect-end';
import { kill } from './processes';
import { createQueue, type Order, ordersOf, type Queue } from './sellers/orders';
import { PROGRAMS } from './sellers/programs';
import { createShop, type Sale, type Shop } from './sellers/shop-process';

const ORDERS = 1_000;
const SHOPS = 10;
const KILLS = 20;
const FREEZES = 20;
/** Longer than the service waits for the provider, and shorter than the longest freeze. */
const CALL_SECONDS = 4;
const LONG_FREEZE_MS = (CALL_SECONDS + 2) * 1_000;
/** Eleven minutes were measured on two cores with a load of 25. */
const WITHIN_MS = 1_500_000;

for (const program of PROGRAMS)
  describeIf(
    program.isReady,
    `a shop in ${program.language} sells twice, or its book is wrong, if anything dies`,
    program.reason,
    () => {
      let world: World;
      let directory: string;
      beforeAll(async () => {
        directory = mkdtempSync(path.join(tmpdir(), 'topup-shops-'));
        world = await startWorld({ settings: { API_PORT: String(await freePort()) } });
      });
      afterAll(async () => {
        await verifyAndStop(world);
        rmSync(directory, { recursive: true });
      });

      test(
        'after 1,000 orders, 20 kills and 20 freezes of the api each book is that of the service',
        async () => {
          const orders = ordersOf(ORDERS);
          const queue = createQueue(orders);
          const shops = Array.from({ length: SHOPS }, (_, n) =>
            createShop(
              program,
              {
                TOPUP_URL: last(world.apis).url,
                TOPUP_API_KEY: world.account.apiKey,
                CALL_SECONDS: String(CALL_SECONDS),
                SHOP_BOOK: path.join(directory, `book-${n}`),
              },
              n < 2,
            ),
          );
          const stop = new AbortController();
          const work = [disturb(world, queue, stop.signal), ...shops.map((shop) => keep(world, shop, queue))];
          try {
            await Promise.all(work);
          } finally {
            stop.abort();
            for (const shop of shops) await shop.kill();
            await Promise.allSettled(work);
          }

          const sales = shops.flatMap((shop) => shop.book());
          expect(sales.map(({ phone }) => phone).sort()).toEqual(orders.map(({ phone }) => phone).sort());
          await expectSameBooks(world, sales);
          expect(await statuses(world)).toEqual(expect.arrayContaining([200, 202, 424]));
        },
        WITHIN_MS,
      );
    },
  );

/** Sells what it takes from the queue. It starts its process again after each kill. */
async function keep(world: World, shop: Shop, queue: Queue): Promise<void> {
  await shop.start();
  for (let order = await queue.take(); order !== undefined; order = await queue.take()) {
    const sold = shop.sell(order.phone, order.amount);
    if (order.kill === undefined) {
      await sold;
      continue;
    }
    if (order.kill === 'accepted') await Promise.race([sold, untilAccepted(world, order)]);
    await shop.kill();
    await sold;
    await shop.start();
    const { phone, amount } = order;
    if (!shop.book().some((sale) => sale.phone === phone)) await shop.sell(phone, amount);
  }
  await shop.close();
}

const untilAccepted = (world: World, { phone }: Order) =>
  eventually(
    () => world.sql('SELECT FROM purchase WHERE recipient = $1', [phone]),
    (rows) => rows.length === 1,
    WITHIN_MS,
  );

/** Freezes and kills the api in turns, each time while shops buy. */
async function disturb(world: World, queue: Queue, signal: AbortSignal): Promise<void> {
  const each = ORDERS / (FREEZES + KILLS);
  for (let n = 0; n < FREEZES + KILLS; n += 1) {
    const before = await accepted(world);
    queue.letIn(each);
    // late, because shops sell little while the api is away; some while their orders are still on the way
    await queue.untilTaken((n + 1) * each - 1 - (n % 8), signal);
    if (n % 8 >= 2)
      await eventually(
        () => accepted(world),
        (count) => count > before,
      );
    signal.throwIfAborted();
    const api = last(world.apis);
    if (n % 2 === 0) {
      api.pause();
      await sleep(n % 8 === 0 ? LONG_FREEZE_MS : 1_000);
      api.resume();
    } else {
      if (n % 16 === 15) {
        api.pause(); // the last orders of these reach it, and die with it
        await queue.untilTaken((n + 1) * each, signal);
      }
      await kill(api);
      await world.addApi();
    }
  }
}

async function accepted(world: World): Promise<number> {
  const [row] = await world.sql<{ count: string }>('SELECT count(*) FROM purchase');
  return Number(row?.count);
}

/** The statuses that the service returned for orders. */
async function statuses(world: World): Promise<number[]> {
  const rows = await world.sql<{ status: number }>(
    "SELECT DISTINCT status FROM request_log WHERE path = '/v1/airtime/purchase'",
  );
  return rows.map(({ status }) => status);
}

type Row = { request_ref: string; recipient: string; status: string; sends: number; moved: string };

/** Each sale is once in both books: in the ledger of the wallet and at the provider if it is sold, else in neither. */
async function expectSameBooks(world: World, sales: Sale[]): Promise<void> {
  const rows = await world.sql<Row>(
    `SELECT request_ref, recipient, status, sends,
            (SELECT sum(amount_kobo) FROM ledger_entry WHERE purchase_id = p.id)::text AS moved FROM purchase p`,
  );
  const { deliveries } = await world.ledger();
  const seen = sales.map(({ reference, phone }) => {
    const row = rows.find((one) => one.request_ref === reference);
    return {
      reference,
      state: row?.status === 'success' ? 'sold' : 'not sold',
      moved: row?.moved ?? '0',
      delivered: deliveries.filter(({ recipient }) => recipient === phone).map(({ amount }) => amount),
    };
  });
  const wanted = sales.map(({ reference, amount, state }) => {
    const isSold = state === 'sold';
    return { reference, state, moved: isSold ? `-${amount}00` : '0', delivered: isSold ? [Number(amount)] : [] };
  });
  expect(seen).toEqual(wanted);
  const references = new Set(sales.map(({ reference }) => reference));
  expect(rows.filter(({ request_ref, sends }) => !references.has(request_ref) || sends > 1)).toEqual([]);

  const sum = (amounts: number[]) => amounts.reduce((one, other) => one + other, 0);
  const sold = sales.filter(({ state }) => state === 'sold');
  const [wallet] = await world.sql<{ spent: number }>(
    `SELECT ((SELECT amount_kobo FROM ledger_entry WHERE account_id = $1 ORDER BY id LIMIT 1) - balance_kobo)::int / 100 AS spent
       FROM wallet WHERE account_id = $1`,
    [world.account.id],
  );
  const total = sum(sold.map(({ amount }) => Number(amount)));
  expect([wallet?.spent, sum(deliveries.map(({ amount }) => amount))]).toEqual([total, total]);
  expect(sold.length).toBeGreaterThan(ORDERS * 0.7);
}
