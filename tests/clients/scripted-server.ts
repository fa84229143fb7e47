import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { isDeepStrictEqual } from 'node:util';
import { freePort } from '@topup/embedded';

/** How the server treats a request, as clients/vectors/behaviours.json has it. */
type Answer = {
  status?: number;
  headers?: Record<string, string>;
  /** Sent as JSON. */
  body?: unknown;
  /** Sent as it is. */
  raw?: string;
  /** Closes the connection without a response. */
  drop?: true;
  /** Closes the connection after the headers and half of the body. */
  cut?: true;
  /** Sends the headers and half of the body, and then nothing more. */
  slow?: true;
};

export type Step = {
  /** `<method> <path and query>`. */
  expect: string;
  /** The body that the request must carry; of a purchase the order, if one is given. */
  body?: unknown;
  /** The header `Prefer`. Without it, the request must have none. */
  prefer?: string;
  answer: Answer;
};

export type ScriptedServer = {
  baseUrl: string;
  /** How many requests have come. */
  count(): number;
  /** The differences from the script: other requests, too many or too few. */
  faults(): string[];
  close(): Promise<void>;
};

/** A server on a free port of 127.0.0.1 that expects exactly these requests. `refused`: a port without a server. */
export async function startScripted(
  script: Step[] | 'refused',
  { apiKey, order }: { apiKey: string; order?: unknown },
): Promise<ScriptedServer> {
  if (script === 'refused')
    return {
      baseUrl: `http://127.0.0.1:${await freePort()}`,
      count: () => 0,
      faults: () => [],
      close: async () => undefined,
    };
  const faults: string[] = [];
  let count = 0;
  const server = createServer(async (request, response) => {
    const sent = await read(request);
    const step = script[count];
    count += 1;
    if (step === undefined) {
      faults.push(`one request too many: ${sent.line}`);
      response.writeHead(400, { 'X-Error-Code': 'not_expected' }).end();
      return;
    }
    faults.push(...differences(sent, step, apiKey, order).map((fault) => `request ${count}: ${fault}`));
    give(step.answer, request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    count: () => count,
    faults: () => (count < script.length ? [...faults, `${count} of ${script.length} requests came`] : faults),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

type Sent = { line: string; authorization: unknown; prefer: unknown; body: unknown };

async function read(request: IncomingMessage): Promise<Sent> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const text = Buffer.concat(chunks).toString();
  const { authorization, prefer } = request.headers;
  return {
    line: `${request.method} ${request.url}`,
    authorization,
    prefer,
    body: text === '' ? undefined : JSON.parse(text),
  };
}

function differences(sent: Sent, { expect, body, prefer }: Step, apiKey: string, order: unknown): string[] {
  const wanted: Sent = {
    line: expect,
    authorization: `Bearer ${apiKey}`,
    prefer,
    body: expect.endsWith('/purchase') ? (order ?? sent.body) : (body ?? sent.body),
  };
  const pairs = { ...wanted, line: inOrder(expect) };
  const given = { ...sent, line: inOrder(sent.line) };
  return (Object.keys(pairs) as (keyof Sent)[])
    .filter((key) => !isDeepStrictEqual(pairs[key], given[key]))
    .map((key) => `${key} is ${JSON.stringify(sent[key])}, not ${JSON.stringify(wanted[key])}`);
}

/** The parameters of a query may come in any order. */
function inOrder(line: string): string {
  const [method = '', target = ''] = line.split(' ');
  const { pathname, searchParams } = new URL(target, 'http://x');
  searchParams.sort();
  return `${method} ${pathname}?${searchParams}`;
}

function give(
  { status = 200, headers = {}, body, raw, drop, cut, slow }: Answer,
  { socket }: IncomingMessage,
  response: ServerResponse,
): void {
  if (drop) {
    socket.destroy();
    return;
  }
  const bytes = Buffer.from(raw ?? JSON.stringify(body));
  response.writeHead(status, {
    'Content-Type': raw === undefined ? 'application/json' : 'text/html',
    'Content-Length': bytes.length,
    ...headers,
  });
  if (!cut && !slow) response.end(bytes);
  else
    response.write(bytes.subarray(0, bytes.length / 2), () => {
      if (cut) socket.destroy();
    });
}
