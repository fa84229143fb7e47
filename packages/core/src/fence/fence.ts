import { type Asking, type Connection, type Db, NOT_USED } from '../shared/db';
import type { Log } from '../shared/log.port';
import { pause } from '../shared/pause';
import {
  type Fact,
  factsOf,
  type Identity,
  isOutdated,
  type Judgement,
  judgeServer,
  type Note,
  noteText,
  readNote,
  type ServerFound,
} from './judge-server';
import { countLacking, nameOf, readNewestFacts, readServer, recordServer } from './server.store';

/** A memory outside of the database that all processes share. It may lose what is in it. */
export type SharedNotes = {
  /** Adds a note to those of a database. Never throws, and nobody waits for it. */
  add(database: string, note: string): void;
  /** The newest notes of a database. @throws when they cannot be read now */
  read(database: string): Promise<string[]>;
  /** Tells every process of a note at once. Never throws. */
  announce(database: string, note: string): void;
  /** Hears what is announced from now on. */
  listen(database: string, hear: (note: string) => void): void;
};

/**
 * Remembers what this process has seen committed, and lets it work on no server that lacks a commit: an old backup, or
 * a standby that was promoted without the last commits.
 */
export type FailoverFence = {
  /** To be called with one fact of each statement that was committed. */
  saw(fact: Fact): void;
  /** Judges the server of a new connection. @throws ServerRefused */
  accept(connection: Connection): Promise<void>;
  /**
   * Judges the first server, waits while it is a standby, and has every connection judged from then on.
   * @throws ServerRefused that says what to do
   */
  begin(db: Db): Promise<void>;
};

/** Nothing ran on the connection. Readiness shows the name. */
class ServerRefused extends Error {
  constructor(
    readonly judgement: 'wait' | 'quarantine',
    reason: string,
  ) {
    super(`${NOT_USED}: ${reason}.${judgement === 'wait' ? '' : ` ${WHAT_TO_DO}`}`);
    this.name = judgement === 'wait' ? 'DatabaseServerNotUsed' : 'DatabaseNeedsQuarantine';
  }
}

const WHAT_TO_DO =
  'This database was restored, promoted or moved. Purchases sent after its copy was made may look unsent, ' +
  'and would be sold twice. Run `npm run ops -- quarantine` first (docs/operate/restore.md).';

/** More than the connections of a process: the newest commit that it has seen is among its last so many statements. */
const REMEMBERED = 64;
const LOOK_AGAIN_MS = 1_000;

type Found = ServerFound & { database: string };

type Reads = Pick<SharedNotes, 'read'>;

type FenceDeps = {
  /** Undefined without Redis. Then no promotion is accepted without a person. */
  shared: SharedNotes | undefined;
  log: Log;
  /** Whether its role may record a promotion. Otherwise it waits until another process has. */
  mayRecord: boolean;
};

/** Until its end a pool would still give it to the next statement. */
const cutOff = (connection: Connection): Promise<void> =>
  new Promise((resolve) => {
    connection.onEnd(resolve);
    connection.cut();
  });

/** The connections of this process, each with the server that it has reached; null until that is judged. */
function createConnections() {
  const servers = new Map<Connection, Identity | null>();
  return {
    add(connection: Connection): void {
      connection.onEnd(() => servers.delete(connection));
      servers.set(connection, null);
    },
    reached: (connection: Connection, server: Identity | null) => void servers.set(connection, server),
    /** Anyone who still reads from a former leader reads the past: 404 for what another process has accepted. */
    cutBefore(timeline: string): void {
      for (const [connection, of] of servers) if (of === null || of.timeline < timeline) connection.cut();
    },
    cutAll: () => Promise.all([...servers.keys()].map(cutOff)),
  };
}

async function notesOf(shared: Reads | undefined, { identity, database }: Found): Promise<Note[] | null> {
  if (identity === null) return null;
  const read = await shared?.read(nameOf(identity, database)).catch(() => null);
  return read?.flatMap((text) => readNote(text) ?? []) ?? null;
}

/** Why the notes of all processes do not prove that the server lacks nothing; null when they do. */
async function gap(connection: Asking, known: Identity, notes: Note[]): Promise<string | null> {
  if (isOutdated(notes, known)) return 'another process has used a later server';
  const lacking = await countLacking(connection, factsOf(notes, known));
  return lacking > 0 ? 'it lacks what another process has seen committed' : null;
}

/** At the start of a process the notes of the others are all the evidence there is. */
async function judgeFirst(shared: Reads | undefined, connection: Asking, found: Found): Promise<Judgement> {
  const notes = await notesOf(shared, found);
  if (found.identity === null || notes === null) return { kind: 'accept' };
  const missing = await gap(connection, found.identity, notes);
  return missing === null ? { kind: 'accept' } : { kind: 'quarantine', reason: missing };
}

/** Judges, by the notes of all processes, a successor of the server `known` that nobody has recorded. */
async function judgeByNotes(
  shared: Reads | undefined,
  connection: Asking,
  found: Found,
  known: Identity,
): Promise<Judgement> {
  const notes = await notesOf(shared, found);
  if (notes === null && shared !== undefined)
    return { kind: 'wait', reason: 'the notes of all processes cannot be read' };
  if (notes === null || notes.length === 0)
    return { kind: 'quarantine', reason: 'nobody remembers what was committed before its promotion' };
  const missing = await gap(connection, known, notes);
  return missing === null ? { kind: 'accept' } : { kind: 'quarantine', reason: missing };
}

