import { createHash } from 'node:crypto';
import { receiveEvent, type WebhookEvent } from '../index';

const KEY = 'tup_live_vector-key-one';

const event = (name: string, reference = 'order-1'): WebhookEvent => ({
  event: name,
  reference,
  status: 'success',
  amount: '100.00',
  product_type: 'AIRTIME',
  details: 'Airtime purchase successful.',
  hash: createHash('sha256').update(`${KEY}:${reference}`).digest('hex'),
  timestamp: '2026-11-21T12:05:11.516000000Z',
});

describe('a program that answers each event with a status query never stops', () => {
  /** A service that sends `transaction.requery` for each query, and a receiver that queries for each event it gets. */
  async function queriesOf(first: string, most: number, options?: { requeries: boolean }): Promise<number> {
    const sent = [event(first)];
    let queries = 0;
    for (const each of sent) {
      const query = () => {
        queries += 1;
        if (queries < most) sent.push(event('transaction.requery', each.reference));
      };
      expect(await receiveEvent(each, KEY, query, options)).toBe(200);
    }
    return queries;
  }

  test('it queries once for one change, because transaction.requery is ignored', async () => {
    expect(await queriesOf('airtime.purchase.success', 100)).toBe(1);
    expect(await queriesOf('transaction.requery', 100)).toBe(0);
  });

  test('with `requeries` it gets them too, and goes on as long as the service sends them', async () => {
    expect(await queriesOf('airtime.purchase.success', 100, { requeries: true })).toBe(100);
  });
});

describe('a program handles what the service has not sent, or loses what it has', () => {
  test.each([
    'airtime.purchase.success',
    'data.purchase.failed',
    'airtime.purchase.pending',
    'webhook.test',
    'new.event',
  ])('%s is handled once, before the answer', async (name) => {
    const handled: string[] = [];
    const handle = async ({ event: of }: WebhookEvent) => {
      await Promise.resolve();
      handled.push(of);
    };
    expect(await receiveEvent(event(name), ['another', KEY], handle)).toBe(200);
    expect(handled).toEqual([name]);
  });

  test.each([[{ ...event('airtime.purchase.success'), reference: 'order-2' }], [null], ['x'], [{}]])(
    'the answer to %p is a 401, and it is not handled',
    async (body) => {
      const handle = jest.fn();
      expect(await receiveEvent(body, KEY, handle)).toBe(401);
      expect(handle).not.toHaveBeenCalled();
    },
  );

  test('an error of the program is its own to answer', async () => {
    const full = () => Promise.reject(new Error('the queue is full'));
    await expect(receiveEvent(event('airtime.purchase.success'), KEY, full)).rejects.toThrow('the queue is full');
  });
});
