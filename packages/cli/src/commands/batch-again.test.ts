import { readFileSync, writeFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { digestOf } from '../batch/journal';
import { answer } from '../testing/service';
import { airtimeRows, batch, HEADER, openShop, refuse, type Shop } from '../testing/shop';

let shop: Shop;
beforeEach(async () => {
  shop = await openShop();
});
afterEach(() => shop.close());

const stateOf = (file: string) => readFileSync(`${file}.topup-state.jsonl`, 'utf8');
const buy = (file: string, ...more: string[]) => batch(shop.terminal(), 'buy', file, '--json', ...more);
const statuses = ({ json }: Awaited<ReturnType<typeof buy>>) => json.rows.map((row: { status: string }) => row.status);
const references = () => shop.orders.map(({ request_ref }) => request_ref);

/** The state of a process that was killed after it had noted that it sends this row. */
function killed(file: string, row: object): void {
  const header = { batch: 'b1', digest: digestOf(readFileSync(file)), key: digestOf('tup_test_key') };
  writeFileSync(`${file}.topup-state.jsonl`, `${JSON.stringify(header)}\n${JSON.stringify(row)}\n{"row":3,"sta`);
}
const SENT = { row: 2, status: 'unknown', reference: 'b1-2' };

describe('a row is bought twice after a process was killed', () => {
  test('its reference is on the disk before it is sent', async () => {
    const file = shop.write(airtimeRows(3));
    shop.instead = ({ request_ref }) => {
      const line = `"status":"unknown","reference":"${request_ref}"`;
      if (!stateOf(file).includes(line)) throw new Error(`${request_ref} is not in the state`);
      return false;
    };
    expect((await buy(file)).code).toBe(0);
    expect(shop.orders).toHaveLength(3);
  });

  test('a row that arrived is asked for, and not sent; a torn line is no row', async () => {
    const file = shop.write(airtimeRows(2));
    killed(file, SENT);
    shop.sold.set('b1-2', 'failed');
    expect(statuses(await buy(file))).toEqual(['failed', 'successful']);
    expect([shop.asked, references()]).toEqual([['b1-2'], ['b1-3']]);
  });

  test('a row that did not arrive is sent under its reference, at its price', async () => {
    const file = shop.write(`${HEADER}\ndata,,mtn-1gb,08031234567,,\n`);
    killed(file, { ...SENT, price: '290.00' });
    expect(statuses(await buy(file))).toEqual(['successful']);
    expect(shop.orders).toMatchObject([{ request_ref: 'b1-2', expected_price: '290.00' }]);
  });

  test.each([
    ['without', ''],
    ['with', 'order-1'],
  ])('one that another process has sent, %s a reference of its own, is no refused row', async (_, given) => {
    const file = shop.write(`${HEADER}\nairtime,mtn,,08031234567,100,${given}\nairtime,mtn,,08031234568,100,\n`);
    killed(file, { row: 3, status: 'successful', reference: 'b1-3' });
    shop.sold.set(given || 'b1-2', 'successful');
    const { code, json } = await buy(file);
    expect([code, json.counts.successful, shop.sold.size]).toEqual([0, 2, 1]);
  });

  test('one that arrives while it is sent again is not sold again', async () => {
    const file = shop.write(airtimeRows(1));
    killed(file, SENT);
    shop.instead = ({ request_ref }) => {
      shop.sold.set(request_ref, 'successful');
      return false;
    };
    const { code, json } = await buy(file);
    expect([code, json.counts.successful, shop.orders.length]).toEqual([0, 1, 1]);
  });

  test('one that arrived late with the last money is no row without money', async () => {
    const file = shop.write(airtimeRows(1));
    killed(file, SENT);
    shop.instead = ({ request_ref }, response) => {
      shop.sold.set(request_ref, 'successful');
      return refuse(response, 400, 'insufficient_balance');
    };
    const { code, json } = await buy(file);
    expect([code, json.counts.successful, json.stopped]).toEqual([0, 1, null]);
  });

  test('a lost answer is asked for; nothing is sent under another reference', async () => {
    const file = shop.write(airtimeRows(2));
    shop.instead = ({ request_ref }, response, n) => {
      if (n === 1) shop.sold.set(request_ref, 'successful');
      return n === 1 && response.destroy() !== undefined;
    };
    const { code, json } = await buy(file);
    expect([code, json.counts.successful, new Set(references()).size, shop.orders.length]).toEqual([0, 2, 2, 2]);
  });

  test('while nobody can say what became of a row, it stays unknown and the file stops; then it is found', async () => {
    const file = shop.write(airtimeRows(12));
    const { serve } = shop.service;
    shop.instead = ({ request_ref }, response, n) => {
      if (n === 1) shop.sold.set(request_ref, 'successful');
      return n === 1 && response.destroy() !== undefined;
    };
    shop.service.serve = (at, response, request) => {
      if (at === '/v1/transaction/status') refuse(response, 401, 'unauthorized');
      else serve(at, response, request);
    };
    const stopped = await buy(file);
    const [lost] = references();
    expect([stopped.code, stopped.json.counts.unknown, stopped.json.stopped.message]).toEqual([
      ...[3, 1, `Nobody knows yet what became of ${lost}. The next run asks again.`],
    ]);
    shop.service.serve = serve;
    const { code, json } = await buy(file);
    expect([code, json.counts.successful, shop.asked, shop.orders.length]).toEqual([0, 12, [lost], 12]);
  });

  test('a finished file is not bought again', async () => {
    const file = shop.write(airtimeRows(2));
    await buy(file);
    const { code, json } = await buy(file);
    expect([code, json.counts.successful, shop.orders.length]).toEqual([0, 2, 2]);
  });
});

describe('two processes buy the same file', () => {
  test('the second is refused while the first lives; a dead one is not waited for', async () => {
    const file = shop.write(airtimeRows(1));
    let release: (value: boolean) => void = () => undefined;
    const arrived = new Promise<void>((resolve) => {
      shop.instead = () => {
        resolve();
        return new Promise<boolean>((go) => {
          release = go;
        });
      };
    });
    writeFileSync(`${file}.topup-lock`, '1'); // init lives, and is another program
    expect(await buy(file)).toMatchObject({
      code: 2,
      json: { error: { message: expect.stringMatching(/^Process 1 /) } },
    });
    writeFileSync(`${file}.topup-lock`, '4194999'); // above the greatest id
    const first = buy(file);
    await arrived;
    expect(readFileSync(`${file}.topup-lock`, 'utf8')).toBe(String(process.pid));
    release(false);
    expect((await first).code).toBe(0);
  });
});

describe('a file goes on when it must not, or cannot go on', () => {
  test.each([
    ['insufficient_balance', /Fund the wallet\./],
    ['key_limit_reached', /Use another key/],
    ['price_changed', /The next run asks with the new price\./],
  ])('%s: what is in flight ends, the rest is unsent, and the next run buys it', async (told, next) => {
    const file = shop.write(airtimeRows(12));
    shop.instead = (_order, response, n) => n >= 3 && refuse(response, 400, told);
    const stopped = await buy(file);
    expect([stopped.code, stopped.json.stopped]).toEqual([1, { code: told, message: expect.stringMatching(next) }]);
    expect(stopped.json.counts).toMatchObject({ successful: 2, unsent: 10 });
    expect(shop.orders.length).toBeLessThanOrEqual(6);
    const { out } = await batch(shop.terminal(), 'status', file);
    expect(out).toContain('Run `topup batch buy` again to go on.');
    shop.instead = () => false;
    const resumed = await buy(file);
    expect([resumed.code, resumed.json.batch, shop.sold.size]).toEqual([0, stopped.json.batch, 12]);
  });

  test('a plan with another price stops; the next run asks with the new one', async () => {
    const file = shop.write(`${HEADER}\ndata,,mtn-1gb,08031234567,,\n`);
    shop.instead = ({ expected_price }, response) =>
      expected_price !== '310.00' && refuse(response, 400, 'price_changed');
    expect(statuses(await buy(file))).toEqual(['unsent']);
    shop.plans = [{ plan_id: 'mtn-1gb', price: '310.00', network: 'MTN' }];
    expect(statuses(await buy(file))).toEqual(['successful']);
  });

  test('a plan that went out of sale is refused; the other rows are bought', async () => {
    const file = shop.write(`${HEADER}\ndata,,mtn-1gb,08031234567,,\nairtime,mtn,,08031234567,100,\n`);
    shop.instead = (_order, response) => refuse(response, 400, 'insufficient_balance');
    await buy(file);
    shop.instead = () => false;
    shop.plans = [];
    expect(statuses(await buy(file))).toEqual(['refused', 'successful']);
  });

  test('a row that is wrong is refused, and does not stop the others', async () => {
    const file = shop.write(airtimeRows(6));
    shop.instead = (_order, response, n) => n === 2 && refuse(response, 400, 'validation_failed');
    expect(statuses(await buy(file))).toEqual(['successful', 'refused', ...Array(4).fill('successful')]);
  });

  test('a reference that another purchase has is refused', async () => {
    const file = shop.write(`${HEADER}\nairtime,mtn,,08031234567,100,order-1\n`);
    const other = { 'X-Original-Status': 'successful', 'X-Original-Matches': 'false' };
    shop.instead = (_order, response) => refuse(response, 400, 'duplicate_reference', other);
    expect(statuses(await buy(file))).toEqual(['refused']);
  });

  test('429: it waits as the service says, longer than the client does, and loses no row', async () => {
    const file = shop.write(airtimeRows(1));
    shop.instead = (_order, response, n) => n <= 4 && refuse(response, 429, 'rate_limited', { 'Retry-After': '0' });
    const { code } = await buy(file);
    expect([code, shop.orders.length, new Set(references()).size]).toEqual([0, 5, 1]);
  });

  test('at most four are under way, in the order of the file', async () => {
    const file = shop.write(airtimeRows(12));
    const open: (() => void)[] = [];
    const most: number[] = [];
    shop.instead = () =>
      new Promise((go) => {
        open.push(() => go(false));
        most.push(open.length);
        // each is held until four are there, or no more will come
        if (open.length === 4 || shop.orders.length === 12) for (const end of open.splice(0)) end();
      });
    const { json } = await buy(file);
    expect([json.counts.successful, Math.max(...most)]).toEqual([12, 4]);
    const rows = references().map((reference) => Number(reference.split('-')[1]));
    for (const [i, row] of rows.entries()) expect(Math.abs(row - 2 - i)).toBeLessThan(4);
  });

  test('an interrupt lets what is in flight end, leaves the rest unsent, and says how to go on', async () => {
    const file = shop.write(airtimeRows(12));
    const terminal = shop.terminal();
    shop.instead = (_order, _response, n) => {
      if (n === 3) terminal.interrupt();
      return false;
    };
    const { code, out } = await batch(terminal, 'buy', file);
    expect([code, out]).toEqual([1, expect.stringMatching(/Stopped: Interrupted\.\nRun `topup batch buy` again/)]);
    expect(out).toMatch(/^12 rows: [3-7] successful, [5-9] unsent/);
    expect((await buy(file)).json.counts.successful).toBe(12);
    expect(shop.orders).toHaveLength(12);
  });
});

describe('a pending row is taken for delivered, or never ends', () => {
  const pendingFirst = () => {
    shop.outcome = ({ phone }) => (phone.endsWith('00') ? 'pending' : 'successful');
    return shop.write(airtimeRows(2));
  };
  const referenceOf = ([name] = references()) => name ?? '';

  test('the file ends with 3; a later run asks once it is over, and only then', async () => {
    const file = pendingFirst();
    const first = await buy(file);
    expect([first.code, statuses(first), shop.asked]).toEqual([3, ['pending', 'successful'], []]);
    expect((await buy(file)).code).toBe(3);
    expect(shop.asked).toEqual([]); // each question sends an event
    shop.sold.set(referenceOf(), 'failed');
    const last = await buy(file);
    expect([last.code, statuses(last), shop.asked]).toEqual([1, ['failed', 'successful'], [referenceOf()]]);
    expect(shop.orders).toHaveLength(2);
  });

  test('--watch waits for the end, even while the service is away', async () => {
    const file = pendingFirst();
    let looks = 0;
    const { serve } = shop.service;
    shop.service.serve = (at, response: ServerResponse, request) => {
      if (at === '/v1/transactions') looks += 1;
      if (at === '/v1/transactions' && looks === 1) answer(response, 500, { status: 'error', message: 'Away.' });
      else {
        if (looks === 2) shop.sold.set(referenceOf(), 'successful');
        serve(at, response, request);
      }
    };
    const { code, json } = await buy(file, '--watch');
    expect([code, json.counts.successful, shop.asked]).toEqual([0, 2, [referenceOf()]]);
  });

  test('an interrupt ends the watch, and the row stays pending', async () => {
    const file = pendingFirst();
    const terminal = shop.terminal();
    const { serve } = shop.service;
    shop.service.serve = (at, response: ServerResponse, request) => {
      if (at === '/v1/transactions' && request.url?.includes('status=pending')) terminal.interrupt();
      serve(at, response, request);
    };
    const { code, out } = await batch(terminal, 'buy', file, '--watch');
    expect([code, out]).toEqual([3, expect.stringContaining('1 successful, 1 pending')]);
  });
});
