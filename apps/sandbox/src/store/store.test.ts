import { appendFileSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import request from 'supertest';
import type { SandboxOptions } from '../options';
import { openSandbox, type TestSandbox } from '../testing/use-sandbox';
import { airtime, checker, jamb, NOON, newRequestId, POST_KEYS, plan, power, registration } from '../testing/vtpass';
import { buildSandbox } from '../wire';

let directory: string;
let file: string;
beforeEach(() => {
  directory = mkdtempSync(path.join(tmpdir(), 'sandbox-'));
  file = path.join(directory, 'sandbox.jsonl');
});
afterEach(() => rmSync(directory, { recursive: true }));

/** One run of the sandbox on the file. */
async function live<T>(use: (sandbox: TestSandbox) => Promise<T>, options: Partial<SandboxOptions> = {}): Promise<T> {
  const sandbox = openSandbox({ file, ...options });
  try {
    return await use(sandbox);
  } finally {
    sandbox.close();
  }
}

const pay = (sandbox: TestSandbox, changes: Record<string, unknown>) => sandbox.pay(airtime(changes));

describe('another user of the machine reads numbers and tokens', () => {
  it('keeps its file to its own user, also one that was open to others', async () => {
    writeFileSync(file, '', { mode: 0o644 });
    await live(async () => undefined);
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });
});

describe('a restart that forgets or changes what happened', () => {
  it('keeps orders, rejections, float and ledger', async () => {
    const ids = [newRequestId(), newRequestId(), newRequestId(), newRequestId(), newRequestId()] as const;
    const [sold, rejected, duplicate, settled, reversed] = ids;
    const options = { duplicateWindowMs: 30_000, pendingRequeries: 0 };
    const look = async (sandbox: TestSandbox) => ({
      ledger: sandbox.ledger(),
      balance: await sandbox.balance(),
      requeries: await Promise.all(ids.map((id) => sandbox.requery(id))),
    });

    const before = await live(async (sandbox) => {
      await pay(sandbox, { request_id: sold });
      await pay(sandbox, { request_id: rejected, phone: '08000100123' });
      await pay(sandbox, { request_id: duplicate });
      await pay(sandbox, { request_id: settled, phone: '08000200123' });
      await pay(sandbox, { request_id: reversed, phone: '08000300123' });
      await sandbox.requery(settled);
      await sandbox.requery(reversed);
      return look(sandbox);
    }, options);
    const after = await live(look, options);

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

  it('settles a pending order in a later run', async () => {
    const id = newRequestId();
    await live((sandbox) => pay(sandbox, { request_id: id, phone: '08000200123' }));
    await live(async (sandbox) => {
      for (let times = 0; times < 3; times += 1) await sandbox.requery(id);
      expect(sandbox.ledger().deliveries.map((delivery) => delivery.request_id)).toEqual([id]);
    });
  });

  it('keeps tokens, price lists and reversals', async () => {
    const [at13, kano, sold, list] = [
      newRequestId(),
      newRequestId(),
      newRequestId(),
      [{ variation_code: 'x', name: 'X', variation_amount: '7.00' }],
    ];
    const look = async (sandbox: TestSandbox) => ({
      ledger: sandbox.ledger(),
      plans: (await sandbox.get('/api/service-variations', { serviceID: 'glo-data' })).content.variations,
      requeries: await Promise.all([at13, kano, sold].map((id) => sandbox.requery(id))),
    });
    const before = await live(async (sandbox) => {
      await sandbox.pay(power({ request_id: at13, billersCode: '08001300123' }));
      await sandbox.pay(power({ request_id: kano, serviceID: 'kano-electric' }));
      for (let times = 0; times < 3; times += 1) await sandbox.requery(at13);
      await request(sandbox.app).put('/variations/glo-data').send(list);
      await sandbox.pay(plan({ request_id: sold, serviceID: 'glo-data', variation_code: 'x' }));
      await request(sandbox.app).post(`/settle/${sold}`).send({ status: 'reversed' });
      return look(sandbox);
    });
    expect(await live(look)).toEqual(before);
    expect(before.requeries.map(({ code, purchased_code }) => [code, purchased_code])).toEqual([
      ['000', expect.stringMatching(/^Token : \d{20}$/)],
      ['000', ''],
      ['040', ''],
    ]);
    expect(before.plans).toEqual([{ ...list[0], fixedPrice: 'Yes' }]);
    expect(before.ledger.deliveries.map(({ request_id }) => request_id)).toEqual([at13, kano, sold]);
    expect(before.ledger.reversals).toEqual([{ request_id: sold, at: NOON.toISOString(), provider: 'vtpass' }]);
    await live(async (sandbox) => {
      await sandbox.requery(kano); // the second requery without a token was in another run
      await sandbox.requery(kano);
      expect((await sandbox.requery(kano)).purchased_code).toMatch(/^Token : \d{20}$/);
    });
  });

  it('keeps the PINs of exams, and which of them have come', async () => {
    const orders = [jamb(), checker({ quantity: 2 }), registration()];
    const [come, waiting] = [jamb({ billersCode: '08001300123' }), checker({ phone: '08001300123' })];
    const look = (sandbox: TestSandbox) =>
      Promise.all([...orders, come, waiting].map(({ request_id }) => sandbox.requery(request_id)));
    const before = await live(async (sandbox) => {
      for (const order of [...orders, come, waiting]) await sandbox.pay(order);
      for (let times = 0; times < 3; times += 1) await sandbox.requery(come.request_id);
      return look(sandbox);
    });
    expect(await live(look)).toEqual(before);
    expect(before.map(({ purchased_code }) => purchased_code)).toEqual([
      expect.stringMatching(/^Pin : \d{16}$/),
      expect.stringMatching(/^Serial No:WRN\d{9}, pin: \d{12}\|\|Serial No:WRN\d{9}, pin: \d{12}$/),
      expect.stringMatching(/^Token: \d{19}$/),
      expect.stringMatching(/^Pin : \d{16}$/),
      '',
    ]);
  });

  it('reads the file of the airtime-only version', async () => {
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
      const provider = 'vtpass';
      expect(sandbox.ledger()).toEqual({
        deliveries: [
          { request_id: 'a', serviceID: 'glo', recipient: '08000300123', amount: 100, at: order.at, provider },
        ],
        reversals: [{ request_id: 'b', at: order.at, provider }],
        posts: [{ request_id: 'a', at: order.at, outcome: 'delivered', provider, recorded: true }],
      });
      const answers = await Promise.all(['a', 'b', 'c'].map((id) => sandbox.requery(id)));
      expect(answers.map(({ code }) => code)).toEqual(['000', '040', '019']);
      expect(answers[0]).toMatchObject({
        purchased_code: '',
        content: { transactions: { extras: null, product_id: 3 } },
      });
      expect(await sandbox.balance()).toBe(10_000_000 - 97);
    });
  });

  it('keeps both deliveries of a repeated request id', async () => {
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

describe('a file that loses or invents an order', () => {
  it('is written before the answer', async () => {
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

  it('loses a torn last line, and only that', async () => {
    const [first, second] = [newRequestId(), newRequestId()];
    await live((sandbox) => pay(sandbox, { request_id: first }));
    appendFileSync(file, '{"entry":"order","order":{"requestId":"2026');
    await live((sandbox) => pay(sandbox, { request_id: second }));
    await live(async (sandbox) => {
      expect(sandbox.ledger().deliveries.map((delivery) => delivery.request_id)).toEqual([first, second]);
    });
  });

  it('does not open with a broken line or an unknown entry', async () => {
    await live((sandbox) => pay(sandbox, {}));
    writeFileSync(file, `{"entry":\n${readFileSync(file, 'utf8')}`);
    expect(() => buildSandbox({ file })).toThrow(/sandbox\.jsonl, line 1 is not JSON/);
    writeFileSync(file, '{"entry":"something else"}\n');
    expect(() => buildSandbox({ file })).toThrow(/unknown kind/);
  });

  it('lets no order be answered when it cannot be written', async () => {
    const sandbox = buildSandbox({ now: () => NOON, file });
    sandbox.close();
    const { status, body } = await request(sandbox.app).post('/api/pay').set(POST_KEYS).send(airtime());
    expect({ status, body }).toEqual({ status: 500, body: { code: '083', content: { errors: [] } } });
    expect(sandbox.ledger()).toEqual({ deliveries: [], reversals: [], posts: [] });
  });
});
