import { type ArchivedPostgres, BY_TEST, eventually, fundedAccount, startArchivedPostgres } from '@topup/testkit';
import { Client } from 'pg';
import { noteServer, quarantine } from '../purchase/requery/quarantine.store';
import { createClaimer } from '../purchase/send/claimer';
import { type Connection, type Db, databaseFault, isDatabaseTrouble, openDatabase } from '../shared/db';
import { newId } from '../shared/ids';
import { itemFor, purchasesIn } from '../testing/purchases';
import { createFence, type FailoverFence, previewJudgement, type SharedNotes } from './fence';
import { noteText } from './judge-server';

const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
/** Notes that Redis would keep, by name. */
const kept = new Map<string, string[]>();
const listeners: ((note: string) => void)[] = [];
const shared: SharedNotes = {
  add: (name, note) => void kept.set(name, [...(kept.get(name) ?? []), note]),
  read: async (name) => kept.get(name) ?? [],
  announce: (_, note) => {
    for (const hear of listeners) hear(note);
  },
  listen: (_, hear) => void listeners.push(hear),
};
const unheard = { announce: () => undefined, listen: () => undefined };
const newFence = (notes: SharedNotes | undefined = shared) => createFence({ shared: notes, log, mayRecord: true });

let postgres: ArchivedPostgres;
/** The same history with everything, and without the last claim. */
let whole: string;
let behind: string;
let db: Db;
/** Of a process that has claimed on the first server, and of one that has not. Both go on running. */
let fence: FailoverFence;
let another: FailoverFence;
let reader: Db;
const opened: { close(): Promise<unknown> }[] = [];

const open = (url: string, accept?: FailoverFence['accept']): Db => {
  const one = openDatabase({ url, max: 2, name: 'topup-test', onError: () => undefined, accept });
  opened.push({ close: () => one.$disconnect() });
  return one;
};
/** Offers the fence a new connection to that server. Returns the name of its refusal, or `accepted`. */
async function meet(by: FailoverFence, url: string): Promise<string> {
  const client = new Client({ connectionString: url });
  await client.connect();
  const connection: Connection = {
    query: async (text, values) => (await client.query(text, values)).rows,
    cut: () => undefined,
    onEnd: () => undefined,
  };
  return by
    .accept(connection)
    .then(
      () => 'accepted',
      (error: Error) => error.name,
    )
    .finally(() => client.end());
}
/** A process that learns of a lost commit while it reads the notes, which also have it. */
async function meetLate(url: string): Promise<string> {
  const lost = { kind: 'accepted', id: newId(), attempt: 1 } as const;
  let notes: string[] = [];
  const late: FailoverFence = newFence({
    ...unheard,
    add: () => undefined,
    read: async () => {
      if (notes.length > 0) late.saw(lost);
      return notes;
    },
  });
  await late.begin(open(postgres.url));
  notes = [noteText({ timeline: '00000001', fact: lost })];
  return meet(late, url);
}
const start = (url: string, notes?: SharedNotes) => newFence(notes).begin(open(url));

beforeAll(async () => {
  postgres = await startArchivedPostgres();
  fence = newFence();
  db = open(postgres.url, fence.accept);
  await fence.begin(db);
  const backup = await postgres.baseBackup();
  const { accept } = purchasesIn(() => db);
  const item = itemFor(await fundedAccount(db, 100_000n), 'AIRTIME');
  await accept([item]);
  await postgres.restorePoint('before_the_claim');
  const claimer = createClaimer({
    db,
    log,
    serves: ['vtpass'],
    leaseMs: 60_000,
    startDeadlineMs: 60_000,
    saw: fence.saw,
  });
  expect(await claimer.submit({ id: item.id, providerRef: 'claimed' })).toMatchObject({ id: item.id });
  another = newFence();
  reader = open(postgres.url, another.accept);
  await another.begin(reader);
  await reader.$queryRaw`SELECT 1`; // on a connection that was accepted
  await postgres.archiveAll();
  [whole, behind] = await Promise.all([
    backup.restore().then(({ url }) => url),
    backup.restore('before_the_claim').then(({ url }) => url),
  ]);
});
afterAll(async () => {
  await Promise.all(opened.map((each) => each.close()));
  await postgres.remove();
});

