import { checkMasterKey, countInUseByMasterKey, masterFingerprint, WrongMasterKey } from '@topup/core/api-key';
import { previewJudgement } from '@topup/core/fence';
import { countConnections } from '@topup/core/purchase';
import {
  clockOffsetMs,
  type Db,
  databaseFault,
  isDatabaseTrouble,
  schemaGap,
  sqlStateOf,
  systemClock,
} from '@topup/core/shared';
import { loadSettings } from '@topup/runtime/settings';
import { masterKey, masterKeysOf, operationsPorts, pools, previousMasterKey, queueStore } from '@topup/settings';
import { command, option } from '../declare';
import { facts, type Report } from '../output';
import { toSentence } from '../refusal';
import { using } from '../with-database';

/** One api, one worker and one dashboard on this machine, with the ports of its settings. */
function usualAddresses(): string[] {
  const { API_OPS_PORT, WORKER_OPS_PORT, DASHBOARD_OPS_PORT } = loadSettings(operationsPorts);
  return [API_OPS_PORT, WORKER_OPS_PORT, DASHBOARD_OPS_PORT].map((port) => `127.0.0.1:${port}`);
}

export const statusCommand = command(
  'status',
  'check processes, database, clocks, Redis and the master key',
  [
    option(
      '--at <addresses>',
      'the operations ports of the processes, separated by commas (default: those of the settings `*_OPS_PORT`)',
      (text: string) => text.split(',').map((address) => address.trim()),
    ),
  ],
  status,
);

/** One line of the report. `wrong`: it needs a person. */
type Line = { name: string; says: string; wrong: boolean };

/** On a busy machine, `/ready` waits for its turn and then up to 2 s for its checks. */
const ANSWER_WITHIN_MS = 15_000;
/** How long `fetch` itself waits for a connection, which a busy process takes at once: its kernel does that. */
const CONNECT_WITHIN_S = 10;

async function status({ at }: { at?: string[] }): Promise<Report> {
  const notes = await openNotes();
  const asked = Promise.all([
    ...(at ?? usualAddresses()).map((address) => processAt(address)),
    using({}, (db) => databaseLines(db, notes)).catch((error): Line[] => [
      { name: 'database', says: databaseProblem(error), wrong: true },
    ]),
    redisLine(notes),
  ]);
  const lines = (await asked.finally(() => notes?.close())).flat();
  const wrong = lines.filter((line) => line.wrong).map(({ name }) => name);
  return {
    json: { well: wrong.length === 0, wrong, ...Object.fromEntries(lines.map(({ name, says }) => [name, says])) },
    text: facts(lines.map(({ name, says, wrong }) => [wrong ? `${name} !` : name, says])),
    ...(wrong.length > 0 && { problem: `Look at: ${wrong.join(', ')}.` }),
  };
}

type Readiness = { version?: string; status?: string; checks?: Record<string, string> };

const NOT_OURS = 'answers, but not as a process of this service';

/** Asks one process whether it is ready, and says what it answers, or why it does not. */
export async function processAt(address: string, withinMs = ANSWER_WITHIN_MS): Promise<Line> {
  try {
    const answer = await fetch(`http://${address}/ready`, { signal: AbortSignal.timeout(withinMs) });
    const { version = 'unknown', status, checks = {} } = (await answer.json()) as Readiness;
    if (status === undefined) return { name: address, says: NOT_OURS, wrong: true };
    const failing = Object.entries(checks).flatMap(([name, result]) => (result === 'ok' ? [] : [`${name}: ${result}`]));
    const says = [status, `version ${version}`, ...failing].join(', ');
    return { name: address, says, wrong: answer.status !== 200 };
  } catch (error) {
    return { name: address, says: whyNoAnswer(error as FetchError, withinMs), wrong: true };
  }
}

/** An error of `fetch`, or of an answer that is no JSON. `cause`: what failed on the way. */
type FetchError = { name: string; message: string; cause?: { code?: string; message?: string } };

/** Tells a process that is perhaps only busy from one that has ended, and from another program. */
function whyNoAnswer({ name, message, cause = {} }: FetchError, withinMs: number): string {
  if (name === 'TimeoutError') return `did not answer within ${withinMs / 1_000} s, so it may be busy`;
  if (name === 'SyntaxError') return NOT_OURS;
  switch (cause.code) {
    case 'ECONNREFUSED':
      return 'refuses connections, so no process listens there';
    case 'UND_ERR_CONNECT_TIMEOUT':
      return `took no connection within ${CONNECT_WITHIN_S} s, so check the address and the firewall`;
    case 'UND_ERR_SOCKET':
    case 'ECONNRESET':
      return 'ended the connection without an answer, so look at its log';
    default:
      return `cannot be reached (${cause.code ?? cause.message ?? message}), so check the address`;
  }
}

