import { once } from 'node:events';
import type { ClientRequest } from 'node:http';
import { connect } from 'node:net';
import { ledgerOf, postRaw, whenPosted, withServer } from '../../testing/server';
import { airtime, bouquet, GET_KEYS, jamb, plan, power } from '../../testing/vtpass';

const FLOAT = 10_000_000;
const COST = 96.5;

/** Sends one order to `phone`, and returns the answer and what requery, ledger and float show afterwards. */
async function observe(url: string, phone: string) {
  const order = airtime({ phone });
  const ending = await postRaw(`${url}/api/pay`, order);
  return { ending, ...(await aftermath(url, order)) };
}

async function aftermath(url: string, order: Record<string, unknown>) {
  const looked = JSON.parse((await postRaw(`${url}/api/requery`, { request_id: order.request_id })).text);
  const ledger = await ledgerOf(url);
  const balance = (await (await fetch(`${url}/api/balance`, { headers: GET_KEYS })).json()) as {
    contents: { balance: number };
  };
  return {
    requery: [looked.code, looked.content.transactions?.status],
    vended: ledger.deliveries.filter((delivery) => delivery.request_id === order.request_id).length,
    spent: FLOAT - balance.contents.balance,
  };
}

const delivered = { requery: ['000', 'delivered'], vended: 1, spent: COST };
const unrecorded = { requery: ['015', undefined], vended: 0, spent: 0 };

describe('an outcome that answers, records or charges something else', () => {
  it.each([
    ['00', 'delivered', 200, '000', 'delivered', delivered],
    ['01', 'rejected', 200, '016', 'failed', { requery: ['016', 'failed'], vended: 0, spent: 0 }],
    ['04', 'pending forever', 200, '000', 'pending', { requery: ['000', 'pending'], vended: 0, spent: COST }],
    ['09', 'system error, not recorded', 500, '083', undefined, unrecorded],
    ['10', 'system error, delivered', 500, '083', undefined, delivered],
    ['12', 'low float', 200, '018', undefined, unrecorded],
    ['13', 'token later, meaningless for airtime', 200, '000', 'delivered', delivered],
    ['15', 'not recognised', 200, '016', 'failed', { requery: ['016', 'failed'], vended: 0, spent: 0 }],
  ])('outcome %s: %s', async (number, _name, status, code, orderStatus, after) => {
    await withServer({}, async ({ url }) => {
      const { ending, ...rest } = await observe(url, `0800${number}00123`);
      const body = JSON.parse(ending.text);
      expect({ whole: ending.whole, status: ending.status }).toEqual({ whole: true, status });
      expect([body.code, body.content.transactions?.status]).toEqual([code, orderStatus]);
      expect(rest).toEqual(after);
    });
  });

  it('outcome 11: an HTML page with 502', async () => {
    await withServer({}, async ({ url }) => {
      const { ending, ...rest } = await observe(url, '08001100123');
      expect({ whole: ending.whole, status: ending.status, type: ending.headers['content-type'] }).toEqual({
        whole: true,
        status: 502,
        type: 'text/html; charset=utf-8',
      });
      expect(ending.text).toContain('Bad Gateway');
      expect(rest).toEqual(unrecorded);
    });
  });
});

