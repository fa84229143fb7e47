import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import request from 'supertest';
import type { SandboxOptions } from '../settings';
import { airtime, GET_KEYS, NOON, newRequestId, POST_KEYS, plan, power } from '../testing/client';
import { buildSandbox, type Sandbox } from '../wire';

let directory: string;
let file: string;
beforeEach(() => {
  directory = mkdtempSync(path.join(tmpdir(), 'sandbox-'));
  file = path.join(directory, 'sandbox.jsonl');
});
afterEach(() => rmSync(directory, { recursive: true }));

/** One life of the sandbox on the file. */
async function live<T>(use: (sandbox: Sandbox) => Promise<T>, options: Partial<SandboxOptions> = {}): Promise<T> {
  const sandbox = buildSandbox({ now: () => NOON, file, ...options });
  try {
    return await use(sandbox);
  } finally {
    sandbox.close();
  }
}

const post = async ({ app }: Sandbox, order: object) =>
  (await request(app).post('/api/pay').set(POST_KEYS).send(order)).body;
const pay = (sandbox: Sandbox, changes: Record<string, unknown>) => post(sandbox, airtime(changes));
const requery = async ({ app }: Sandbox, requestId: string) =>
  (await request(app).post('/api/requery').set(POST_KEYS).send({ request_id: requestId })).body;
const balance = async ({ app }: Sandbox) =>
  (await request(app).get('/api/balance').set(GET_KEYS)).body.contents.balance;

describe('a restart', () => {
  it('would turn paid orders into unknown ones if the sandbox forgot what it delivered and refused', async () => {
    const ids = [newRequestId(), newRequestId(), newRequestId(), newRequestId(), newRequestId()] as const;
    const [sold, rejected, duplicate, settled, reversed] = ids;
    const options = { duplicateWindowMs: 30_000, pendingRequeries: 0 };
    const tell = async (sandbox: Sandbox) => ({
      ledger: sandbox.ledger(),
      balance: await balance(sandbox),
      requeries: await Promise.all(ids.map((id) => requery(sandbox, id))),
    });

    const before = await live(async (sandbox) => {
      await pay(sandbox, { request_id: sold });
      await pay(sandbox, { request_id: rejected, phone: '08000100123' });
      await pay(sandbox, { request_id: duplicate });
      await pay(sandbox, { request_id: settled, phone: '08000200123' });
      await pay(sandbox, { request_id: reversed, phone: '08000300123' });
      await requery(sandbox, settled);
      await requery(sandbox, reversed);
      return tell(sandbox);
    }, options);
    const after = await live(tell, options);

    expect(after).toEqual(before);
    expect(after.requeries.map(({ code }) => code)).toEqual(['000', '016', '019', '000', '040']);
    expect(after.ledger.deliveries.map((delivery) => delivery.request_id)).toEqual([sold, settled]);
    expect(after.ledger.posts).toHaveLength(5);
    expect(after.balance).toBeCloseTo(10_000_000 - 2 * 96.5, 6);
    await live(async (sandbox) => {
      for (const id of ids) expect((await pay(sandbox, { request_id: id })).code).toBe('014');
      expect((await pay(sandbox, {})).code).toBe('019');
    }, options);
  });

  it('would leave a pending order open for ever if it could not settle in a later life', async () => {
    const id = newRequestId();
    await live((sandbox) => pay(sandbox, { request_id: id, phone: '08000200123' }));
    await live(async (sandbox) => {
      for (let times = 0; times < 3; times += 1) await requery(sandbox, id);
      expect(sandbox.ledger().deliveries.map((delivery) => delivery.request_id)).toEqual([id]);
    });
  });

  it('would sell a meter another token, or none, if tokens, price lists and reversals were not on file', async () => {
    const [at13, kano, sold, list] = [
      newRequestId(),
      newRequestId(),
      newRequestId(),
      [{ variation_code: 'x', name: 'X', variation_amount: '7.00' }],
    ];
    const tell = async ({ app, ...sandbox }: Sandbox) => ({
      ledger: sandbox.ledger(),
      plans: (await request(app).get('/api/service-variations').set(GET_KEYS).query({ serviceID: 'glo-data' })).body
        .content.variations,
      requeries: await Promise.all([at13, kano, sold].map((id) => requery({ app, ...sandbox }, id))),
    });
    const before = await live(async (sandbox) => {
      await post(sandbox, power({ request_id: at13, billersCode: '08001300123' }));
      await post(sandbox, power({ request_id: kano, serviceID: 'kano-electric' }));
      for (let times = 0; times < 3; times += 1) await requery(sandbox, at13);
      await request(sandbox.app).put('/variations/glo-data').send(list);
      await post(sandbox, plan({ request_id: sold, serviceID: 'glo-data', variation_code: 'x' }));
      await request(sandbox.app).post(`/settle/${sold}`).send({ status: 'reversed' });
      return tell(sandbox);
    });
    expect(await live(tell)).toEqual(before);
    expect(before.requeries.map(({ code, purchased_code }) => [code, purchased_code])).toEqual([
      ['000', expect.stringMatching(/^Token : \d{20}$/)],
      ['000', ''],
      ['040', ''],
    ]);
    expect(before.plans).toEqual([{ ...list[0], fixedPrice: 'Yes' }]);
    expect(before.ledger.deliveries.map(({ request_id }) => request_id)).toEqual([at13, kano, sold]);
    expect(before.ledger.reversals).toEqual([{ request_id: sold, at: NOON.toISOString() }]);
    await live(async (sandbox) => {
      await requery(sandbox, kano); // the second of those that still lack it was in another life
      await requery(sandbox, kano);
      expect((await requery(sandbox, kano)).purchased_code).toMatch(/^Token : \d{20}$/);
    });
  });

  it('would make an upgrade forget every order if files of the airtime-only version could not be read', async () => {
    const service = {
      id: 'glo',
      productName: 'GLO Airtime VTU',
      productId: 3,
      rate: '3.00',
      type: 'Airtime Recharge',
      minimumNaira: 5,
    };
    const order = {
      service: { ...service, maximumNaira: 200_000, recipientField: 'phone' },
      recipient: '08000300123',
      amountAsSent: 100,
      amountNaira: 100,
      commissionNaira: 3,
      totalNaira: 97,
      transactionId: '17952711494285380283571062',
      at: NOON.toISOString(),
    };
    const written = [
      { entry: 'post', request_id: 'a', at: order.at, outcome: 'delivered' },
      { entry: 'order', order: { ...order, requestId: 'a', status: 'delivered', settlesTo: null } },
      { entry: 'order', order: { ...order, requestId: 'b', status: 'pending', settlesTo: 'reversed' } },
      { entry: 'settled', requestId: 'b', status: 'reversed', at: order.at },
      { entry: 'refused', requestId: 'c', code: '019' },
    ];
    writeFileSync(file, written.map((entry) => `${JSON.stringify(entry)}\n`).join(''));
    await live(async (sandbox) => {
      expect(sandbox.ledger()).toEqual({
        deliveries: [{ request_id: 'a', serviceID: 'glo', recipient: '08000300123', amount: 100, at: order.at }],
        reversals: [{ request_id: 'b', at: order.at }],
        posts: [{ request_id: 'a', at: order.at, outcome: 'delivered' }],
      });
      const answers = await Promise.all(['a', 'b', 'c'].map((id) => requery(sandbox, id)));
      expect(answers.map(({ code }) => code)).toEqual(['000', '040', '019']);
      expect(answers[0]).toMatchObject({
        purchased_code: '',
        content: { transactions: { extras: null, product_id: 3 } },
      });
      expect(await balance(sandbox)).toBe(10_000_000 - 97);
    });
  });

  it('would lose the evidence of a double vend if the second one overwrote the first', async () => {
    const id = newRequestId();
    const options = { vendsEveryPost: true };
    await live(
      async (sandbox) => void [await pay(sandbox, { request_id: id }), await pay(sandbox, { request_id: id })],
      options,
    );
    await live(
      async (sandbox) => expect(sandbox.ledger().deliveries.map((line) => line.request_id)).toEqual([id, id]),
      options,
    );
  });
});

