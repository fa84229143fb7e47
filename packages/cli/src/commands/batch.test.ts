import { existsSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { readBatchFile } from '@topup/client';
import { airtimeRows, batch, HEADER, openShop, refuse, type Shop } from '../testing/shop';

let shop: Shop;
beforeEach(async () => {
  shop = await openShop();
});
afterEach(() => shop.close());

const LINE = 'airtime,mtn,,08031234567,100,';
const beside = () => readdirSync(shop.directory).sort();

describe('a file with a fault is half bought', () => {
  test.each([
    ['a number that is none', 'airtime,mtn,,0803,100,', 3, 'phone', /11 digits/],
    ['a network that is not sold', 'airtime,vodafone,,08031234567,100,', 3, 'network', /use mtn/],
    ['a plan that is not sold', 'data,,mtn-9gb,08031234567,,', 3, 'plan_id', /no such data plan/],
    ['a price that is not that of the plan', 'data,,mtn-1gb,08031234567,299,', 3, 'amount', /costs ₦300.00/],
    ['a reference that is too long', `${LINE}${'x'.repeat(51)}`, 3, 'reference', /1 to 50/],
    ['a reference that hides something', `${LINE}a\u200bb`, 3, 'reference', /visible/],
    ['a reference of another row', `${LINE}order-1\n${LINE}order-1`, 4, 'reference', /Row 3 has the same/],
  ])('%s: nothing is bought, and the row, the field and the reason are printed', async (_, lines, row, field, why) => {
    const file = shop.write(`${HEADER}\n${LINE}\n${lines}\n`);
    const { code, out } = await batch(shop.terminal(), 'buy', file);
    expect([code, out.split('\n').slice(0, 2)]).toEqual([
      2,
      ['Nothing was bought. Correct the file first.', expect.stringMatching(/^ROW +FIELD +REASON$/)],
    ]);
    expect(out).toMatch(new RegExp(`^${row} +${field} +.*${why.source}`, 'm'));
    const { code: again, json } = await batch(shop.terminal(), 'buy', file, '--json');
    expect([again, json.faults]).toEqual([2, [{ row, field, reason: expect.stringMatching(why) }]]);
    expect([shop.orders, beside()]).toEqual([[], ['orders.csv']]);
  });

  test('a file without a row, one that is not there, and one of another form', async () => {
    expect((await batch(shop.terminal(), 'buy', shop.write(`${HEADER}\n`))).out).toMatch(/no row below its header/);
    expect(await batch(shop.terminal(), 'buy', '/nowhere.csv')).toMatchObject({
      code: 2,
      err: '/nowhere.csv cannot be read (ENOENT).\n',
    });
    const latin = shop.write('');
    writeFileSync(latin, Buffer.from(`${HEADER}\n${LINE}caf\xe9\n`, 'latin1'));
    expect((await batch(shop.terminal(), 'buy', latin)).err).toMatch(/is not UTF-8 text/);
    expect((await batch(shop.terminal(), 'buy', shop.write('name\nada\n'))).out).toMatch(/^1 +product +.*missing/m);
    expect(shop.orders).toEqual([]);
  });
});

describe('a person does not know what the file costs, or it spends without a word', () => {
  test('the total counts discounts and prices of plans; corrections and repeated rows are pointed out', async () => {
    const file = shop.write(
      `${HEADER}\n${LINE}\n${LINE}\nairtime,mtn,,8031234568,0.99,\ndata,,mtn-1gb,08031234567,,\n`,
    );
    const { code, err, out } = await batch(shop.terminal(), 'buy', file);
    expect(code).toBe(0);
    expect(err.split('\n')).toEqual([
      'ROW  FIELD  REASON',
      '4    phone  8031234568 was read as 08031234568.',
      '3    phone  Row 2 buys the same for this number.',
      // 97.50, 97.50, 0.97 (the discount is rounded down) and 300.00
      '4 rows cost ₦495.97. The wallet has ₦10,000.00, and ₦9,504.03 afterwards.',
      '',
    ]);
    expect(out).toMatch(/^4 rows: 4 successful\./);
    expect(shop.orders.map(({ request_ref: _, ...order }) => order)).toEqual([
      { network: 'mtn', phone: '08031234567', amount: '100.00' },
      { network: 'mtn', phone: '08031234567', amount: '100.00' },
      { network: 'mtn', phone: '08031234568', amount: '0.99' },
      { plan_id: 'mtn-1gb', phone: '08031234567', expected_price: '300.00' },
    ]);
  });

  test('a wallet that has too little is named before', async () => {
    shop.balance = '100.00';
    const { err } = await batch(shop.terminal(), 'buy', shop.write(airtimeRows(2)));
    expect(err).toBe('2 rows cost ₦195.00. The wallet has ₦100.00, which is ₦95.00 too little.\n');
  });

  test('a live key buys only with --yes, or after an answer', async () => {
    const file = shop.write(airtimeRows(2));
    const refused = await batch(shop.terminal('tup_live_key'), 'buy', file);
    expect(refused).toMatchObject({ code: 2, err: expect.stringMatching(/buys 2 rows for ₦195.00 .* Pass --yes/) });
    const asked = { ...shop.terminal('tup_live_key'), isInteractive: true, ask: async () => 'n' };
    expect((await batch(asked, 'buy', file)).err).toMatch(/Nothing was bought/);
    expect([shop.orders, beside()]).toEqual([[], ['orders.csv']]);
    expect((await batch(shop.terminal('tup_live_key'), 'buy', file, '--yes')).code).toBe(0);
    expect(shop.orders).toHaveLength(2);
  });
});

describe('a person does not learn what became of a row', () => {
  test('the result has each row, and what a spreadsheet would read as a formula is text', async () => {
    shop.outcome = ({ phone }) => (phone.endsWith('01') ? 'failed' : phone.endsWith('02') ? 'pending' : 'successful');
    shop.instead = ({ phone }, response) => phone.endsWith('03') && refuse(response, 400, 'validation_failed');
    const file = shop.write(`${airtimeRows(4)}\nairtime,mtn,,08031234504,100,=1+1\n`);
    const { code, json } = await batch(shop.terminal(), 'buy', file, '--json');
    const { batch: name } = json;
    expect([code, json.counts, json.paid, json.stopped]).toEqual([
      3,
      { successful: 2, pending: 1, unknown: 0, failed: 1, refused: 1, unsent: 0 },
      '300.00',
      null,
    ]);
    expect(readFileSync(json.result, 'utf8').split('\r\n')).toEqual([
      'row,product,phone,amount,reference,status,message',
      `2,airtime,08031234500,100.00,${name}-2,successful,It is successful.`,
      `3,airtime,08031234501,100.00,${name}-3,failed,It is failed.`,
      `4,airtime,08031234502,100.00,${name}-4,pending,It is pending.`,
      `5,airtime,08031234503,100.00,${name}-5,refused,Told: validation_failed.`,
      `6,airtime,08031234504,100.00,'=1+1,successful,It is successful.`,
      '',
    ]);
  });

  test('the status is that of the last run, and exits as that run did', async () => {
    const file = shop.write(airtimeRows(2));
    const before = await batch(shop.terminal(), 'status', file);
    expect(before).toMatchObject({ code: 2, err: expect.stringContaining('Nothing of orders.csv was sent.') });
    shop.outcome = ({ phone }) => (phone.endsWith('01') ? 'failed' : 'successful');
    const bought = await batch(shop.terminal(), 'buy', file, '--json');
    const status = await batch(shop.terminal(), 'status', file, '--json');
    expect([status.code, status.json]).toEqual([1, { ...bought.json, result: null }]);
    const { out } = await batch(shop.terminal(), 'status', file);
    expect(out).toMatch(
      /^2 rows: 1 successful, 1 failed\. Paid: ₦100\.00\.\nROW +PHONE +REFERENCE +STATUS +MESSAGE\n3 /,
    );
  });
});

describe('another file, or another account, gets what was bought already', () => {
  const first = async (key?: string) => {
    const file = shop.write(airtimeRows(2));
    expect((await batch(shop.terminal(key), 'buy', file)).code).toBe(0);
    return file;
  };

  test('a file that was changed is refused, and goes on when it is restored', async () => {
    const file = await first();
    writeFileSync(file, airtimeRows(3));
    for (const word of ['buy', 'status']) {
      const { code, err } = await batch(shop.terminal(), word, file);
      expect([code, err]).toEqual([2, expect.stringContaining('orders.csv has changed since its rows were bought.')]);
    }
    writeFileSync(file, airtimeRows(2));
    expect((await batch(shop.terminal(), 'buy', file)).code).toBe(0);
    expect(shop.orders).toHaveLength(2);
  });

  test('a link to the file has its state', async () => {
    const file = await first();
    const link = path.join(shop.directory, 'link.csv');
    symlinkSync(file, link);
    expect((await batch(shop.terminal(), 'buy', link)).code).toBe(0);
    expect(shop.orders).toHaveLength(2);
  });

  test('another key of the account goes on; one of another account is refused', async () => {
    const file = await first();
    expect((await batch(shop.terminal('tup_test_newer'), 'buy', file)).code).toBe(0);
    shop.sold.clear(); // as an account that has none of the purchases
    const { code, err } = await batch(shop.terminal('tup_test_other'), 'buy', file);
    expect([code, err]).toEqual([2, expect.stringContaining('was begun with another API key')]);
    expect(err).toMatch(/copy the file to another name, or remove orders\.csv\.topup-state\.jsonl/);
    expect(shop.orders).toHaveLength(2);
  });

  test('a damaged state is named, and nothing is bought again', async () => {
    const file = await first();
    for (const damage of ['', 'nonsense\n{}\n']) {
      writeFileSync(`${file}.topup-state.jsonl`, damage);
      expect(await batch(shop.terminal(), 'buy', file)).toMatchObject({ code: 2, err: expect.stringMatching(/state/) });
    }
    expect([shop.orders.length, existsSync(`${file}.topup-lock`)]).toEqual([2, false]);
  });
});

test('the sample of the README is a file of orders', () => {
  const readme = readFileSync(path.join(__dirname, '../../README.md'), 'utf8');
  const [, sample = ''] = /```csv\n([^`]+)```/.exec(readme) ?? [];
  expect(readBatchFile(sample)).toMatchObject({ faults: [], notes: [], rows: { length: 3 } });
});
