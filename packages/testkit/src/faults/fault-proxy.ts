import { createServer, type Server, type Socket } from 'node:net';
import { createRelay, REMEMBERED, type Relay } from './relay';

/**
 * - `pass`: everything flows.
 * - `refuse`: nobody listens (ECONNREFUSED); connections that exist go on.
 * - `blackhole`: connections are accepted and kept, but no byte moves on any, old or new. What was sent meanwhile arrives when the mode ends, as it
 *   does when a partition heals.
 */
export type FaultMode = 'pass' | 'refuse' | 'blackhole';

export type FaultProxy = {
  /** On 127.0.0.1; the same in every mode. */
  readonly port: number;
  setMode(mode: FaultMode): Promise<void>;
  /**
   * The target acts and nobody hears of it: from the first time a client sends `pattern`, all that the target answers on that connection is held.
   * Fires once. `fired` is fulfilled when the pattern has passed; `answered` when the first held byte has come back, so the target has acted.
   */
  holdReplyAfter(pattern: string): { fired: Promise<void>; answered: Promise<void> };
  /**
   * The request is under way and does not arrive: the first time a client sends `pattern`, the chunk in which it ends and all that follows on that
   * connection is held. What a client wrote of a split pattern before has gone on, so the target gets a beginning it cannot act on. Fires once.
   */
  holdRequestsWith(pattern: string): { fired: Promise<void> };
  /** Lets go what the holds have kept, late but in order, and disarms holds that have not fired. */
  release(): void;
  /** Resets every connection, on both sides. What was held is lost. */
  cut(): void;
  /** How many clients are connected. */
  connections(): number;
  /** Resets every connection and stops listening. */
  stop(): Promise<void>;
};

type Trap = { pattern: Buffer; spring(relay: Relay): void };

/** Starts a TCP proxy on 127.0.0.1 that relays to `target`, in mode `pass`, until told to misbehave. It reads plain text only: no TLS. */
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
    holdReplyAfter(pattern) {
      const fired = createLatch();
      const answered = createLatch();
      arm(traps, pattern, (relay) => {
        relay.holdReplies(answered.open);
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
    const from = Math.max(0, alreadySeen - trap.pattern.length + 1); // a match that ended before was seen before
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
