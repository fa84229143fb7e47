import { Socket } from 'node:net';
import { abort, createGate } from './gate';

/** One client's connection and the one made to the target for it. */
export type Relay = {
  /** Lets nothing through in either direction. The target is not even dialled if it has not been. */
  blackhole(): void;
  pass(): void;
  /** Keeps what the client sends from here on, the chunk being inspected included. */
  holdRequests(): void;
  /** Keeps what the target answers from here on, and calls `answered` at the first byte of it. */
  holdReplies(answered: () => void): void;
  /** Lets go what was held. */
  release(): void;
  /** Resets both connections; what was held is lost. */
  cut(): void;
};

export type RelayEvents = {
  /** The newest bytes of a client before they go on, behind the last `REMEMBERED` that came before them. */
  sent(bytes: Buffer, alreadySeen: number): void;
  closed(): void;
};

/** How far back a pattern may begin that ends in the newest bytes. */
export const REMEMBERED = 255;

/** Starts shut, with the target not dialled: call `pass`. */
export function createRelay(client: Socket, target: { host: string; port: number }, events: RelayEvents): Relay {
  const upstream = new Socket({ allowHalfOpen: true });
  const requests = createGate(upstream);
  const replies = createGate(client);
  let dialled = false;
  let answered: (() => void) | undefined;

  requests.shut('not dialled');
  let seen: Buffer = Buffer.alloc(0);
  client.on('data', (chunk: Buffer) => {
    const bytes = Buffer.concat([seen, chunk]);
    events.sent(bytes, seen.length);
    seen = bytes.subarray(-REMEMBERED);
    requests.send(chunk);
  });
  upstream.on('data', (chunk: Buffer) => {
    answered?.();
    replies.send(chunk);
  });
  for (const [from, onward] of [
    [client, requests],
    [upstream, replies],
  ] as const) {
    from.setNoDelay(true);
    from.on('error', () => undefined); // told by 'close'
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
      // a reset waits for the connection to be made, and lets out what was written before
      if (upstream.connecting) upstream.destroy();
      else abort(upstream);
    },
  };
}
