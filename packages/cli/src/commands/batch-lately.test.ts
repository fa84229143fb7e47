import type { ServerResponse } from 'node:http';
import { answer } from '../testing/service';
import { airtimeRows, batch, openShop, refuse, type Shop } from '../testing/shop';

let shop: Shop;
beforeEach(async () => {
  shop = await openShop();
});
afterEach(() => shop.close());

const bought = (transaction_type: string, phone: string, more: object = {}) => ({
  ...{ transaction_type, phone, amount: '100.00', network: 'mtn', status: 'successful', reference: 'july-1' },
  ...{ created_at: '2026-12-01T00:00:00.000Z', ...more },
});

/** Serves the list of the last 24 hours otherwise, and all else as before. */
function listBy(list: (response: ServerResponse) => void): void {
  const { serve } = shop.service;
  shop.service.serve = (at, response: ServerResponse, request) =>
    at === '/v1/transactions' && request.url?.includes('from=') ? list(response) : serve(at, response, request);
}

describe('a file that was renamed, or has lost its state, is bought again without a hint', () => {
  test('rows that were bought in the last 24 hours are pointed out', async () => {
    shop.before = [
      bought('AIRTIME', '08031234500'),
      bought('AIRTIME', '08031234501', { status: 'failed' }),
      bought('AIRTIME', '08031234502', { amount: '200.00' }),
      bought('DATA', '08031234503', { amount: '300.00', network: undefined, reference: 'july-2' }),
    ];
    const file = shop.write(`${airtimeRows(3)}\ndata,,mtn-1gb,08031234503,,`);
    const { code, err } = await batch(shop.terminal(), 'buy', file);
    expect([code, shop.orders.length]).toEqual([0, 4]);
    const noted = err.split('\n').filter((line) => line.includes('The same was bought'));
    expect(noted).toEqual([
      expect.stringMatching(/^2 .*at 2026-12-01T00:00:00\.000Z, as july-1\.$/),
      expect.stringMatching(/^5 .*as july-2\.$/),
    ]);
  });

  test('a person reads the hint before the question; with --yes it is printed, and all is bought', async () => {
    shop.before = [bought('AIRTIME', '08031234500')];
    const file = shop.write(airtimeRows(2));
    const terminal = shop.terminal('tup_live_key');
    let read = '';
    const ask = async () => {
      read = terminal.printed.err;
      return 'n';
    };
    await batch({ ...terminal, isInteractive: true, ask }, 'buy', file);
    expect([read, shop.orders]).toEqual([expect.stringContaining('as july-1.'), []]);
    const { code, err } = await batch(shop.terminal('tup_live_key'), 'buy', file, '--yes');
    expect([code, err, shop.orders.length]).toEqual([0, expect.stringContaining('as july-1.'), 2]);
  });

  test('a key that may not list purchases says that nothing was compared, and buys', async () => {
    listBy((response) => refuse(response, 401, 'unauthorized'));
    const { code, err } = await batch(shop.terminal(), 'buy', shop.write(airtimeRows(2)));
    expect([code, shop.orders.length]).toEqual([0, 2]);
    expect(err).toContain('The purchases of the last 24 hours cannot be read (Told: unauthorized.), so no row was');
  });

  test('after 20 pages it looks no further, and says so', async () => {
    let pages = 0;
    listBy((response) => {
      pages += 1;
      const data = Array.from({ length: 100 }, () => bought('AIRTIME', '08039999999'));
      answer(response, 200, { status: 'success', message: 'Here.', data, next_cursor: `after-${pages}` });
    });
    const { code, err } = await batch(shop.terminal(), 'buy', shop.write(airtimeRows(2)));
    expect([code, pages]).toEqual([0, 20]);
    expect(err).toMatch(/^1 +file +Only the newest 2,000 purchases of the last 24 hours were compared\.$/m);
  });
});
