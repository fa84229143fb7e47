import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { postRaw, withServer } from '../testing/server';
import { checker, GET_KEYS, jamb, NOON, plan, power, registration } from '../testing/vtpass';

/** Calls an operator's path, without a key. */
async function operate(method: 'PUT' | 'POST', url: string, body: unknown): Promise<{ status: number; body: unknown }> {
  const answer = await fetch(url, {
    method,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return { status: answer.status, body: await answer.json() };
}

const listOf = async (url: string, serviceID: string) => {
  const answer = await fetch(`${url}/api/service-variations?serviceID=${serviceID}`, { headers: GET_KEYS });
  return ((await answer.json()) as { content: { variations: unknown; varations: unknown } }).content;
};

const pay = async (url: string, order: object) => JSON.parse((await postRaw(`${url}/api/pay`, order)).text);
const requery = async (url: string, { request_id }: Record<string, unknown>) =>
  JSON.parse((await postRaw(`${url}/api/requery`, { request_id })).text);

describe('PUT /variations: a price change that a test cannot make', () => {
  it('replaces the list, and sells from the new one only', async () => {
    await withServer({}, async ({ url }) => {
      const list = [
        { variation_code: 'mtn-new', name: 'N55.50 1GB - 1 day', variation_amount: '55.5' },
        { variation_code: 'mtn-10mb-100', name: 'N100 100MB - 24 hrs', variation_amount: 120 },
      ];
      expect(await operate('PUT', `${url}/variations/mtn-data`, list)).toEqual({
        status: 200,
        body: { serviceID: 'mtn-data', variations: 2 },
      });
      const expected = [
        { ...list[0], variation_amount: '55.50', fixedPrice: 'Yes' },
        { ...list[1], variation_amount: '120.00', fixedPrice: 'Yes' },
      ];
      expect(await listOf(url, 'mtn-data')).toMatchObject({ variations: expected, varations: expected });
      expect(await pay(url, plan({ variation_code: 'mtn-10mb-100' }))).toMatchObject({ code: '000', amount: 120 });
      expect((await pay(url, plan({ variation_code: 'mtn-50mb-200' }))).code).toBe('010');
      expect((await operate('PUT', `${url}/variations/mtn-data`, [])).status).toBe(200);
      expect((await listOf(url, 'mtn-data')).variations).toEqual([]);
      expect((await pay(url, plan())).code).toBe('010');
    });
  });

  it('refuses a bad list and keeps the one before', async () => {
    await withServer({}, async ({ url }) => {
      const before = await listOf(url, 'dstv');
      const good = { variation_code: 'a', name: 'A', variation_amount: '1.00' };
      const bad = [{ ...good, variation_code: '' }, { ...good, variation_code: 7 }, { ...good, name: null }, null, 'a'];
      const amounts = ['-1', '1.005', '1e3', '', undefined, 1.005, [1]].map((variation_amount) => ({
        ...good,
        variation_amount,
      }));
      for (const item of [...bad, ...amounts]) {
        expect((await operate('PUT', `${url}/variations/dstv`, [good, item])).status).toBe(400);
      }
      expect((await operate('PUT', `${url}/variations/dstv`, good)).status).toBe(400);
      expect(await listOf(url, 'dstv')).toEqual(before);
      for (const serviceID of ['mtn', 'ikeja-electric', 'nope']) {
        expect((await operate('PUT', `${url}/variations/${serviceID}`, [good])).status).toBe(404);
      }
    });
  });
});

describe('PUT /outage: a dead provider that a test cannot have', () => {
  it('resets the named paths, records nothing there, and leaves the others up', async () => {
    await withServer({}, async ({ url, sandbox }) => {
      const verify = () => postRaw(`${url}/api/merchant-verify`, { serviceID: 'dstv', billersCode: '7023456789' });
      const paths = ['service-variations', 'merchant-verify'];
      expect(await operate('PUT', `${url}/outage`, { paths })).toEqual({ status: 200, body: { paths } });
      expect(await verify()).toMatchObject({ whole: false, error: 'read ECONNRESET' });
      await expect(listOf(url, 'dstv')).rejects.toMatchObject({
        cause: { code: expect.stringMatching(/ECONNRESET|UND_ERR_SOCKET/) },
      });
      expect((await pay(url, plan())).code).toBe('000');
      for (const bad of [{ paths: ['verify'] }, { paths: 'pay' }, {}, [paths]]) {
        expect((await operate('PUT', `${url}/outage`, bad)).status).toBe(400);
      }
      expect((await verify()).whole).toBe(false);
      await operate('PUT', `${url}/outage`, { paths: ['pay'] });
      const posts = sandbox.ledger().posts.length;
      expect((await postRaw(`${url}/api/pay`, plan())).whole).toBe(false);
      expect(sandbox.ledger().posts).toHaveLength(posts);
      expect((await operate('PUT', `${url}/outage`, { paths: [] })).status).toBe(200);
      expect((await verify()).whole).toBe(true);
    });
  });
});

describe('PUT /float: an empty float that a test cannot have', () => {
  it('sets the balance, and orders beyond it are rejected', async () => {
    await withServer({}, async ({ url }) => {
      const balance = async () => (await (await fetch(`${url}/api/balance`, { headers: GET_KEYS })).json()) as unknown;
      expect(await operate('PUT', `${url}/float`, { naira: 150 })).toEqual({ status: 200, body: { naira: 150 } });
      expect(await balance()).toEqual({ code: 1, contents: { balance: 150 } });
      expect((await pay(url, plan())).code).toBe('000'); // ₦100, including the commission of ₦4
      expect(await balance()).toEqual({ code: 1, contents: { balance: 54 } });
      expect((await pay(url, plan({ billersCode: '08031234568' }))).code).toBe('018');
      expect((await operate('PUT', `${url}/float`, { naira: 1_000_000_000.5 })).status).toBe(400);
      for (const bad of [{}, { naira: -1 }, { naira: '150' }, { naira: 1.005 }, { naira: null }, [150]]) {
        expect((await operate('PUT', `${url}/float`, bad)).status).toBe(400);
      }
      expect(await balance()).toEqual({ code: 1, contents: { balance: 54 } });
    });
  });
});

/** A merchant's callback address. It sends `replies` in order and repeats the last one; null never answers. */
async function withReceiver(
  replies: (string | null)[],
  use: (receiver: { url: string; bodies: unknown[] }) => Promise<void>,
) {
  const bodies: unknown[] = [];
  const server: Server = createServer((incoming, response) => {
    let text = '';
    incoming.setEncoding('utf8').on('data', (part: string) => {
      text += part;
    });
    incoming.on('end', () => {
      const reply = replies[Math.min(bodies.length, replies.length - 1)] ?? null;
      bodies.push(JSON.parse(text));
      if (reply !== null) response.end(reply);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    await use({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`, bodies });
  } finally {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
}

const THANKS = '{"response":"success"}';

describe('POST /settle: a settlement by hand that cannot be tried', () => {
  it('sends the callback in the form of VTpass', async () => {
    await withReceiver([THANKS], async ({ url: callbackUrl, bodies }) => {
      await withServer({ callbackUrl }, async ({ url, sandbox }) => {
        const order = power({ billersCode: '08000400123', amount: '1000' });
        const { transactionId } = (await pay(url, order)).content.transactions;
        expect(await operate('POST', `${url}/settle/${order.request_id}`, { status: 'delivered' })).toEqual({
          status: 200,
          body: { callback: 'answered' },
        });
        const looked = await requery(url, order);
        expect(looked).toMatchObject({ code: '000', content: { transactions: { status: 'delivered' } } });
        expect(bodies).toEqual([
          {
            type: 'transaction-update',
            data: {
              code: '000',
              content: {
                transactions: {
                  status: 'delivered',
                  product_name: 'Ikeja Electric Payment - IKEDC',
                  unique_element: '08000400123',
                  unit_price: 1000,
                  quantity: 1,
                  service_verification: null,
                  channel: 'api',
                  commission: 15,
                  total_amount: 985,
                  discount: null,
                  type: 'Electricity Bill',
                  email: 'sandbox@sandbox.vtpass.com',
                  phone: '123450987623',
                  name: null,
                  convinience_fee: 0,
                  amount: 1000,
                  platform: 'api',
                  method: 'wallet',
                  transactionId,
                  commission_details: { amount: 15, rate: '1.50', rate_type: 'percent', computation_type: 'default' },
                },
              },
              response_description: 'TRANSACTION DELIVERED',
              requestId: order.request_id,
              amount: 1000,
              transaction_date: null,
              purchased_code: looked.purchased_code,
            },
          },
        ]);
        expect(sandbox.ledger().deliveries.map(({ request_id }) => request_id)).toEqual([order.request_id]);
      });
    });
  });

  it.each([
    ['jamb', jamb({ billersCode: '08000400123' }), 7700, '7700.00', /^Pin : \d{16}$/],
    ['waec', checker({ phone: '08000400123' }), '900.00', 900, /^Serial No:WRN\d{9}, pin: \d{12}$/],
    ['waec-registration', registration({ phone: '08000400123' }), 14450, 14450, /^Token: \d{19}$/],
  ])('sends the PIN of %s in the callback', async (_exam, order, amount, inner, purchasedCode) => {
    await withReceiver([THANKS], async ({ url: callbackUrl, bodies }) => {
      await withServer({ callbackUrl }, async ({ url }) => {
        await pay(url, order);
        await operate('POST', `${url}/settle/${order.request_id}`, { status: 'delivered' });
        const { purchased_code } = await requery(url, order);
        expect(purchased_code).toMatch(purchasedCode);
        const transactions = { status: 'delivered', amount: inner, unit_price: inner };
        expect(bodies).toMatchObject([{ data: { code: '000', amount, purchased_code, content: { transactions } } }]);
      });
    });
  });

  it('returns the money of a reversal and keeps the delivery in the ledger', async () => {
    await withReceiver([THANKS], async ({ url: callbackUrl, bodies }) => {
      await withServer({ callbackUrl, floatNaira: 1000 }, async ({ url, sandbox }) => {
        const order = plan();
        await pay(url, order);
        await operate('POST', `${url}/settle/${order.request_id}`, { status: 'reversed' });
        expect(await requery(url, order)).toMatchObject({
          code: '040',
          amount: 96,
          content: { transactions: { status: 'reversed' } },
        });
        expect(bodies).toMatchObject([
          {
            data: {
              code: '040',
              response_description: 'TRANSACTION REVERSAL TO WALLET',
              content: { transactions: { status: 'reversed', amount: 100, total_amount: 96 } },
              amount: 96,
              wallet_credit_id: expect.any(String),
            },
          },
        ]);
        const { deliveries, reversals } = sandbox.ledger();
        expect(deliveries.map(({ request_id }) => request_id)).toEqual([order.request_id]);
        expect(reversals).toEqual([{ request_id: order.request_id, at: NOON.toISOString(), provider: 'vtpass' }]);
        const balance = await fetch(`${url}/api/balance`, { headers: GET_KEYS });
        expect(await balance.json()).toEqual({ code: 1, contents: { balance: 1000 } });
      });
    });
  });

  it('sends the callback until "success" comes back, at most five times', async () => {
    const failures = ['no JSON', '{"response":"failed"}', '"success"', 'null'];
    await withReceiver([...failures, THANKS], async ({ url: callbackUrl, bodies }) => {
      await withServer({ callbackUrl }, async ({ url }) => {
        const order = plan();
        await pay(url, order);
        const { body } = await operate('POST', `${url}/settle/${order.request_id}`, { status: 'reversed' });
        expect(body).toEqual({ callback: 'answered' });
        expect(bodies).toHaveLength(5);
      });
    });
    await withReceiver(['{}'], async ({ url: callbackUrl, bodies }) => {
      await withServer({ callbackUrl }, async ({ url }) => {
        const order = plan();
        await pay(url, order);
        const { body } = await operate('POST', `${url}/settle/${order.request_id}`, { status: 'reversed' });
        expect(body).toEqual({ callback: 'unanswered' });
        expect(bodies).toHaveLength(5);
      });
    });
  });

  it('refuses what cannot be settled', async () => {
    await withServer({}, async ({ url, sandbox }) => {
      const settle = (id: unknown, status: unknown) => operate('POST', `${url}/settle/${id}`, { status });
      const pending = plan({ billersCode: '08000200123' });
      const rejected = plan({ billersCode: '08000100123' });
      await pay(url, pending);
      await pay(url, rejected);
      expect((await settle(pending.request_id, 'failed')).status).toBe(400);
      expect((await settle('nobody', 'delivered')).status).toBe(404);
      expect((await settle(rejected.request_id, 'reversed')).status).toBe(409);
      expect(await settle(pending.request_id, 'delivered')).toEqual({ status: 200, body: { callback: 'none' } });
      expect((await settle(pending.request_id, 'delivered')).status).toBe(409);
      expect((await settle(pending.request_id, 'reversed')).status).toBe(200);
      expect((await settle(pending.request_id, 'reversed')).status).toBe(409);
      for (let times = 0; times < 4; times += 1) expect((await requery(url, pending)).code).toBe('040');
      expect(sandbox.ledger()).toMatchObject({
        deliveries: [{ request_id: pending.request_id }],
        reversals: [{ request_id: pending.request_id }],
      });
    });
  });

  it('ends a callback that nobody answers when the sandbox closes', async () => {
    await withReceiver([null], async ({ url: callbackUrl, bodies }) => {
      let ending: Promise<unknown> = Promise.resolve();
      await withServer({ callbackUrl }, async ({ url, sandbox }) => {
        const order = plan();
        await pay(url, order);
        ending = operate('POST', `${url}/settle/${order.request_id}`, { status: 'reversed' });
        while (bodies.length === 0) await fetch(`${url}/healthz`);
        sandbox.close();
        expect(await ending).toEqual({ status: 200, body: { callback: 'unanswered' } });
      });
      expect(bodies).toHaveLength(1);
    });
  }, 9_000); // shorter than the callback's own time limit
});
