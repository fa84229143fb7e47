import { askForCatalogueSync, beginDueCatalogueSync, latestCatalogueSync } from '@topup/core/catalogue';
import type { Lookup, Variation } from '@topup/core/provider';
import { type Log, newId } from '@topup/core/shared';
import { createMetrics } from '@topup/runtime';
import { eventually, useDatabase } from '@topup/testkit';
import { startCatalogueSync } from './start-catalogue-sync';

const database = useDatabase({ max: 8, eachTest: true });

const HOUR_MS = 3_600_000;
const MTN = { serviceId: 'mtn-data', network: 'MTN' } as const;
const listOf = (naira: bigint): Lookup<Variation[]> => ({
  kind: 'found',
  value: [{ code: 'm1', name: `N${naira} 1GB - 30 days`, priceKobo: naira * 100n }],
});

/** A worker that syncs with a provider which answers `state.answer`. */
function worker(everyMs: number, random = () => 0.5, retryMs = 60_000) {
  const state = { answer: listOf(100n), asked: 0 };
  const lines: { level: string; message: string; [field: string]: unknown }[] = [];
  const at = (level: string) => (message: string, fields?: object) => void lines.push({ level, message, ...fields });
  const log: Log = { info: at('info'), warn: at('warn'), error: at('error') };
  const provider = {
    name: 'vtpass',
    dataServices: [MTN],
    variations: async () => {
      state.asked += 1;
      return state.answer;
    },
  };
  const metrics = createMetrics('worker', { warn: () => undefined });
  const { stop } = startCatalogueSync(metrics, {
    db: database.db,
    log,
    providers: [provider],
    everyMs,
    retryMs,
    lookEveryMs: 10,
    random,
  });
  const counted = async (result: string) =>
    new RegExp(`^topup_catalogue_syncs_total\\{.*result="${result}".*\\} (\\S+)$`, 'm').exec(await metrics.text())?.[1];
  return { state, lines, stop, counted };
}

const syncs = () => database.db.catalogueSync.findMany({ orderBy: { id: 'asc' } });
const ended = (count: number) =>
  eventually(syncs, (rows) => rows.filter(({ finishedAt }) => finishedAt !== null).length >= count);
const cost = async () => (await database.db.dataPlan.findFirst({ where: { planId: 'm1' } }))?.costKobo;
const earlier = (startedAgo: string, finished = true) =>
  database.db.$executeRaw`
    INSERT INTO catalogue_sync (id, started_by, started_at, seen_at, finished_at, summary)
    SELECT ${newId()}::uuid, 'worker', begun, begun, CASE WHEN ${finished} THEN begun END,
           CASE WHEN ${finished} THEN '{}'::jsonb END
      FROM (SELECT clock_timestamp() - ${startedAgo}::interval AS begun) x`;

describe('the costs of the catalogue are those of long ago', () => {
  test('a sync runs when none has, and again at each turn, recorded as the system', async () => {
    const one = worker(20);
    await ended(1);
    expect(await cost()).toBe(10_000n);
    one.state.answer = listOf(1_000n);
    await eventually(cost, (kobo) => kobo === 100_000n);
    await one.stop();
    const [first] = await syncs();
    expect(first).toMatchObject({ startedBy: 'worker', fault: null, summary: { added: 1 } });
    const recorded = await database.db.auditLog.findMany({
      where: { action: 'catalogue.change' },
      orderBy: { id: 'asc' },
    });
    expect(recorded).toMatchObject([
      { actorKind: 'system', userEmail: 'worker', subject: 'mtn-data', details: { added: 'm1' } },
      { actorKind: 'system', userEmail: 'worker', subject: 'mtn-data', details: { changed: 'm1' } },
    ]);
    expect(Number(await one.counted('done'))).toBeGreaterThanOrEqual(2);
  });

  test('an announcement of the provider starts one at once, before the next turn', async () => {
    await earlier('1 minute');
    const one = worker(HOUR_MS);
    expect(one.state.asked).toBe(0);
    await askForCatalogueSync(database.db);
    const rows = await ended(2);
    expect(rows.map(({ startedBy }) => startedBy)).toEqual(['worker', 'provider']);
    await one.stop();
    expect(one.state.asked).toBe(1);
  });

  test('a turn is up to a tenth earlier or later', async () => {
    await earlier('55 minutes');
    const late = worker(HOUR_MS, () => 1);
    const early = worker(HOUR_MS, () => 0);
    await ended(2);
    await Promise.all([late.stop(), early.stop()]);
    expect([late.state.asked, early.state.asked]).toEqual([0, 1]);
  });

  test('a worker that died while it synced does not stop the next', async () => {
    await earlier('61 seconds', false);
    const one = worker(1_000);
    const rows = await ended(2);
    expect(rows[0]?.fault).toContain('ended before the sync had finished');
    await one.stop();
  });
});

