import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import type { ProviderOrder } from '@topup/core/provider';

export { deadlineIn } from '../src/http/unsent';

export type SeenRequest = { method: string; path: string; headers: Record<string, string>; body: string };

export type StubProvider = {
  origin: string;
  connections: Socket[];
  /** Whole requests, in order of arrival. */
  requests: SeenRequest[];
  /** Everything that clients wrote, whole requests or not. */
  bytesRead: () => number;
  close: () => Promise<void>;
};

/**
 * A server that writes HTTP by hand, so that it can break off anywhere. `onRequest` gets each whole request and its
 * socket.
 */
export async function startStub(
  onRequest: (request: SeenRequest, socket: Socket) => void,
  options: { onConnection?: (socket: Socket) => void; tls?: { cert: string; key: string } } = {},
): Promise<StubProvider> {
  const connections: Socket[] = [];
  const requests: SeenRequest[] = [];
  let bytes = 0;
  const accept = (socket: Socket) => {
    connections.push(socket);
    socket.on('error', () => {});
    let unread = '';
    socket.on('data', (chunk) => {
      bytes += chunk.length;
      unread += chunk.toString('latin1');
      const request = parseRequest(unread);
      if (request === null) return;
      unread = '';
      requests.push(request);
      onRequest(request, socket);
    });
    options.onConnection?.(socket);
  };
  const server: Server = options.tls ? createTlsServer(options.tls, accept) : createServer(accept);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    origin: `${options.tls ? 'https' : 'http'}://127.0.0.1:${port}`,
    connections,
    requests,
    bytesRead: () => bytes,
    close: async () => {
      for (const socket of connections) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Answers and keeps the connection open. */
export function answer(socket: Socket, status: number, body: string, headers: readonly string[] = []): void {
  const lines = [
    `HTTP/1.1 ${status} x`,
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(body)}`,
    ...headers,
  ];
  socket.write(`${lines.join('\r\n')}\r\n\r\n${body}`);
}

function parseRequest(text: string): SeenRequest | null {
  const end = text.indexOf('\r\n\r\n');
  if (end < 0) return null;
  const [start = '', ...lines] = text.slice(0, end).split('\r\n');
  const headers = Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.split(': ')[1] ?? '']),
  );
  const body = text.slice(end + 4);
  const [method = '', path = ''] = start.split(' ');
  return body.length < Number(headers['content-length'] ?? 0) ? null : { method, path, headers, body };
}

export const ORDER: ProviderOrder = {
  provider: 'vtpass',
  accountId: '0199f3a2-7c1e-7b60-9d3e-0123456789ab',
  providerRef: '2025031010140190a1b2c3d4e57f8a9bacbdcedfe0f1a2',
  productType: 'AIRTIME',
  serviceId: 'mtn',
  variationCode: null,
  subscriptionType: null,
  contactPhone: '08031234567',
  recipient: '08031234567',
  amountKobo: 10_050n,
};

/** A transaction of VTpass that echoes `ORDER`. */
export const TRANSACTION = {
  status: 'delivered',
  product_name: 'MTN Airtime VTU',
  unique_element: '08031234567',
  unit_price: '100.5',
  quantity: 1,
  commission: 3.5175,
  total_amount: 96.98250000000002,
  email: 'sandbox@sandbox.vtpass.com',
  phone: '123450987623',
  amount: '100.5',
  transactionId: '17415980564672211596777904',
};

export const DELIVERED = JSON.stringify({
  code: '000',
  content: { transactions: TRANSACTION },
  response_description: 'TRANSACTION SUCCESSFUL',
  requestId: ORDER.providerRef,
  amount: 100.5,
});
