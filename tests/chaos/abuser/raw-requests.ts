import { connect, type Socket } from 'node:net';

/** A request that the published client would not make. */
type RawRequest = { method: 'GET' | 'POST'; path: string; headers: Record<string, string>; body?: string };

const TIMEOUT_MS = 20_000;

/** Sends it on a connection of its own. @returns the status of the answer, or `no answer` */
export async function sendRaw(baseUrl: string, { method, path, headers, body }: RawRequest): Promise<string> {
  try {
    const response = await fetch(`${baseUrl}${path}`, {
      method,
      headers: { ...headers, connection: 'close' },
      ...(body === undefined ? {} : { body }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    await response.arrayBuffer();
    return String(response.status);
  } catch {
    return 'no answer';
  }
}

/**
 * Sends the headers and the first bytes of an order, and nothing more. Fulfilled when the other side has closed the
 * connection, with the status that it answered, or `closed`; or with `left open` when `until` comes first.
 */
export function sendSlowly(baseUrl: string, apiKey: string, until: AbortSignal): Promise<string> {
  const { hostname, port } = new URL(baseUrl);
  return new Promise((resolve) => {
    let answer = '';
    const socket: Socket = connect(Number(port), hostname, () => {
      socket.write(
        `POST /v1/airtime/purchase HTTP/1.1\r\nHost: ${hostname}\r\nAuthorization: Bearer ${apiKey}\r\n` +
          'Content-Type: application/json\r\nContent-Length: 120\r\n\r\n{"net',
      );
    });
    const leave = () => void socket.destroy();
    until.addEventListener('abort', leave, { once: true });
    socket.setEncoding('latin1').on('data', (text: string) => {
      answer += text;
      socket.end();
    });
    socket.on('error', () => undefined);
    socket.once('close', () => {
      until.removeEventListener('abort', leave);
      resolve(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1] ?? (until.aborted ? 'left open' : 'closed'));
    });
  });
}