describe('a promotion that lost nothing stops the sales', () => {
  test('a running process goes on and records it, and others start', async () => {
    expect(await meet(fence, postgres.url)).toBe('accepted');
    const { begin } = createFence({ shared: undefined, log, mayRecord: true });
    await expect(begin(open(whole))).rejects.toThrow('ops -- quarantine'); // it has no evidence
    expect(await meetLate(whole)).toBe('DatabaseNeedsQuarantine');
    expect(await meet(fence, whole)).toBe('accepted');
    expect(await noteServer(open(whole))).toBe(false); // it was recorded
    await start(whole);
    await start(whole, { ...unheard, add: () => undefined, read: async () => [] });
  });

  test('a process that uses the new server does not go back to the old one', async () => {
    expect(await meet(fence, whole)).toBe('accepted');
    expect(await meet(fence, postgres.url)).toBe('DatabaseServerNotUsed');
  });

  test('a process that hears of the new server answers nothing from the old one any more', async () => {
    expect(await meet(another, postgres.url)).toBe('DatabaseServerNotUsed');
    await expect(reader.$queryRaw`SELECT 1`).rejects.toThrow('not used');
  });
});

describe('a process fails at its start', () => {
  test('its first statement does not get a connection of before the judgement', async () => {
    for (let round = 0; round < 10; round += 1) {
      const { accept, begin } = newFence(undefined);
      const starting = open(whole, accept);
      await Promise.all([
        starting.$queryRaw`SELECT pg_sleep(0.01)::text`,
        starting.$queryRaw`SELECT pg_sleep(0.01)::text`,
      ]);
      await begin(starting);
      expect(await starting.$queryRaw`SELECT 1 AS one`).toEqual([{ one: 1 }]);
    }
  });
});

describe('a server that lost a claim sells what was sold', () => {
  test('a running process does not use it, and a starting one asks for a quarantine', async () => {
    expect(await meet(another, behind)).toBe('DatabaseNeedsQuarantine');
    await expect(start(behind)).rejects.toThrow('ops -- quarantine');
    const reason = 'another process has used a later server';
    expect(await previewJudgement(open(behind), shared)).toEqual({ kind: 'quarantine', reason });
    expect(await previewJudgement(open(whole), shared)).toBeNull();
  });

  test('without notes of other processes a person decides, whatever the server has', async () => {
    await expect(start(behind, { ...unheard, add: () => undefined, read: async () => [] })).rejects.toThrow(
      'ops -- quarantine',
    );
  });

  test('a statement of a process that does not use it was not sent', async () => {
    const refused = open(behind, another.accept);
    const error = await refused.$queryRaw`SELECT 1`.then(
      () => undefined,
      (cause: Error) => cause,
    );
    expect(error?.name).toBe('DatabaseNeedsQuarantine');
    expect([databaseFault(error), isDatabaseTrouble(error)]).toEqual(['unreached', true]);
  });

  test('after a quarantine a new process starts, once the notes of the lost time are forgotten', async () => {
    const owner = open(behind);
    await quarantine(owner, { mintRef: () => newId(), by: BY_TEST }, 'restored', null);
    const lost = { kind: 'accepted', id: newId(), attempt: 1 } as const;
    shared.add([...kept.keys()][0] ?? '', noteText({ timeline: '00000002', fact: lost }));
    await expect(start(behind)).rejects.toThrow('ops -- quarantine');
    kept.clear();
    await start(behind);
    kept.clear();
  });
});

describe('a commit that no standby has is taken for safe', () => {
  test('the wait for a standby has no time limit, and when it is cancelled the outcome is unknown', async () => {
    const owner = open(postgres.url);
    const buyer = await fundedAccount(owner, 0n);
    await owner.$executeRaw`ALTER SYSTEM SET synchronous_standby_names = 'nobody'`;
    await owner.$queryRaw`SELECT pg_reload_conf()`;
    const waiting = openDatabase({ url: postgres.url, max: 1, name: 'topup-waiting', onError: () => undefined });
    opened.push({ close: () => waiting.$disconnect() });
    await waiting.$queryRaw`SELECT set_config('statement_timeout', '300', false)`;
    const write = waiting.$executeRaw`UPDATE account SET name = 'renamed' WHERE id = ${buyer}::uuid`.then(
      () => 'committed',
      (error) => databaseFault(error),
    );
    const waits = () => owner.$queryRaw<{ pid: number }[]>`
      SELECT pid FROM pg_stat_activity WHERE application_name = 'topup-waiting' AND wait_event = 'SyncRep'
         AND clock_timestamp() - query_start > interval '1 second'`;
    const [backend] = await eventually(waits, ({ length }) => length === 1);
    await owner.$queryRaw`SELECT pg_cancel_backend(${backend?.pid}::integer)`;
    expect(await write).toBe('unknown');
    expect((await owner.account.findUnique({ where: { id: buyer } }))?.name).toBe('renamed');
    await owner.$executeRaw`ALTER SYSTEM RESET synchronous_standby_names`;
    await owner.$queryRaw`SELECT pg_reload_conf()`;
  });
});
