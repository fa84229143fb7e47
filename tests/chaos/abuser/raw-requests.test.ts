import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sendRaw, sendSlowly } from './raw-requests';

describe('the abuser only seems to abuse', () => {
  let server: Server;
  const received: string[] = [];
  const url = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  beforeAll(async () => {
    server = createServer({ requestTimeout: 300, headersTimeout: 300, connectionsCheckingInterval: 50 });
    server.on('request', (request, response) => {
      received.push(`${request.method} ${request.url} ${request.headers.authorization}`);
      request.resume().on('end', () => response.writeHead(401).end('{}'));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  });

  afterAll(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });

  test('a slow body is a request whose headers arrive and whose end does not', async () => {
    expect(await sendSlowly(url(), 'key', new AbortController().signal)).toBe('408');
    expect(received).toContain('POST /v1/airtime/purchase Bearer key');
  });

  test('slow bodies end with the run', async () => {
    const end = new AbortController();
    const sending = sendSlowly(url(), 'key', end.signal);
    end.abort();
    expect(await sending).toBe('left open');
  });

  test('a raw request is sent as it is, and its status is told', async () => {
    const request = { method: 'POST', path: '/v1/webhook/set', headers: { authorization: 'none' }, body: '{' } as const;
    expect(await sendRaw(url(), request)).toBe('401');
    expect(received).toContain('POST /v1/webhook/set none');
  });

  test('a server that is not there gives no answer', async () => {
    expect(await sendRaw('http://127.0.0.1:1', { method: 'GET', path: '/', headers: {} })).toBe('no answer');
    expect(await sendSlowly('http://127.0.0.1:1', 'key', new AbortController().signal)).toBe('closed');
  });
});
