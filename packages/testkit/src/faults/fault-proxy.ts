import { createServer, type Server, type Socket } from 'node:net';
import { createRelay, REMEMBERED, type Relay } from './relay';

/**
 * - `pass`: everything flows.
 * - `refuse`: nobody listens (ECONNREFUSED); existing connections go on.
 * - `blackhole`: connections are accepted and stay open, but no byte moves on any of them. What was sent meanwhile
 *   arrives when the mode ends, as after a network partition.
 */
type FaultMode = 'pass' | 'refuse' | 'blackhole';

export type FaultProxy = {
  /** On 127.0.0.1; the same in every mode. */
  readonly port: number;
  setMode(mode: FaultMode): Promise<void>;
  /**
   * The target acts, and its reply is lost: after the first `pattern` of a client, all replies on that connection are
   * held. Fires once. `fired`: the pattern has passed. `answered`: the first reply byte is held, so the target has
   * acted. `instead` is called then, and may write something else to the client.
   */
  holdReplyAfter(
    pattern: string,
    instead?: (client: Socket) => void,
  ): { fired: Promise<void>; answered: Promise<void> };
  /**
   * The request does not arrive: from the chunk in which the first `pattern` of a client ends, all requests on that
   * connection are held. Earlier chunks of a split pattern have passed, without effect on the target. Fires once.
   */
  holdRequestsWith(pattern: string): { fired: Promise<void> };
  /** Lets everything that is held pass, in order, and disarms holds that have not fired. */
  release(): void;
  /** Resets all connections on both sides. What was held is lost. */
  cut(): void;
  /** The number of connected clients. */
  connections(): number;
  /** Resets every connection and stops listening. */
  stop(): Promise<void>;
};

type Trap = { pattern: Buffer; spring(relay: Relay): void };

/** Starts a TCP proxy to `target` on 127.0.0.1, in mode `pass`. Patterns are found in plain text only, not in TLS. */
export async function startFaultProxy({ target }: { target: { host: string; port: number } }): Promise<FaultProxy> {
  const relays = new Set<Relay>();
  const traps = new Set<Trap>();
  let mode: FaultMode = 'pass';
  let server = await listen(accept, 0);
  const { port } = addressOf(server);

  function accept(client: Socket): void {
    const relay = createRelay(client, target, {
      sent: (bytes, alreadySeen) => springTraps(traps, relay, bytes, alreadySeen),
      closed: () => relays.delete(relay),
    });
    relays.add(relay);
    if (mode === 'blackhole') relay.blackhole();
    else relay.pass();
  }

  async function setMode(next: FaultMode): Promise<void> {
    mode = next;
    if (next === 'refuse') server.close();
    else if (!server.listening) server = await listen(accept, port);
    for (const relay of relays) {
      if (next === 'blackhole') relay.blackhole();
      else relay.pass();
    }
  }

  function cut(): void {
    for (const relay of relays) relay.cut();
  }

  return {
    port,
    setMode,
    holdReplyAfter(pattern, instead) {
      const fired = createLatch();
      const answered = createLatch();
      arm(traps, pattern, (relay) => {
        relay.holdReplies((client) => {
          instead?.(client);
          answered.open();
        });
        fired.open();
      });
      return { fired: fired.opened, answered: answered.opened };
    },
    holdRequestsWith(pattern) {
      const fired = createLatch();
      arm(traps, pattern, (relay) => {
        relay.holdRequests();
        fired.open();
      });
      return { fired: fired.opened };
    },
    release() {
      traps.clear();
      for (const relay of relays) relay.release();
    },
    cut,
    connections: () => relays.size,
    async stop() {
      cut();
      if (server.listening) await new Promise((resolve) => server.close(resolve));
    },
  };
}

function arm(traps: Set<Trap>, pattern: string, spring: Trap['spring']): void {
  const bytes = Buffer.from(pattern);
  if (bytes.length === 0 || bytes.length > REMEMBERED)
    throw new RangeError(`a pattern has 1 to ${REMEMBERED} bytes, not ${bytes.length}`);
  traps.add({ pattern: bytes, spring });
}

function springTraps(traps: Set<Trap>, relay: Relay, bytes: Buffer, alreadySeen: number): void {
  for (const trap of traps) {
    const from = Math.max(0, alreadySeen - trap.pattern.length + 1); // earlier matches were found before
    if (bytes.indexOf(trap.pattern, from) < 0) continue;
    traps.delete(trap);
    trap.spring(relay);
  }
}

function createLatch(): { opened: Promise<void>; open(): void } {
  let open: () => void = () => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open };
}

function listen(accept: (client: Socket) => void, port: number): Promise<Server> {
  return new Promise((resolve, reject) => {
    const server = createServer({ allowHalfOpen: true }, accept).once('error', reject);
    server.listen(port, '127.0.0.1', () => resolve(server));
  });
}

function addressOf(server: Server): { port: number } {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the proxy has no port');
  return address;
}
