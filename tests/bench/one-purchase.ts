import { randomBytes } from 'node:crypto';
import { sandboxKeys } from '@topup/testkit';
import { openConnection } from './load/connection';
import { requestsOf } from './load/generate';
import { median } from './measurement';
import { stopAll } from './test-bed/programs';
import type { Stores } from './test-bed/stores';
import { startSystem } from './test-bed/systems';
import { startTestBed } from './test-bed/test-bed';

// a key comes again after a second or more, so that it is looked up, as for clients that buy rarely
const MOST_ACCOUNTS = 200;

type OnePurchaseOptions = { warmUp: number; measured: number; print(line: string): void };

/**
 * Buys airtime one purchase after the other, with nothing else going on. After each it sends one order to the sandbox
 * itself, which shows the provider's part of the time.
 * @returns the median of a purchase less that of such an order, in ms
 * @throws when a purchase is not answered with success, or when the books are not sound
 */
export async function measureOnePurchase(
  { warmUp, measured, print }: OnePurchaseOptions,
  stores: Stores,
): Promise<number> {
  print('opening accounts');
  const testBed = await startTestBed(stores, Math.min(MOST_ACCOUNTS, warmUp + measured));
  try {
    const { port, programs } = await startSystem.ours(testBed.launching);
    const prefix = randomBytes(6).toString('hex');
    const service = openClient(port, requestsOf({ port, apiKeys: testBed.apiKeys, refPrefix: prefix }));
    const provider = openClient(testBed.sandboxPort, orders(testBed.sandboxPort, prefix));
    const tookMs = { service: [] as number[], provider: [] as number[] };
    print(`${warmUp} purchases that are not counted, then ${measured}`);
    for (let n = 0; n < warmUp + measured; n += 1) {
      tookMs.service.push(await service.ask());
      tookMs.provider.push(await provider.ask());
    }
    service.close();
    provider.close();
    await testBed.untilIdle();
    await testBed.verifyBooks();
    await stopAll(programs);
    const [whole, own] = [median(tookMs.service.slice(warmUp)), median(tookMs.provider.slice(warmUp))];
    print(`one purchase: p50 ${whole.toFixed(2)} ms, including ${own.toFixed(2)} ms in the sandbox`);
    return whole - own;
  } finally {
    await testBed.remove();
  }
}

/** One persistent connection that sends the next request each time. `ask`: how many ms its answer took. */
function openClient(port: number, next: () => string) {
  let answered: (status: number) => void = () => undefined;
  const connection = openConnection(port, { answer: (status) => answered(status), lost: () => answered(0) });
  return {
    ask: async (): Promise<number> => {
      const request = next();
      const answer = new Promise<number>((resolve) => {
        answered = resolve;
      });
      const sentAtMs = performance.now();
      connection.send(request);
      const status = await answer;
      if (status !== 200) throw new Error(`a purchase ended with ${status === 0 ? 'a lost connection' : status}`);
      return performance.now() - sentAtMs;
    },
    close: connection.close,
  };
}

/** The text of the worker's order to the sandbox, with a new reference each time. */
function orders(port: number, prefix: string): () => string {
  let n = 0;
  return () => {
    const lagos = new Date(Date.now() + 3_600_000).toISOString().replace(/\D/g, '').slice(0, 12);
    const request = { request_id: `${lagos}${prefix}${n}`, serviceID: 'mtn', amount: 100, phone: '08030000000' };
    n += 1;
    const body = JSON.stringify(request);
    return [
      'POST /api/pay HTTP/1.1',
      `Host: 127.0.0.1:${port}`,
      `api-key: ${sandboxKeys().VTPASS_API_KEY}`,
      `secret-key: ${sandboxKeys().VTPASS_SECRET_KEY}`,
      'Content-Type: application/json',
      `Content-Length: ${body.length}`,
      '',
      body,
    ].join('\r\n');
  };
}
