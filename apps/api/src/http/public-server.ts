import { randomUUID } from 'node:crypto';
import { createServer, type RequestListener, type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { type ErrorCode, errorCatalog } from '@topup/core/errors';
import type { Log } from '@topup/core/shared';
import { errorBody, errorHeaders } from './error-answer';

const MAX_HEADERS = 100; // further headers are dropped: thousands of empty ones would fit into maxHeaderSize

/** A request is at most 16 KiB of body and a few headers: these times suffice, and a slow sender holds a connection. */
const LIMITS = {
  /** From the connection, or the first byte of a later request, to the end of the headers. Node's default is 60 s. */
  headersTimeout: 10_000,
  /** To the end of the body, without the answer, which may take longer for a purchase. Node's default is 300 s. */
  requestTimeout: 15_000,
  /** Longer than the 60 s of load balancers: a purchase must not be sent on a connection that this side is closing. */
  keepAliveTimeout: 65_000,
  /** How late the first two may be enforced. Node's default is 30 s. */
  connectionsCheckingInterval: 5_000,
  /** Bytes of request line and headers. Node's default, fixed here because a flag of the process can change it. */
  maxHeaderSize: 16 * 1024,
};

/**
 * The server that clients reach. `app` gets a request as soon as its headers are complete. Anything else is declined
 * here, in the shape of every other error, and its connection is closed.
 */
export function createPublicServer(app: RequestListener, log: Log, limits = LIMITS): Server {
  const unanswered = new WeakMap<Duplex, Set<ServerResponse>>();
  const declined = new WeakSet<Duplex>();
  const take: RequestListener = (request, response) => {
    const open = unanswered.get(request.socket) ?? new Set();
    unanswered.set(request.socket, open.add(response));
    response.once('close', () => open.delete(response));
    app(request, response);
  };
  // without a Host, or with an unknown Expect, Node would answer with an empty body: requireHttpRules declines these
  const server = createServer({ ...limits, requireHostHeader: false }, take);
  server.on('checkExpectation', take);
  server.maxHeadersCount = MAX_HEADERS;
  // a client that ends its side after the request still gets its answer; Node has this as a property only
  Object.assign(server, { httpAllowHalfOpen: true });
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (declined.has(socket)) return; // what else comes is part of the same
    declined.add(socket);
    void decline(socket, [...(unanswered.get(socket) ?? [])], codeOf(error), log);
  });
  return server;
}

/**
 * Answers what cannot be read as a request, and closes the connection. Complete requests before it on the same
 * connection get their answers first: a purchase among them would otherwise seem declined.
 */
async function decline(socket: Duplex, open: ServerResponse[], code: ErrorCode, log: Log): Promise<void> {
  const complete = open.filter(({ req }) => req.complete);
  await Promise.all(complete.map((response) => new Promise((resolve) => response.once('close', resolve))));
  const faulty = open.find(({ req }) => !req.complete);
  if (!socket.writable || faulty?.headersSent) return void socket.destroy();
  const requestId = String(faulty?.getHeader('X-Request-Id') ?? randomUUID());
  log.info('rejected a malformed request', { requestId, code });
  socket.end(answerText(code, requestId), () => socket.destroy());
}

/** Node's reasons; the others say in which way it is not HTTP. */
function codeOf({ code }: NodeJS.ErrnoException): ErrorCode {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return 'request_timeout';
  if (code === 'HPE_HEADER_OVERFLOW') return 'headers_too_large';
  return code === 'HPE_CHUNK_EXTENSIONS_OVERFLOW' ? 'body_too_large' : 'malformed_request';
}

/** A whole answer, as text, because there is no response object to write it. */
function answerText(code: ErrorCode, requestId: string): string {
  const { status } = errorCatalog[code];
  const body = JSON.stringify(errorBody({ code }, ''));
  const headers = {
    'X-Request-Id': requestId,
    'X-Mode': 'live', // its key was not read
    ...errorHeaders(code),
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': String(Buffer.byteLength(body)),
    Date: new Date().toUTCString(),
    Connection: 'close',
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines, '', body].join('\r\n');
}
