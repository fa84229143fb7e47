import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

type Answer = { status: number; body: string };

/** The answer that arrives instead. `cut`: the connection breaks after half of it. */
type Broken = Answer & { cut?: true; headers?: Record<string, string> };

/** One way in which a whole answer of a provider arrives broken. None of them invents anything. */
type Break = { name: string; of(answer: Answer): Broken };

const page = '<html><body><h1>502 Bad Gateway</h1></body></html>';
const half = (body: string) => body.slice(0, body.length / 2);
const MORE_THAN_IS_READ = 1024 * 1024;
const REFERENCE = /[0-9]{12}[0-9a-z]{25}/;

/** The answer with every value that is a text changed by `change`. */
function withTexts(body: string, change: (value: string) => unknown): string {
  return rewritten(body, (_, value) => (typeof value === 'string' ? change(value) : value));
}

/** A body that is no JSON stays as it is. */
function rewritten(body: string, change: (key: string, value: unknown) => unknown): string {
  try {
    return JSON.stringify(JSON.parse(body, change)) ?? '';
  } catch {
    return body;
  }
}

/** The answer without one of its fields: the one that is read as number `n`, from the inside out. */
function withoutField(n: number): Break {
  const of = ({ status, body }: Answer): Broken => {
    let at = -1;
    const isIt = (key: string) => {
      if (key === '' || /^[0-9]+$/.test(key)) return false;
      at += 1;
      return at === n;
    };
    return { status, body: rewritten(body, (key, value) => (isIt(key) ? undefined : value)) };
  };
  return { name: `without its field ${n}`, of };
}

const sameStatus = (name: string, change: (body: string) => string): Break => ({
  name,
  of: ({ status, body }) => ({ status, body: change(body) }),
});

export const BREAKS: readonly Break[] = [
  { name: 'that breaks off in the middle', of: (answer) => ({ ...answer, cut: true }) },
  sameStatus('that has only its first half', half),
  sameStatus('that is empty', () => ''),
  sameStatus('that is null', () => 'null'),
  sameStatus('that is a page of HTML', () => page),
  { name: 'that is a page of a proxy', of: () => ({ status: 502, body: page }) },
  { name: 'under HTTP 500', of: ({ body }) => ({ status: 500, body }) },
  { name: 'under HTTP 404', of: ({ body }) => ({ status: 404, body }) },
  {
    name: 'behind a redirect',
    of: ({ body }) => ({ status: 307, body, headers: { location: '/elsewhere' } }),
  },
  sameStatus('within a list', (body) => `[${body}]`),
  sameStatus('within a text', (body) => JSON.stringify(body)),
  sameStatus('with a rest behind it', (body) => `${body}<!-- cached -->`),
  sameStatus('that is longer than we read', (body) => body + ' '.repeat(MORE_THAN_IS_READ)),
  sameStatus('about another order', (body) => body.replace(new RegExp(REFERENCE, 'g'), `2026${'0'.repeat(33)}`)),
  sameStatus('without its texts', (body) => withTexts(body, () => null)),
  sameStatus('whose texts are lists', (body) => withTexts(body, (value) => [value])),
  sameStatus('whose texts are in lower case', (body) => withTexts(body, (value) => value.toLowerCase())),
  sameStatus('without the rows of its lists', (body) =>
    rewritten(body, (_, value) => (Array.isArray(value) ? [] : value)),
  ),
];

/** More than any of the three has. */
export const FIELDS: readonly Break[] = Array.from({ length: 30 }, (_, n) => withoutField(n));

export type BreakingProxy = {
  url: string;
  /** How the answers to what names an order arrive from now on; null: whole. */
  breakWith(next: Break | null): void;
  stop(): Promise<void>;
};

/** A server before `origin` that breaks its answers about orders to every client, and passes on everything else. */
export async function startBreakingProxy(origin: string): Promise<BreakingProxy> {
  let breaking: Break | null = null;

  async function pass(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const sent = await text(request);
    const { host: _, connection: __, 'content-length': ___, ...headers } = request.headers;
    const answered = await fetch(`${origin}${request.url}`, {
      method: request.method ?? 'GET',
      headers: headers as Record<string, string>,
      ...(request.method === 'POST' && { body: sent }),
    });
    const whole = { status: answered.status, body: await answered.text() };
    const isOrder = REFERENCE.test(`${request.url} ${sent}`);
    const own: Broken = breaking !== null && isOrder ? breaking.of(whole) : whole;
    response.writeHead(own.status, {
      'content-type': answered.headers.get('content-type') ?? 'application/json',
      'content-length': Buffer.byteLength(own.body),
      ...own.headers,
    });
    if (own.cut === undefined) response.end(own.body);
    else response.write(half(own.body), () => response.destroy());
  }

  const server = createServer((request, response) => void pass(request, response).catch(() => response.destroy()));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    breakWith: (next) => {
      breaking = next;
    },
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
