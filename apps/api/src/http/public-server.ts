import { createServer, type RequestListener, type Server } from 'node:http';

/** Durations are milliseconds. */
export type ServerLimits = {
  headersTimeout: number;
  requestTimeout: number;
  keepAliveTimeout: number;
  connectionsCheckingInterval: number;
  maxHeaderSize: number;
};

const MAX_HEADERS = 100; // further headers are dropped: thousands of empty ones would fit into maxHeaderSize

/**
 * A request is at most 16 KiB of body and a few headers: these times are enough for it, and a slow sender holds a
 * connection.
 */
const LIMITS: ServerLimits = {
  /** From the connection, or the first byte of a later request, to the end of the headers. Node's default is 60 s. */
  headersTimeout: 10_000,
  /** To the end of the body, without the answer, which may take longer for a purchase. Node's default is 300 s. */
  requestTimeout: 15_000,
  /** Longer than the 60 s of load balancers: a purchase must not be sent on a connection that this side is closing. */
  keepAliveTimeout: 65_000,
  /** How late the first two may be enforced. Node's default is 30 s. */
  connectionsCheckingInterval: 5_000,
  /**
   * Bytes of request line and headers together. Node's default, fixed here because a flag of the process can change it.
   */
  maxHeaderSize: 16 * 1024,
};

/**
 * The server that clients reach. Node itself answers what breaks a limit with a bare 400, 408 or 431 and closes that
 * connection. `app` gets a request as soon as its headers are complete, so the body reader enforces the size of the
 * body.
 */
export function createPublicServer(app: RequestListener, limits: ServerLimits = LIMITS): Server {
  const server = createServer(limits, app);
  server.maxHeadersCount = MAX_HEADERS;
  return server;
}
