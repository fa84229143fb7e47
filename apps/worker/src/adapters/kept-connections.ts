import http from 'node:http';
import https from 'node:https';
import type { LookupFunction } from 'node:net';
import { type Clock, setBounded } from '@topup/core/shared';
import { withShortReads } from '@topup/providers';
import type { Agents } from './post-once';

/** Of one host: as many as it can have deliveries, by default. */
const MAX_IDLE = 32;
const MAX_AGE_MS = 60_000;
const REMEMBERED_MS = 3_600_000;
const MAX_REMEMBERED = 1_000;

type ConnectionOptions = {
  /** Names are resolved with it, for each new connection. */
  lookup: LookupFunction;
  /** How long a connection is kept without use. */
  idleMs: number;
  clock: Pick<Clock, 'monotonicMs'>;
};

type Connections = {
  /** The agents of the next request: `first` may have open connections, those of `fresh` are always new. */
  of(origin: string): { first: Agents; fresh: Agents };
  /** The receiver closed a kept connection as a request came: it has only new ones for an hour. */
  closedEarly(origin: string): void;
};

/**
 * Decides which connections a request may use. After a minute all are new, however much they are used, and TLS sessions
 * too: so name, address and certificate are looked at again.
 */
export function createConnections({ lookup, idleMs, clock }: ConnectionOptions): Connections {
  const untilMs = new Map<string, number>(); // by origin, in the order in which they came
  let agents = newAgents();

  function newAgents() {
    const kept = { lookup, keepAlive: true, timeout: idleMs, maxFreeSockets: MAX_IDLE };
    return { bornMs: clock.monotonicMs(), kept: agentsWith(kept), fresh: agentsWith({ lookup }) };
  }

  return {
    of(origin) {
      const nowMs = clock.monotonicMs();
      // nobody asks the old ones again, so what they keep ends after `idleMs`
      if (nowMs - agents.bornMs >= MAX_AGE_MS) agents = newAgents();
      const { kept, fresh } = agents;
      return { first: (untilMs.get(origin) ?? 0) > nowMs ? fresh : kept, fresh };
    },
    closedEarly(origin) {
      setBounded(untilMs, origin, clock.monotonicMs() + REMEMBERED_MS, MAX_REMEMBERED);
    },
  };
}

function agentsWith(options: http.AgentOptions): Agents {
  return { http: withShortReads(new http.Agent(options)), https: new https.Agent(options) };
}
