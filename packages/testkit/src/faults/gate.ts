import type { Socket } from 'node:net';

/**
 * One direction of a relayed connection. While it is shut, bytes and the end of the stream wait in order: a delayed
 * packet arrives even when its sender has gone.
 */
type Gate = {
  send(chunk: Buffer): void;
  /** The sender has finished. It is passed on after all waiting bytes. */
  end(): void;
  /**
   * The sender's connection broke. Passed on as a reset, or as an end behind waiting bytes, which a reset would
   * destroy.
   */
  reset(): void;
  shut(reason: Reason): void;
  open(reason: Reason): void;
};

/** Why a gate is shut. It opens when there is no reason left. */
type Reason = 'hold' | 'blackhole' | 'not dialled';

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
 * Resets a connection. One whose end has just begun is only destroyed: with `resetAndDestroy` in the same tick as
 * `end`, Node 20 does neither, and the process never exits.
 */
export function abort(socket: Socket): void {
  if (socket.writableEnded && !socket.writableFinished) socket.destroy();
  else socket.resetAndDestroy();
}