describe('half a list of the provider is believed', () => {
  const plans = (count: number, naira: bigint): Lookup<Variation[]> => ({
    kind: 'found',
    value: Array.from({ length: count }, (_, n) => ({
      code: `m${n}`,
      name: `N${naira} ${n}GB - 30 days`,
      priceKobo: naira * 100n,
    })),
  });
  const onSale = () => database.db.dataPlan.count({ where: { isActive: true, costKobo: 100_000n } });

  test.each([
    ['2 of 60 plans', plans(2, 1_000n), 'failed', 'lacks many plans under mtn-data'],
    ['a tenth of the costs', plans(60, 100n), 'partial', 'fell by more than half: m0 (1000.00 to 100.00)'],
  ])('%s: the plans stay as they are, and the sync is counted', async (_, answer, result, fault) => {
    const one = worker(20);
    one.state.answer = plans(60, 1_000n);
    await eventually(onSale, (count) => count === 60);
    one.state.answer = answer;
    await eventually(
      () => one.counted(result),
      (count) => Number(count) >= 1,
    );
    await one.stop();
    expect(await onSale()).toBe(60);
    expect(one.lines).toContainEqual(
      expect.objectContaining({ level: 'warn', result, fault: expect.stringContaining(fault) }),
    );
  });
});

describe('workers ask the provider too often', () => {
  test('of two workers one syncs', async () => {
    const both = [worker(HOUR_MS), worker(HOUR_MS)];
    await ended(1);
    await askForCatalogueSync(database.db); // not due for five seconds: announcements come in groups
    await Promise.all(both.map(({ stop }) => stop()));
    expect(both.map(({ state }) => state.asked).sort()).toEqual([0, 1]);
    expect(await syncs()).toHaveLength(1);
  });

  test('a failure is logged and counted, and the next turn tries again', async () => {
    const one = worker(20);
    one.state.answer = { kind: 'unavailable', reason: 'HTTP 503' };
    await eventually(
      () => one.counted('failed'),
      (count) => Number(count) >= 2,
    );
    expect(one.lines).toContainEqual(
      expect.objectContaining({
        level: 'warn',
        startedBy: 'worker',
        result: 'failed',
        fault: 'The provider gave no list of mtn-data. Try again later.',
      }),
    );
    one.state.answer = listOf(100n);
    await eventually(cost, (kobo) => kobo === 10_000n);
    await one.stop();
  });

  test('what failed is tried again long before the next turn', async () => {
    const one = worker(HOUR_MS, () => 0.5, 20);
    one.state.answer = { kind: 'unavailable', reason: 'HTTP 503' };
    await eventually(
      () => one.counted('failed'),
      (count) => Number(count) >= 2,
    );
    one.state.answer = listOf(100n);
    await eventually(cost, (kobo) => kobo === 10_000n);
    await one.stop();
  });

  test('the latest sync is the one that began last, whatever the clock of its process says', async () => {
    await earlier('1 minute');
    await earlier('2 hours'); // its id is the later one
    expect(await beginDueCatalogueSync(database.db, HOUR_MS)).toBeNull();
    expect(Date.now() - Number((await latestCatalogueSync(database.db))?.startedAt)).toBeLessThan(HOUR_MS);
  });

  test('with an interval of 0 nothing is due, whenever the last sync was', async () => {
    expect(await beginDueCatalogueSync(database.db, 0)).toBeNull();
    await earlier('2 hours');
    expect(await beginDueCatalogueSync(database.db, 0)).toBeNull();
  });

  test('with an interval of 0 a worker syncs when it is asked', async () => {
    const asked = worker(0);
    await askForCatalogueSync(database.db);
    await ended(1);
    await asked.stop();
    expect(asked.state.asked).toBeGreaterThan(0);
  });
});
