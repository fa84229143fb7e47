import type { Socket } from 'node:net';

/**
 * One direction of a relayed connection. While anything keeps it shut, what is sent waits in order, and so does the end: a packet that was delayed on
 * the way arrives even when its sender has gone in the meantime.
 */
export type Gate = {
  send(chunk: Buffer): void;
  /** The sender has finished; passed on after all that waits. */
  end(): void;
  /** The sender's connection broke: passed on as a reset, or, when bytes still wait, as an end behind them, since a reset would destroy them. */
  reset(): void;
  shut(reason: Reason): void;
  open(reason: Reason): void;
};

/** Why a gate is shut; it opens when no reason is left. */
export type Reason = 'hold' | 'blackhole' | 'not dialled';

export function createGate(destination: Socket): Gate {
  const reasons = new Set<Reason>();
  const waiting: Buffer[] = [];
  let ended = false;

  function flush(): void {
    if (reasons.size > 0) return;
    for (const chunk of waiting.splice(0)) destination.write(chunk);
    if (ended) destination.end();
  }

  return {
    send(chunk) {
      waiting.push(chunk);
      flush();
    },
    end() {
      ended = true;
      flush();
    },
    reset() {
      ended = true;
      if (reasons.size === 0) abort(destination);
    },
    shut: (reason) => void reasons.add(reason),
    open(reason) {
      reasons.delete(reason);
      flush();
    },
  };
}

/**
 * Resets a connection. One whose orderly end has just begun is only destroyed: Node 20 does neither when `resetAndDestroy` comes in the same tick as `end`,
 * and then spins for ever when the process is to exit.
 */
export function abort(socket: Socket): void {
  if (socket.writableEnded && !socket.writableFinished) socket.destroy();
  else socket.resetAndDestroy();
}