describe('the file', () => {
  it('would miss an order that the caller was told of if it were written after the answer', async () => {
    await live(async (sandbox) => {
      const { requestId, content } = await pay(sandbox, {});
      const lines = readFileSync(file, 'utf8')
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line));
      expect(lines.map(({ entry }) => entry)).toEqual(['post', 'order']);
      expect(lines[1].order).toMatchObject({
        requestId,
        transactionId: content.transactions.transactionId,
        status: 'delivered',
      });
    });
  });

  it('would keep the sandbox from starting after a kill -9 if a torn last line were fatal, and spoil the next if it stayed', async () => {
    const [first, second] = [newRequestId(), newRequestId()];
    await live((sandbox) => pay(sandbox, { request_id: first }));
    appendFileSync(file, '{"entry":"order","order":{"requestId":"2026');
    await live((sandbox) => pay(sandbox, { request_id: second }));
    await live(async (sandbox) => {
      expect(sandbox.ledger().deliveries.map((delivery) => delivery.request_id)).toEqual([first, second]);
    });
  });

  it('would testify from half a ledger if a spoilt line in the middle were skipped', async () => {
    await live((sandbox) => pay(sandbox, {}));
    writeFileSync(file, `{"entry":\n${readFileSync(file, 'utf8')}`);
    expect(() => buildSandbox({ file })).toThrow(/sandbox\.jsonl, line 1 is not JSON/);
    writeFileSync(file, '{"entry":"something else"}\n');
    expect(() => buildSandbox({ file })).toThrow(/unknown kind/);
  });

  it('would claim a delivery that no restart remembers if an order were answered although the file cannot be written', async () => {
    const sandbox = buildSandbox({ now: () => NOON, file });
    sandbox.close();
    const { status, body } = await request(sandbox.app).post('/api/pay').set(POST_KEYS).send(airtime());
    expect({ status, body }).toEqual({ status: 500, body: { code: '083', content: { errors: [] } } });
    expect(sandbox.ledger()).toEqual({ deliveries: [], reversals: [], posts: [] });
  });
});
