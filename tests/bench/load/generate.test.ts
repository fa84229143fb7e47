import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { endOfAnswer } from './connection';
import { generate, type LoadSlice, requestsOf } from './generate';

describe('the load generator measures something else than purchases', () => {
  test('an answer ends at its Content-Length, in however many pieces it comes', () => {
    const head = 'HTTP/1.1 200 OK\r\nContent-Length: 4\r\nX-Request-Id: 1\r\n\r\n';
    expect(endOfAnswer(head.slice(0, -1))).toBeUndefined();
    expect(endOfAnswer(`${head}{}`)).toBe(head.length + 4);
    expect(() => endOfAnswer('HTTP/1.1 200 OK\r\n\r\n')).toThrow(/without a length/);
  });

  test('each request is a new purchase of the next account, and failures are counted', async () => {
    const seen: { key: string | undefined; ref: string }[] = [];
    const server = createServer(async (request, response) => {
      const body = JSON.parse(await text(request));
      seen.push({ key: request.headers.authorization, ref: body.request_ref });
      const n = seen.length;
      if (n === 5) return void request.socket.destroy();
      const answer = '{"status":"x"}';
      response.writeHead(n % 4 === 3 ? 503 : 200, { 'content-length': answer.length });
      response.write(answer.slice(0, 3));
      setTimeout(() => response.end(answer.slice(3)), 2);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    let begun = 0;
    const { port } = server.address() as AddressInfo;
    const task = { port, apiKeys: ['a', 'b', 'c'], connections: 4, refPrefix: 'r', warmMs: 100, measureMs: 200 };
    const result = await generate(task, {
      begins: () => {
        begun = seen.length;
      },
    });
    server.close();
    server.closeAllConnections();

    expect(begun).toBeGreaterThan(0);
    expect(new Set(seen.map(({ ref }) => ref)).size).toBe(seen.length);
    expect(new Set(seen.map(({ key }) => key))).toEqual(new Set(['Bearer a', 'Bearer b', 'Bearer c']));
    const refused = seen.filter((_, i) => i % 4 === 2).length;
    expect(result.errors).toEqual({ 'HTTP 503': refused, 'connection lost': 1 });
    expect(result.answered).toBeLessThanOrEqual(seen.length - begun + task.connections);
    expect(result.answered + result.answeredLater).toBeGreaterThan(0);
    expect(result.p50Ms).toBeGreaterThanOrEqual(1);
  });

  test('accounts buy in turn, or unevenly', () => {
    const apiKeys = Array.from({ length: 100 }, (_, i) => `key-${i}.`);
    const ofFirst = (uneven: boolean): number => {
      const next = requestsOf({ port: 1, apiKeys, refPrefix: 'r', uneven });
      return Array.from({ length: 10_000 }, next).filter((text) => text.includes('Bearer key-0.')).length;
    };
    expect(ofFirst(false)).toBe(100);
    expect(ofFirst(true)).toBeGreaterThan(500); // 1,000 on average
  });

  test('at a fixed rate, an order that waits for a slow answer counts from when it was due', async () => {
    let orders = 0;
    const server = createServer(async (request, response) => {
      orders += 1;
      await text(request);
      const stalled = orders === 10;
      setTimeout(() => response.writeHead(200, { 'content-length': 2 }).end('{}'), stalled ? 400 : 0);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const slices: LoadSlice[] = [];
    const began = performance.now();
    const result = await generate(
      {
        port,
        apiKeys: ['a'],
        connections: 1,
        refPrefix: 'r',
        warmMs: 0,
        measureMs: 1_200,
        sliceMs: 400,
        perSecond: 50,
      },
      { begins: () => undefined, slice: (slice) => slices.push(slice) },
    );
    server.close();
    server.closeAllConnections();

    expect(result.errors).toEqual({});
    expect(orders).toBeLessThanOrEqual(1 + (performance.now() - began) / 20);
    expect(slices).toHaveLength(3);
    // one answer of about sixty took 400 ms, and a third of the orders were due meanwhile
    expect(result.p95Ms).toBeGreaterThan(200);
  });
});