describe('a product whose recipient cannot choose an outcome', () => {
  type Story = { answer: string; requeries: string[]; vended: number };
  const once = (answer: string): Story => ({ answer, requeries: ['000 delivered', '000 delivered'], vended: 1 });
  const never = (answer: string): Story => ({ answer, requeries: ['015', '015'], vended: 0 });
  const rejected: Story = { answer: '200 016 failed', requeries: ['016 failed', '016 failed'], vended: 0 };
  const pending = (...requeries: string[]): Story => ({
    answer: '200 000 pending',
    requeries,
    vended: requeries.includes('000 delivered') ? 1 : 0,
  });

  const STORIES: Record<string, Story> = {
    '00': once('200 000 delivered'),
    '01': rejected,
    '02': pending('000 pending', '000 delivered'),
    '03': pending('000 pending', '040 reversed'),
    '04': pending('000 pending', '000 pending'),
    '05': once('left'),
    '06': never('left'),
    '07': never('read ECONNRESET'),
    '08': once('read ECONNRESET'),
    '09': never('500 083'),
    '10': once('500 083'),
    '11': never('502 html'),
    '12': never('200 018'),
    '13': once('200 000 delivered'),
    '14': once('200 cut'),
    '15': rejected,
  };

  it.each<[string, (changes: Record<string, unknown>) => Record<string, unknown>, Record<string, unknown>]>([
    ['data', plan, {}],
    ['DStv', bouquet, {}],
    ['a DStv renewal', bouquet, { subscription_type: 'renew', amount: '1850', variation_code: undefined }],
    ['StarTimes', bouquet, { serviceID: 'startimes', variation_code: 'nova', subscription_type: undefined }],
    ['prepaid power', power, {}],
    ['JAMB', jamb, {}],
    ['postpaid power', power, { serviceID: 'benin-electric', variation_code: 'postpaid' }],
  ])('%s: billersCode chooses the outcome, and phone does not', async (_name, make, changes) => {
    await withServer({ pendingRequeries: 1 }, async ({ url, sandbox }) => {
      const stories = Object.keys(STORIES).map(async (number) => {
        const order = make({ ...changes, billersCode: `0800${number}00123`, phone: '08000100999' });
        const answer = await answerTo(url, order);
        const requeries = [await requeryOf(url, order), await requeryOf(url, order)];
        const vended = sandbox.ledger().deliveries.filter(({ request_id }) => request_id === order.request_id).length;
        return [number, { answer, requeries, vended }] as const;
      });
      expect(Object.fromEntries(await Promise.all(stories))).toEqual(STORIES);
      for (const { recipient } of sandbox.ledger().deliveries) expect(recipient).toMatch(/^0800\d\d00123$/);
    });
  });

  async function answerTo(url: string, order: Record<string, unknown>): Promise<string> {
    const sent: ClientRequest[] = [];
    const ending = postRaw(`${url}/api/pay`, order, (outgoing) => sent.push(outgoing));
    if (/^08000[56]/.test(String(order.billersCode))) {
      await whenPosted(url, order.request_id);
      sent[0]?.destroy(new Error('left'));
    }
    const { whole, status, error, text } = await ending;
    if (!whole) return status === null ? String(error) : `${status} cut`;
    return text.startsWith('<html>') ? `${status} html` : `${status} ${codeAndStatus(text)}`;
  }

  async function requeryOf(url: string, { request_id }: Record<string, unknown>): Promise<string> {
    return codeAndStatus((await postRaw(`${url}/api/requery`, { request_id })).text);
  }

  function codeAndStatus(text: string): string {
    const { code, content } = JSON.parse(text);
    return [code, content.transactions?.status].filter(Boolean).join(' ');
  }
});

describe('a pending order that never ends', () => {
  it.each([
    ['02', 'delivered', '000', 1, COST],
    ['03', 'reversed', '040', 0, 0],
  ])('outcome %s is %s after the requeries of the setting', async (number, end, code, vended, spent) => {
    await withServer({ pendingRequeries: 2 }, async ({ url }) => {
      const order = airtime({ phone: `0800${number}00123` });
      const paid = JSON.parse((await postRaw(`${url}/api/pay`, order)).text);
      expect(paid).toMatchObject({ code: '000', response_description: 'TRANSACTION PROCESSING - PENDING' });
      expect(paid.content.transactions.status).toBe('pending');
      const pending = { requery: ['000', 'pending'], vended: 0, spent: COST };
      const settled = { requery: [code, end], vended, spent };
      for (const expected of [pending, pending, settled, settled])
        expect(await aftermath(url, order)).toEqual(expected);
    });
  });

  it('a reversal names what came back, not the face value', async () => {
    await withServer({ pendingRequeries: 0 }, async ({ url }) => {
      const order = airtime({ phone: '08000300123' });
      await postRaw(`${url}/api/pay`, order);
      const looked = JSON.parse((await postRaw(`${url}/api/requery`, { request_id: order.request_id })).text);
      expect(looked).toMatchObject({ amount: COST, content: { transactions: { amount: 100, total_amount: COST } } });
    });
  });
});

