import { createServer, type RequestListener, type Server } from 'node:http';

/** Durations are milliseconds. */
export type ServerLimits = {
  headersTimeout: number;
  requestTimeout: number;
  keepAliveTimeout: number;
  connectionsCheckingInterval: number;
  maxHeaderSize: number;
};

const MAX_HEADERS = 100; // further ones are not kept: thousands of empty ones would fit into maxHeaderSize

/** A request is at most 16 KiB of body and a handful of headers: who needs longer for it than this holds a connection for nothing. */
const LIMITS: ServerLimits = {
  /** From the connection, or the first byte of a later request, to the end of the headers. Node's 60 s would let a slow client hold on six times as long. */
  headersTimeout: 10_000,
  /** To the end of the body. It does not count the answer, which a purchase may wait for longer. Node: 300 s. */
  requestTimeout: 15_000,
  /** Longer than the 60 s that load balancers keep an idle connection: else one sends a purchase on a connection that is just being closed. */
  keepAliveTimeout: 65_000,
  /** How late the first two may be. Node: 30 s, which would be most of it. */
  connectionsCheckingInterval: 5_000,
  /** Bytes of request line and headers together. Node's own value, written down because a flag of the process could change it. */
  maxHeaderSize: 16 * 1024,
};

/**
 * The server that clients reach. What breaks a limit before it is a request is answered by Node with a bare 400, 408 or 431, and its connection is closed;
 * others do not notice. A request goes on to `app` as soon as its headers are there, so the body's limit is the body reader's.
 */
export function createPublicServer(app: RequestListener, limits: ServerLimits = LIMITS): Server {
  const server = createServer(limits, app);
  server.maxHeadersCount = MAX_HEADERS;
  return server;
}
