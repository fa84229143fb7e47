/** Something that was committed: a purchase was accepted, its attempt was claimed, or it became final. */
export type Fact = { kind: 'accepted' | 'claimed' | 'final'; id: string; attempt: number };

/** A fact as text, with the timeline of the server that committed it: `00000002 claimed 1 <id of the purchase>`. */
export type Note = { timeline: string; fact: Fact | null };

const FORM = /^([0-9A-F]{8}) (?:server|(accepted|claimed|final) (\d+) ([0-9a-f-]{36}))$/;

/** A note without a fact says that a process has worked on that timeline. */
export const noteText = ({ timeline, fact }: Note): string =>
  fact === null ? `${timeline} server` : `${timeline} ${fact.kind} ${fact.attempt} ${fact.id}`;

/** Undefined when the text is no note. */
export function readNote(text: string): Note | undefined {
  const [, timeline, kind, attempt, id] = FORM.exec(text) ?? [];
  if (timeline === undefined) return undefined;
  const fact = id === undefined ? null : ({ kind, attempt: Number(attempt), id } as Fact);
  return { timeline, fact };
}

/** A server as this_server names it: `7300000000000000000/00000001`. */
export type Identity = { system: string; timeline: string };

/** State of the server that a new connection reaches. */
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
 * `prove`: a successor that nobody has recorded, which needs the notes of all processes. `wait`: the right server may
 * answer the next connection. `quarantine`: it lacks a commit, or may lack it, and a person must decide.
 */
export type Judgement = { kind: 'accept' } | { kind: 'prove' } | { kind: 'wait' | 'quarantine'; reason: string };

/**
 * Judges a server before anything runs on it. The log of PostgreSQL is a prefix order, and each timeline is recorded on
 * its first use, so a server in which the last accepted one is recorded descends from it and has all its commits.
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