describe('a broken connection that looks like an ordinary end', () => {
  it.each([
    ['07', unrecorded],
    ['08', delivered],
  ])('outcome %s resets the connection', async (number, after) => {
    await withServer({}, async ({ url }) => {
      const { ending, ...rest } = await observe(url, `0800${number}00123`);
      expect(ending).toMatchObject({ whole: false, status: null, error: 'read ECONNRESET' });
      expect(rest).toEqual(after);
    });
  });

  it('outcome 14 announces the whole body and breaks off inside it', async () => {
    await withServer({}, async ({ url }) => {
      const { ending, ...rest } = await observe(url, '08001400123');
      expect({ whole: ending.whole, status: ending.status }).toEqual({ whole: false, status: 200 });
      expect(ending.text).toContain('"code":"000"');
      expect(ending.text.length).toBeLessThan(Number(ending.headers['content-length']));
      expect(() => JSON.parse(ending.text)).toThrow(SyntaxError);
      expect(rest).toEqual(delivered);
    });
  });

  it.each([
    ['05', delivered],
    ['06', unrecorded],
  ])('outcome %s never answers', async (number, after) => {
    await withServer({}, async ({ url }) => {
      const order = airtime({ phone: `0800${number}00123` });
      const sent: ClientRequest[] = [];
      const ending = postRaw(`${url}/api/pay`, order, (request) => sent.push(request));
      await whenPosted(url, order.request_id);
      expect(await aftermath(url, order)).toEqual(after);
      sent[0]?.destroy(new Error('left'));
      expect(await ending).toMatchObject({ status: null, error: 'left' });
      expect(await aftermath(url, order)).toEqual(after);
    });
  });
});

describe('a requery that should hang returns, or hangs others', () => {
  it('outcome 16 is pending, and only its own requery is never answered', async () => {
    await withServer({}, async ({ url }) => {
      const [silent, other] = [airtime({ phone: '08001600123' }), airtime({ phone: '08000400123' })];
      for (const order of [silent, other])
        expect(JSON.parse((await postRaw(`${url}/api/pay`, order)).text).content.transactions.status).toBe('pending');
      const sent: ClientRequest[] = [];
      const ending = postRaw(`${url}/api/requery`, { request_id: silent.request_id }, (request) => sent.push(request));
      expect((await aftermath(url, other)).requery).toEqual(['000', 'pending']);
      sent[0]?.destroy(new Error('left'));
      expect(await ending).toMatchObject({ status: null, error: 'left' });
    });
  });
});

describe('half a request in the ledger', () => {
  it('a body that never arrives whole is not listed', async () => {
    await withServer({}, async ({ url, sandbox }) => {
      const { port } = new URL(url);
      const socket = connect(Number(port), '127.0.0.1');
      const headers = 'Host: sandbox\r\nContent-Type: application/json\r\nContent-Length: 500\r\nExpect: 100-continue';
      socket.write(`POST /api/pay HTTP/1.1\r\n${headers}\r\n\r\n`);
      await once(socket, 'data');
      socket.end('{"request_id":');
      await once(socket, 'close');
      await ledgerOf(url);
      expect(sandbox.ledger().posts).toEqual([]);
    });
  });
});

describe('a delay that changes the outcome', () => {
  it('the order is unknown until the delay is over', async () => {
    await withServer({}, async ({ url }) => {
      const order = airtime({ phone: '08000059123' });
      void postRaw(`${url}/api/pay`, order);
      expect((await whenPosted(url, order.request_id)).deliveries).toEqual([]);
      expect(await aftermath(url, order)).toEqual(unrecorded);
      expect(JSON.parse((await postRaw(`${url}/api/pay`, order)).text).code).toBe('014');
    });
  });

  it('the answer comes after the delay', async () => {
    await withServer({}, async ({ url }) => {
      const startedMs = performance.now();
      const { ending, ...rest } = await observe(url, '08000001123');
      expect(performance.now() - startedMs).toBeGreaterThan(990);
      expect(JSON.parse(ending.text).code).toBe('000');
      expect(rest).toEqual(delivered);
    });
  });

  it('a caller who hangs up gets the delivery', async () => {
    await withServer({}, async ({ url }) => {
      const order = airtime({ phone: '08000001123' });
      const sent: ClientRequest[] = [];
      const ending = postRaw(`${url}/api/pay`, order, (request) => sent.push(request));
      await whenPosted(url, order.request_id);
      sent[0]?.destroy(new Error('left'));
      await ending;
      for (let vended = 0; vended === 0; ) ({ vended } = await aftermath(url, order));
      expect(await aftermath(url, order)).toEqual(delivered);
    });
  });
});
