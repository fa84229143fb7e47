import type { Fact, Note } from './facts';

/** A server as this_server names it: `7300000000000000000/00000001`. */
export type Identity = { system: string; timeline: string };

/** What a new connection finds. */
export type ServerFound = {
  standby: boolean;
  /** Null where the server does not say. */
  identity: Identity | null;
  /** The server that is recorded in its database. */
  known: Identity | null;
  /** Facts that this process has seen committed, and that this server lacks. */
  lacking: number;
};

/**
 * - `accept`: it is the server that this process knows, or a recorded successor.
 * - `prove`: it is a successor that nobody has recorded: it needs the notes of all processes.
 * - `wait`: not this server, but the right one may answer the next connection.
 * - `quarantine`: it lacks what was committed, or may lack it. A person must decide.
 */
export type Judgement = { kind: 'accept' } | { kind: 'prove' } | { kind: 'wait' | 'quarantine'; reason: string };

/**
 * Judges a server before anything runs on it. The log of PostgreSQL is a prefix order: a server that has the newest
 * commit has every older one. Each timeline is recorded in the database on its first use, so a server in which the last
 * accepted one is recorded descends from it.
 * @param accepted the server that this process last accepted; null at its start
 */
export function judgeServer({ standby, identity, known, lacking }: ServerFound, accepted: Identity | null): Judgement {
  if (standby) return { kind: 'wait', reason: 'it is a standby' };
  if (identity === null || known === null) return { kind: 'accept' };
  if (accepted !== null && identity.system === accepted.system && identity.timeline < accepted.timeline)
    return { kind: 'wait', reason: 'it is a former leader' };
  if (identity.system !== known.system || identity.timeline < known.timeline)
    return { kind: 'quarantine', reason: 'it is no successor of the server that is recorded in it' };
  if (accepted !== null && (known.system !== accepted.system || known.timeline < accepted.timeline))
    return { kind: 'quarantine', reason: 'it is no successor of the server that was used before' };
  if (lacking > 0) return { kind: 'quarantine', reason: 'it lacks what this process has seen committed' };
  return identity.timeline === known.timeline ? { kind: 'accept' } : { kind: 'prove' };
}

/** The facts that a server must have on which `known` is recorded. */
export const factsOf = (notes: readonly Note[], known: Identity): Fact[] =>
  notes.flatMap(({ timeline, fact }) => (fact !== null && timeline === known.timeline ? [fact] : []));

/** Whether a process has worked on a later timeline than this server has. */
export const isOutdated = (notes: readonly Note[], { timeline: own }: Identity): boolean =>
  notes.some(({ timeline }) => timeline > own);

export function identityIn(text: string | null): Identity | null {
  if (text === null) return null;
  const [system = '', timeline = ''] = text.split('/');
  return { system, timeline };
}
