import { Socket } from 'node:net';
import { abort, createGate } from './gate';

/** The connection of one client, and the one to the target for it. */
export type Relay = {
  /** Nothing passes in either direction. The target is not connected to, if it was not before. */
  blackhole(): void;
  pass(): void;
  /** Holds everything that the client sends from now on, including the chunk that is being inspected. */
  holdRequests(): void;
  /** Holds everything that the target answers from now on, and gives `answered` the client at its first byte. */
  holdReplies(answered: (client: Socket) => void): void;
  /** Lets what is held pass. */
  release(): void;
  /** Resets both connections. What was held is lost. */
  cut(): void;
};

type RelayEvents = {
  /**
   * New bytes of a client before they pass, behind the last `REMEMBERED` bytes before them (`alreadySeen` in number).
   */
  sent(bytes: Buffer, alreadySeen: number): void;
  closed(): void;
};

/** How many earlier bytes a pattern can contain that ends in new ones. */
export const REMEMBERED = 255;

/** Starts shut and not connected to the target: call `pass`. */
export function createRelay(client: Socket, target: { host: string; port: number }, events: RelayEvents): Relay {
  const upstream = new Socket({ allowHalfOpen: true });
  const requests = createGate(upstream);
  const replies = createGate(client);
  let dialled = false;
  let answered: ((client: Socket) => void) | undefined;

  requests.shut('not dialled');
  let seen: Buffer = Buffer.alloc(0);
  client.on('data', (chunk: Buffer) => {
    const bytes = Buffer.concat([seen, chunk]);
    events.sent(bytes, seen.length);
    seen = bytes.subarray(-REMEMBERED);
    requests.send(chunk);
  });
  upstream.on('data', (chunk: Buffer) => {
    answered?.(client);
    answered = undefined;
    replies.send(chunk);
  });
  for (const [from, onward] of [
    [client, requests],
    [upstream, replies],
  ] as const) {
    from.setNoDelay(true);
    from.on('error', () => undefined); // 'close' follows
    from.on('end', onward.end);
    from.on('close', (broken: boolean) => {
      if (broken) onward.reset();
      if (client.destroyed && (upstream.destroyed || !dialled)) events.closed();
    });
  }

  return {
    blackhole() {
      for (const gate of [requests, replies]) gate.shut('blackhole');
    },
    pass() {
      if (!dialled) upstream.connect(target);
      dialled = true;
      requests.open('not dialled');
      for (const gate of [requests, replies]) gate.open('blackhole');
    },
    holdRequests: () => requests.shut('hold'),
    holdReplies(notify) {
      answered = notify;
      replies.shut('hold');
    },
    release() {
      for (const gate of [requests, replies]) gate.open('hold');
    },
    cut() {
      abort(client);
      // a reset would wait for the connection, and then send what was written before
      if (upstream.connecting) upstream.destroy();
      else abort(upstream);
    },
  };
}