const LOST =
  'The connection to PostgreSQL was lost, or not made in time. Check host and port of DATABASE_URL, the firewall, ' +
  'and that the server runs.';
const LOOK = 'On its host, run `systemctl status postgresql`, then here `status` again.';

/** Why the database could not be asked. An error with a SQLSTATE is an answer, and says what to do. */
function databaseProblem(error: unknown): string {
  const isLost = databaseFault(error) === 'unknown';
  if (!isDatabaseTrouble(error) || (sqlStateOf(error) !== '' && !isLost)) return toSentence(error, 'reads');
  return `${isLost ? LOST : toSentence(error, 'reads')} ${LOOK}`;
}

/** Services judge this at their start: the schema, and then whether the server may lack what they sent. */
async function databaseLine(db: Db, notes: Notes): Promise<Line> {
  const gap = await schemaGap(db);
  if (gap !== null) return { name: 'database', says: gap, wrong: true };
  const refused = await previewJudgement(db, notes);
  if (refused === null) return { name: 'database', says: 'answers, with the schema of this version', wrong: false };
  const says = `answers, but services do not use it, because ${refused.reason}. ${NEXT[refused.kind]}`;
  return { name: 'database', says, wrong: true };
}

const NEXT = {
  wait: 'Wait until that ends, or set DATABASE_URL to the leader. Then run `status` again.',
  quarantine:
    'It was restored, promoted or moved, and orders that were sent may look unsent. Follow docs/operate/restore.md: ' +
    'stop every service, then run `quarantine --note <what happened>`.',
};

async function databaseLines(db: Db, notes: Notes): Promise<Line[]> {
  const line = await databaseLine(db, notes);
  const offsetMs = await clockOffsetMs(db, systemClock);
  const connected = await countConnections(
    db,
    Object.values(pools).flatMap((each) => Object.keys(each)),
  );
  return [
    line,
    { name: 'connections', says: connected.map((each) => `${each.name} ${each.connections}`).join(', '), wrong: false },
    { name: 'clock', says: `${offsetMs} ms from that of PostgreSQL`, wrong: Math.abs(offsetMs) > 2_000 },
    await masterKeyLine(db),
  ];
}

async function masterKeyLine(db: Db): Promise<Line> {
  const inUse = (await countInUseByMasterKey(db)).map(
    ({ fingerprint, values }) => `${fingerprint ?? 'none'} ${values}`,
  );
  const says = `keys and secrets in use by fingerprint: ${inUse.join(', ') || 'none'}`;
  const { KEY_ENCRYPTION_SECRET: current } = loadSettings({
    KEY_ENCRYPTION_SECRET: {
      ...masterKey.KEY_ENCRYPTION_SECRET,
      schema: masterKey.KEY_ENCRYPTION_SECRET.schema.optional(),
    },
  });
  if (current === undefined) return { name: 'master key', says: `not set here; ${says}`, wrong: false };
  const keys = masterKeysOf(loadSettings({ ...masterKey, ...previousMasterKey }));
  const foreign = await checkMasterKey(db, keys).catch((error) => {
    if (error instanceof WrongMasterKey) return 1;
    throw error;
  });
  return { name: 'master key', says: `${masterFingerprint(current)}; ${says}`, wrong: foreign > 0 };
}

/** Undefined without Redis. */
async function openNotes() {
  const { REDIS_URL: url } = loadSettings(queueStore);
  return url === undefined ? undefined : (await import('@topup/runtime')).createRedisNotes(url);
}

type Notes = Awaited<ReturnType<typeof openNotes>>;

async function redisLine(notes: Notes): Promise<Line> {
  if (notes === undefined) return { name: 'redis', says: 'REDIS_URL is not set here', wrong: false };
  try {
    await notes.accepted();
    await notes.read('status');
    return { name: 'redis', says: 'answers', wrong: false };
  } catch (error) {
    return { name: 'redis', says: error instanceof Error ? error.message : 'does not answer', wrong: true };
  }
}