/**
 * Judges the server as a process that starts now would, for a person. Records nothing.
 * @returns why it would not be used; null when it would
 */
export async function previewJudgement(
  db: Db,
  shared: Reads | undefined,
): Promise<Extract<Judgement, { reason: string }> | null> {
  const connection: Asking = { query: (text, values) => db.$queryRawUnsafe(text, ...values) };
  const found = await readServer(connection, []);
  let judgement = judgeServer(found, null);
  if (judgement.kind === 'prove' && found.known !== null)
    judgement = await judgeByNotes(shared, connection, found, found.known);
  else if (judgement.kind === 'accept') judgement = await judgeFirst(shared, connection, found);
  return judgement.kind === 'wait' || judgement.kind === 'quarantine' ? judgement : null;
}

/** Judges a successor of the server `known` that nobody has recorded. `own`: what this process has seen committed. */
async function prove(
  { shared, mayRecord }: FenceDeps,
  connection: Asking,
  found: Found,
  { known, accepted, own }: { known: Identity; accepted(): Identity | null; own: Fact[] },
): Promise<Judgement> {
  if (!mayRecord)
    return { kind: accepted() === null ? 'quarantine' : 'wait', reason: 'no api or worker has recorded it' };
  const byNotes = await judgeByNotes(shared, connection, found, known);
  if (byNotes.kind === 'quarantine') {
    // another process may have recorded it meanwhile, and noted that
    const again = judgeServer(await readServer(connection, own), accepted());
    return again.kind === 'accept' ? again : byNotes;
  }
  if (byNotes.kind !== 'accept') return byNotes;
  const recorded = await recordServer(connection, `${known.system}/${known.timeline}`);
  return recorded ? { kind: 'accept' } : { kind: 'wait', reason: 'it could not be recorded' };
}

export function createFence(deps: FenceDeps): FailoverFence {
  const { shared, log } = deps;
  const own: Fact[] = [];
  const connections = createConnections();
  let began = false;
  let accepted: Identity | null = null;
  /** The newest timeline that any process has used. */
  let newest = '';
  let key: string | undefined;
  let told = '';

  const add = (timeline: string, fact: Fact | null) => {
    if (key !== undefined) shared?.add(key, noteText({ timeline, fact }));
  };

  function saw(fact: Fact): void {
    own.push(fact);
    if (own.length > REMEMBERED) own.shift();
    if (accepted !== null) add(accepted.timeline, fact);
  }

  async function judge(connection: Asking): Promise<Found> {
    const found = await readServer(connection, own);
    let judgement = judgeServer(found, accepted);
    if (found.identity !== null && found.identity.timeline < newest)
      judgement = { kind: 'wait', reason: 'it is a former leader' };
    if (judgement.kind === 'prove' && found.known !== null)
      judgement = await prove(deps, connection, found, { known: found.known, accepted: () => accepted, own });
    else if (judgement.kind === 'accept' && accepted === null) judgement = await judgeFirst(shared, connection, found);
    if (judgement.kind === 'wait' || judgement.kind === 'quarantine') {
      tell(judgement);
      throw new ServerRefused(judgement.kind, judgement.reason);
    }
    told = '';
    return found;
  }

  function tell({ kind, reason }: { kind: 'wait' | 'quarantine'; reason: string }): void {
    if (told === reason) return;
    told = reason;
    if (kind === 'wait') log.warn('a database server is not used', { reason });
    else log.error('a database server is not used', { reason, what: WHAT_TO_DO, alert: 'database_server' });
  }

  function use({ identity, database }: Found): void {
    if (identity === null) return;
    const { system, timeline } = identity;
    if (accepted !== null && accepted.system === system && accepted.timeline >= timeline) return;
    if (accepted !== null) log.info('a promoted database server is used', { timeline, before: accepted.timeline });
    accepted = identity;
    if (key === undefined) shared?.listen(nameOf(identity, database), hear);
    key = nameOf(identity, database);
    add(timeline, null);
    shared?.announce(key, noteText({ timeline, fact: null }));
    leaveFormer(timeline);
  }

  function leaveFormer(timeline: string): void {
    if (timeline <= newest) return;
    newest = timeline;
    connections.cutBefore(timeline);
  }

  function hear(text: string): void {
    const note = readNote(text);
    if (note !== undefined && accepted !== null) leaveFormer(note.timeline);
  }

  return {
    saw,
    async accept(connection) {
      connections.add(connection);
      if (!began) return; // before `begin`, which cuts these connections
      const found = await judge(connection);
      connections.reached(connection, found.identity);
      use(found);
    },
    async begin(db) {
      for (;;) {
        try {
          const { found, facts } = await db.$transaction(async (tx) => {
            const connection: Asking = { query: (text, values) => tx.$queryRawUnsafe(text, ...values) };
            return { found: await judge(connection), facts: await readNewestFacts(connection) };
          });
          use(found);
          for (const fact of facts) saw(fact);
          began = true;
          await connections.cutAll();
          return;
        } catch (error) {
          if (!(error instanceof ServerRefused) || error.judgement !== 'wait') throw error;
          await pause(LOOK_AGAIN_MS);
        }
      }
    },
  };
}
