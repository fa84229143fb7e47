import { setTimeout as sleep } from 'node:timers/promises';
import { type Counted, cpuSeconds } from '../cpu';
import { loadWhile } from '../measure-row';
import { median } from '../measurement';
import { aimText, historyInPartitions, reaches } from '../ratios';
import { type BenchResult, table } from '../report-text';
import { stopAll } from '../test-bed/programs';
import type { Stores } from '../test-bed/stores';
import { startSystem } from '../test-bed/systems';
import { startTestBed, type TestBed } from '../test-bed/test-bed';
import { fillLayouts, type Layout, layouts, replace, unite } from './layouts';

const LOAD = { wallets: 1_000, connections: 64 };

type HistoryOptions = {
  /** Rows of the history, two for each purchase. */
  rows: number;
  /** How many turns each layout has. */
  rounds: number;
  warmMs: number;
  /** After a layout was replaced, until statements are planned again. */
  settleMs: number;
  turnMs: number;
  print(line: string): void;
};

/** Purchases a second, and CPU seconds for each; null where there is no /proc. */
type Turn = { rate: number; cpu: number | null };
type Turns = Record<Layout, Turn[]>;
/** How long single statements took, in ms, by name. */
type Reads = Record<string, number>;

/** Statements that read the history: 1,000 purchases one by one, and the check of the books over all of it (A09). */
const READS: Record<string, string> = {
  'the history of 1,000 purchases': `
    DO $$ DECLARE v_id uuid; BEGIN
      FOR v_id IN SELECT purchase_id FROM sample LOOP
        PERFORM * FROM purchase_history WHERE purchase_id = v_id ORDER BY id;
      END LOOP;
    END $$`,
  'check A09 of the books': `
    SELECT count(*) FROM (SELECT *, lag(to_status) OVER (PARTITION BY purchase_id ORDER BY id) AS previous
                            FROM purchase_history) h
     WHERE previous IN ('failed', 'refunded') OR from_status IN ('failed', 'refunded')
        OR ((previous = 'success' OR from_status = 'success') AND to_status <> 'refunded')`,
};

/**
 * Sells under one load while the history is in monthly partitions of `rows` rows, in one table of as many, and in an
 * empty one, in turn. Turns that follow each other are compared, and the order turns round, so that drift cancels.
 * @throws when the books are not sound at the end
 */
export async function measureHistory(options: HistoryOptions, stores: Stores): Promise<BenchResult> {
  const { rows, rounds, warmMs, settleMs, turnMs, print } = options;
  print('opening accounts');
  const testBed = await startTestBed(stores, LOAD.wallets);
  try {
    const began = performance.now();
    await fillLayouts(testBed.sql, rows);
    print(`${rows} rows, in partitions and in one table, made in ${Math.round((performance.now() - began) / 1_000)} s`);
    const reads = await readAll(testBed);
    const system = await startSystem.ours(testBed.launching);
    const postgres = testBed.counted.filter(({ name }) => name === 'postgres');
    const turns: Turns = { partitions: [], table: [], empty: [] };
    let present: Layout = 'partitions';
    const put = async (next: Layout) => {
      await replace(testBed.sql, present, next);
      present = next;
    };
    const takeTurns = async () => {
      await sleep(warmMs);
      for (let round = 1; round <= rounds; round += 1) {
        for (const layout of round % 2 === 1 ? layouts : [...layouts].reverse()) {
          await put(layout);
          await sleep(settleMs);
          turns[layout].push(await measureTurn(testBed, postgres, turnMs));
        }
        print(
          `${round}/${rounds}  ${layouts.map((each) => `${each} ${Math.round(turns[each].at(-1)?.rate ?? 0)}/s`).join(', ')}`,
        );
      }
      await put('partitions');
    };
    const { errors } = await loadWhile(testBed, system, { ...LOAD, warmMs }, takeTurns);
    await testBed.untilIdle();
    await stopAll(system.programs);
    await unite(testBed.sql);
    await testBed.verifyBooks();
    return reportOf(rows, turns, reads, errors);
  } finally {
    await testBed.remove();
  }
}

/** Reads the two long layouts twice, before anything is sold. The second time counts: it finds the cache warm. */
async function readAll({ sql }: TestBed): Promise<Record<'partitions' | 'table', Reads>> {
  await sql(`CREATE TABLE sample AS SELECT DISTINCT purchase_id FROM (
    SELECT purchase_id FROM history_as_table TABLESAMPLE BERNOULLI (1) LIMIT 1000) s`);
  const reads: Record<'partitions' | 'table', Reads> = { partitions: {}, table: {} };
  for (const layout of ['partitions', 'table'] as const) {
    await replace(sql, 'partitions', layout);
    for (const [what, statement] of Object.entries(READS))
      for (const _time of [1, 2]) {
        const began = performance.now();
        await sql(statement);
        reads[layout][what] = performance.now() - began;
      }
    await replace(sql, layout, 'partitions');
  }
  return reads;
}

/** Purchases a second over so long, and the CPU of these processes for each. */
async function measureTurn({ sql }: TestBed, counted: readonly Counted[], turnMs: number): Promise<Turn> {
  const look = async () => {
    const [row] = await sql<{ sold: string }>('SELECT max(id) AS sold FROM ledger_entry');
    const cpu = Object.values(cpuSeconds(counted)).reduce((sum: number, seconds) => sum + (seconds ?? Number.NaN), 0);
    return { sold: Number(row?.sold), cpu, at: performance.now() };
  };
  const before = await look();
  await sleep(turnMs);
  const after = await look();
  const sold = after.sold - before.sold;
  const cpu = (after.cpu - before.cpu) / sold;
  return { rate: sold / ((after.at - before.at) / 1_000), cpu: Number.isFinite(cpu) ? cpu : null };
}

/** CPU of PostgreSQL for a purchase in one layout to that in another: the median over turns of the same round. */
const cpuRatio = (of: readonly Turn[], to: readonly Turn[]): number =>
  median(of.map(({ cpu }, i) => (cpu ?? Number.NaN) / (to[i]?.cpu ?? Number.NaN)));

function reportOf(
  rows: number,
  turns: Turns,
  reads: Record<'partitions' | 'table', Reads>,
  errors: readonly string[],
): BenchResult {
  const ratio = cpuRatio(turns.partitions, turns.table);
  const rate = (layout: Layout) => String(Math.round(median(turns[layout].map((turn) => turn.rate))));
  const cpu = (layout: Layout) => (median(turns[layout].map((turn) => turn.cpu ?? Number.NaN)) * 1_000).toFixed(3);
  return {
    lines: [
      '',
      table(
        [`${rows} rows of history`, ...layouts],
        [
          ['purchases per s', ...layouts.map(rate)],
          ['CPU ms of PostgreSQL for a purchase', ...layouts.map(cpu)],
          ...Object.keys(READS).map((what) => [
            `${what}, ms`,
            ...(['partitions', 'table'] as const).map((layout) => String(Math.round(reads[layout][what] ?? 0))),
            '–',
          ]),
        ],
      ),
      '',
      `history: ${ratio.toFixed(3)} (${aimText(historyInPartitions)}): ${
        reaches(ratio, historyInPartitions) ? 'holds' : 'missed'
      }`,
      ...(errors.length > 0
        ? errors.map((error) => `These figures do not count. ${error}`)
        : ['No errors, and the books were sound at the end.']),
    ],
    exitCode: errors.length === 0 ? 0 : 1,
    report: { ratios: { history: ratio }, rows, turns, reads },
  };
}
