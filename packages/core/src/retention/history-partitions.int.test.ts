import { untilUnlocked, useDatabase } from '@topup/testkit';
import { countHistoryOutside, keepPurchaseHistory } from './retention.store';

const home = useDatabase({ eachTest: true });

type Partition = { name: string; from: Date | null; to: Date | null };

/** In the order of their months; the default one, which has no end, is last. */
async function partitions(): Promise<Partition[]> {
  const rows = await home.db.$queryRaw<{ name: string; bound: string }[]>`
    SELECT c.relname AS name, pg_get_expr(c.relpartbound, c.oid) AS bound
      FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid WHERE i.inhparent = 'purchase_history'::regclass`;
  const timeOf = (id: string | undefined) =>
    id === undefined ? null : new Date(Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16));
  return rows
    .map(({ name, bound }) => {
      const [, from, to] = /FROM \((.*)\) TO \((.*)\)/.exec(bound) ?? [];
      const id = (text?: string) => timeOf(/'(.*)'/.exec(text ?? '')?.[1]);
      return { name, from: id(from), to: id(to) };
    })
    .sort((a, b) => (a.to?.getTime() ?? Infinity) - (b.to?.getTime() ?? Infinity));
}

/** The beginning of the month in UTC that is so many months from now. */
function month(ahead: number): Date {
  const now = new Date();
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + ahead));
}
const nameOf = (ahead: number) => `purchase_history_${month(ahead).toISOString().slice(0, 7).replace('-', '')}`;

/** As if the migration had run before that month, and no worker since. */
async function endFirstAt(ahead: number): Promise<void> {
  for (const { name } of await partitions())
    if (/[0-9]{6}$/.test(name)) await home.db.$executeRawUnsafe(`DROP TABLE ${name}`);
  await home.db.$executeRawUnsafe('ALTER TABLE purchase_history DETACH PARTITION purchase_history_first');
  await home.db.$executeRawUnsafe(`
    DO $$ BEGIN
      EXECUTE format('ALTER TABLE purchase_history ATTACH PARTITION purchase_history_first FOR VALUES FROM (MINVALUE)
                      TO (%L)', first_id_of('${month(ahead).toISOString()}'));
    END $$`);
}

/** A row of a purchase whose id is of the middle of that month. */
const write = (ahead: number) =>
  home.db.$executeRaw`
    INSERT INTO purchase_history (purchase_id, to_status, cause)
    VALUES (first_id_of(${month(ahead)}::timestamptz + interval '14 days'), 'initiated', ${`month ${ahead}`})`;
const where = async () => {
  const rows = await home.db.$queryRaw<{ cause: string; name: string }[]>`
    SELECT cause, tableoid::regclass::text AS name FROM purchase_history ORDER BY id`;
  return rows.map(({ cause, name }) => [cause, name]);
};
async function steps(): Promise<string[]> {
  const done: string[] = [];
  for (let step = await keepPurchaseHistory(home.db); step !== null; step = await keepPurchaseHistory(home.db))
    done.push(step);
  return done;
}

describe('a row of the history finds no partition, or a wrong one', () => {
  test('a new database covers this month and the next three', async () => {
    const found = await partitions();
    expect(found.map(({ name }) => name)).toEqual(['purchase_history_first', 'purchase_history_default']);
    expect(found[0]?.to).toEqual(month(4));
    expect(await steps()).toEqual([]);
  });

  test('months that nobody made, over the end of a year, are made, and rows outside move into theirs', async () => {
    await endFirstAt(-13);
    for (const ahead of [-14, -13, -2, 0, 3, 9]) await write(ahead);
    expect(await countHistoryOutside(home.db)).toBe(5);
    expect(await steps()).toEqual(Array.from({ length: 17 }, (_, n) => nameOf(n - 13)));
    expect(await where()).toEqual([
      ['month -14', 'purchase_history_first'],
      ['month -13', nameOf(-13)],
      ['month -2', nameOf(-2)],
      ['month 0', nameOf(0)],
      ['month 3', nameOf(3)],
      ['month 9', 'purchase_history_default'],
    ]);
    expect(await countHistoryOutside(home.db)).toBe(1);
  });

  test('rows of each partition can neither be changed nor deleted, and no partition emptied', async () => {
    await endFirstAt(0);
    for (const ahead of [-1, 0]) await write(ahead);
    await steps();
    await write(1);
    await write(9);
    const names = (await partitions()).map(({ name }) => name);
    expect(names).toHaveLength(6);
    for (const name of ['purchase_history', ...names])
      await expect(home.db.$executeRawUnsafe(`TRUNCATE ${name}`)).rejects.toThrow('history_is_not_emptied');
    for (const name of ['purchase_history', 'purchase_history_first', nameOf(0), nameOf(1), 'purchase_history_default'])
      for (const change of [`UPDATE ${name} SET cause = ''`, `DELETE FROM ${name}`])
        await expect(home.db.$executeRawUnsafe(change)).rejects.toThrow('history_is_append_only');
  });

  test('it gives up at once while somebody reads the rows outside, and succeeds afterwards', async () => {
    await endFirstAt(3);
    await home.db.$transaction(async (reader) => {
      await reader.$queryRaw`SELECT count(*) FROM purchase_history`;
      await expect(keepPurchaseHistory(home.db)).rejects.toThrow('lock timeout');
    });
    await untilUnlocked(home.db, 'purchase_history');
    expect(await steps()).toEqual([nameOf(3)]);
  });

  test('of two processes one makes a month, and purchases go on meanwhile', async () => {
    await endFirstAt(3);
    await home.db.$transaction(async (busy) => {
      expect(await keepPurchaseHistory(busy)).toBe(nameOf(3));
      expect(await keepPurchaseHistory(home.db)).toBeNull();
      await write(0);
    });
    expect(await where()).toEqual([['month 0', 'purchase_history_first']]);
  });
});

test('the history of one purchase is read from one partition', async () => {
  await write(0);
  const plan = await home.db.$queryRaw<{ 'QUERY PLAN': string }[]>`
    EXPLAIN SELECT * FROM purchase_history
      WHERE purchase_id = '0192d000-0000-7000-8000-000000000000'::uuid ORDER BY id`;
  const text = plan.map((line) => line['QUERY PLAN']).join('\n');
  expect(text.match(/purchase_history_\w+/g)).not.toBeNull();
  expect(text).toContain('purchase_history_first');
  expect(text).not.toContain('purchase_history_default');
});
