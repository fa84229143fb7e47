import { checkMasterKey, countInUseByMasterKey, masterFingerprint, WrongMasterKey } from '@topup/core/api-key';
import { countConnections } from '@topup/core/purchase';
import { clockOffsetMs, type Db, schemaGap, systemClock } from '@topup/core/shared';
import { loadSettings } from '@topup/runtime/settings';
import { masterKey, masterKeysOf, pools, previousMasterKey, queueStore } from '@topup/settings';
import { command, option } from '../declare';
import { facts, type Report } from '../output';
import { toSentence } from '../refusal';
import { using } from '../with-database';

/** One api, one worker and one dashboard on this machine, with the default ports. */
const USUAL = ['127.0.0.1:3001', '127.0.0.1:3002', '127.0.0.1:3005'];

export const statusCommand = command(
  'status',
  'check processes, database, clocks, Redis and the master key',
  [
    option(
      '--at <addresses>',
      `the operations ports of the processes, separated by commas (default: ${USUAL.join(',')})`,
      (text: string) => text.split(',').map((address) => address.trim()),
    ),
  ],
  status,
);

/** One line of the report. `wrong`: it needs a person. */
type Line = { name: string; says: string; wrong: boolean };

const PROCESS_TIMEOUT_MS = 3_000;

async function status({ at }: { at?: string[] }): Promise<Report> {
  const lines = (
    await Promise.all([
      ...(at ?? USUAL).map(processAt),
      using({}, databaseLines).catch((error): Line[] => [
        { name: 'database', says: toSentence(error, 'reads'), wrong: true },
      ]),
      redisLine(),
    ])
  ).flat();
  const wrong = lines.filter((line) => line.wrong).map(({ name }) => name);
  return {
    json: { well: wrong.length === 0, wrong, ...Object.fromEntries(lines.map(({ name, says }) => [name, says])) },
    text: facts(lines.map(({ name, says, wrong }) => [wrong ? `${name} !` : name, says])),
    ...(wrong.length > 0 && { problem: `Look at: ${wrong.join(', ')}.` }),
  };
}

type Readiness = { version?: string; status: string; checks?: Record<string, string> };

async function processAt(address: string): Promise<Line> {
  try {
    const answer = await fetch(`http://${address}/ready`, { signal: AbortSignal.timeout(PROCESS_TIMEOUT_MS) });
    const { version = 'unknown', status, checks = {} } = (await answer.json()) as Readiness;
    const failing = Object.entries(checks).flatMap(([name, result]) => (result === 'ok' ? [] : [`${name}: ${result}`]));
    const says = [status, `version ${version}`, ...failing].join(', ');
    return { name: address, says, wrong: answer.status !== 200 };
  } catch {
    return { name: address, says: 'does not answer', wrong: true };
  }
}

async function databaseLines(db: Db): Promise<Line[]> {
  const gap = await schemaGap(db);
  const offsetMs = await clockOffsetMs(db, systemClock);
  const connected = await countConnections(
    db,
    Object.values(pools).flatMap((each) => Object.keys(each)),
  );
  return [
    { name: 'database', says: gap ?? 'answers, with the schema of this version', wrong: gap !== null },
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

async function redisLine(): Promise<Line> {
  const { REDIS_URL: url } = loadSettings(queueStore);
  if (url === undefined) return { name: 'redis', says: 'REDIS_URL is not set here', wrong: false };
  const { createRedisNotes } = await import('@topup/runtime');
  const notes = createRedisNotes(url);
  try {
    await notes.accepted();
    await notes.read('status');
    return { name: 'redis', says: 'answers', wrong: false };
  } catch (error) {
    return { name: 'redis', says: error instanceof Error ? error.message : 'does not answer', wrong: true };
  } finally {
    notes.close();
  }
}
