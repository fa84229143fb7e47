import type { ConnectionOptions as TlsOptions } from 'node:tls';
import { type Clock, setBounded } from '@topup/core/shared';
import { type Connections, createConnections } from '@topup/providers';

const MAX_AGE_MS = 60_000;
const REMEMBERED_MS = 3_600_000;
const MAX_REMEMBERED = 1_000;

type KeptOptions = {
  /** Of each socket: its `lookup` resolves names, for each new connection. */
  dial: TlsOptions;
  /** How long a connection is kept without use. */
  idleMs: number;
  clock: Pick<Clock, 'monotonicMs'>;
};

type KeptConnections = {
  /** Those of the next request. */
  of(origin: string): Connections;
  /** The receiver closed a kept connection as a request came: it has only new ones for an hour. */
  closedEarly(origin: string): void;
};

/**
 * Decides which connections a request may use. After a minute all are new, however much they are used, and TLS sessions
 * too: so name, address and certificate are looked at again.
 */
export function createKeptConnections({ dial, idleMs, clock }: KeptOptions): KeptConnections {
  const untilMs = new Map<string, number>(); // by origin, in the order in which they came
  let ours = makeAnew();

  function makeAnew() {
    return {
      bornMs: clock.monotonicMs(),
      kept: createConnections({ dial, idleMs }),
      single: createConnections({ dial, idleMs: 0 }),
    };
  }

  return {
    of(origin) {
      const nowMs = clock.monotonicMs();
      // nobody asks the old ones again, so what they keep ends after `idleMs`
      if (nowMs - ours.bornMs >= MAX_AGE_MS) ours = makeAnew();
      return (untilMs.get(origin) ?? 0) > nowMs ? ours.single : ours.kept;
    },
    closedEarly(origin) {
      setBounded(untilMs, origin, clock.monotonicMs() + REMEMBERED_MS, MAX_REMEMBERED);
    },
  };
}
