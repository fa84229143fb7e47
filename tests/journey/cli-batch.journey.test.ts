import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { eventually, startWorld, type TestAccount, type World } from '@topup/testkit';
import { readState } from '../../packages/cli/src/batch/journal';
import { operatorsOf } from './support/ops';

// `topup batch`, as it is built, at a real service: its processes are killed, and the money of each row is counted.

const PROGRAM = path.resolve(__dirname, '../../packages/cli/bin/topup.js');
const HEADER = 'product,network,plan_id,phone,amount,reference';

let world: World;
let directory: string;
const children: ChildProcess[] = [];

beforeAll(async () => {
  directory = mkdtempSync(path.join(tmpdir(), 'topup-cli-batch-'));
  // what is pending stays so until a command has ended
  world = await startWorld({ mode: 'test', settings: { REQUERY_SCHEDULE: '10s,11s,12s,15s,20s,30s' } });
  await operatorsOf(world)('catalogue', 'sync');
});
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
});
afterAll(async () => {
  await world?.stop();
  rmSync(directory, { recursive: true });
});

/** Starts `topup batch` with a key of this account. */
function start(account: TestAccount, ...words: string[]) {
  const env = { PATH: process.env.PATH ?? '', TOPUP_URL: world.apis[0]?.url ?? '', TOPUP_API_KEY: account.apiKey };
  const child = spawn(process.execPath, [PROGRAM, '--json', 'batch', ...words], { env });
  children.push(child);
  let stdout = '';
  child.stdout.setEncoding('utf8').on('data', (text) => {
    stdout += text;
  });
  const ended = new Promise<{ code: number | null; stdout: string }>((resolve) => {
    child.on('close', (code) => resolve({ code, stdout }));
  });
  return { child, ended };
}

async function batch(account: TestAccount, ...words: string[]) {
  const { code, stdout } = await start(account, ...words).ended;
  return { code, json: JSON.parse(stdout) };
}

function write(name: string, lines: readonly string[]): string {
  const file = path.join(directory, name);
  writeFileSync(file, [HEADER, ...lines].join('\n'));
  return file;
}

/** Numbers whose provider takes this many seconds: see docs/integrate/test-numbers.md. */
const airtime = (count: number, outcome = '00', seconds = '00') =>
  Array.from({ length: count }, (_, i) => `airtime,mtn,,0800${outcome}${seconds}${String(i).padStart(3, '0')},100,`);

/** How many rows the state has with this status now. */
function rowsWith(file: string, status: string): number {
  const state = `${file}.topup-state.jsonl`;
  if (!existsSync(state)) return 0;
  const lines = readFileSync(state, 'utf8').split('\n');
  return lines.filter((line) => line.includes(`"status":"${status}"`)).length;
}

/** The purchases of an account, with what the ledger took for each. */
const bought = ({ id }: TestAccount) =>
  world.sql<{ ref: string; status: string; taken: string }>(
    `SELECT p.request_ref AS ref, p.status::text, (-sum(e.amount_kobo))::text AS taken
       FROM purchase p JOIN ledger_entry e ON e.purchase_id = p.id AND e.kind = 'debit'
      WHERE p.account_id = $1::uuid GROUP BY 1, 2`,
    [id],
  );

/** How many rows were sent, or about to be, and have no outcome in the state. */
const unknownRows = (file: string): number =>
  [...(readState(`${file}.topup-state.jsonl`)?.rows.values() ?? [])].filter(({ status }) => status === 'unknown')
    .length;

const sent = (file: string, count: number) =>
  eventually(
    () => rowsWith(file, 'unknown'),
    (all) => all >= count,
    60_000,
  );

describe('a row is bought twice, or never, because the program was killed', () => {
  test('60 rows and SIGKILL again and again: each row is one purchase and one debit', async () => {
    const account = await world.addAccount(100_000);
    const [plan] = (await world.clientFor(account).dataPlans()).body.data ?? [];
    const plans = Array(5).fill(`data,,${plan?.plan_id},08031234567,,`);
    const file = write('killed.csv', [...airtime(20, '00', '01'), ...plans, ...airtime(35)]);
    let cutOff = 0;
    for (const count of [1, 9, 10, 23, 41]) {
      const { child, ended } = start(account, 'buy', file);
      await sent(file, count);
      child.kill('SIGKILL');
      await ended;
      cutOff += unknownRows(file);
    }
    expect(cutOff).toBeGreaterThan(0);
    const { code, json } = await batch(account, 'buy', file, '--watch');
    expect([code, json.counts]).toMatchObject([0, { successful: 60 }]);
    const purchases = await bought(account);
    const references = Array.from({ length: 60 }, (_, i) => `${json.batch}-${i + 2}`);
    expect(purchases.map(({ ref }) => ref).sort()).toEqual(references.sort());
    const taken = purchases.reduce((sum, each) => sum + Number(each.taken), 0);
    expect([taken, Number(json.paid)]).toEqual([55 * 10_000 + 5 * Number(plan?.price) * 100, taken / 100]);
  }, 240_000);

  test('two at once: the second is refused, and each row is bought once', async () => {
    const account = await world.addAccount(10_000);
    const file = write('twice.csv', airtime(8, '00', '01'));
    const { child, ended } = start(account, 'buy', file, '--watch');
    await sent(file, 1);
    child.kill('SIGSTOP'); // it lives, and does not end before the second one has looked
    const second = await batch(account, 'buy', file);
    child.kill('SIGCONT');
    expect([second.code, second.json.error.message]).toEqual([
      2,
      expect.stringMatching(`^Process ${child.pid} is buy`),
    ]);
    expect((await ended).code).toBe(0);
    expect(await bought(account)).toHaveLength(8);
  });

  test('SIGINT: what is in flight ends, and the same command goes on', async () => {
    const account = await world.addAccount(10_000);
    const file = write('interrupted.csv', airtime(12, '00', '01'));
    const { child, ended } = start(account, 'buy', file);
    await sent(file, 4);
    child.kill('SIGINT');
    const { code, stdout } = await ended;
    const { counts, stopped } = JSON.parse(stdout);
    expect([code, stopped.message, counts.unknown]).toEqual([counts.pending > 0 ? 3 : 1, 'Interrupted.', 0]);
    expect(counts.unsent).toBeGreaterThan(0);
    expect(await bought(account)).toHaveLength(12 - counts.unsent);
    expect((await batch(account, 'buy', file, '--watch')).json.counts).toMatchObject({ successful: 12 });
    expect(await bought(account)).toHaveLength(12);
  });
});

describe('a file that cannot be bought spends money, or one that stopped never goes on', () => {
  test('one row with a fault: nothing is bought', async () => {
    const account = await world.addAccount(10_000);
    const file = write('faulty.csv', [...airtime(3), 'data,,no-such-plan,08031234567,,']);
    const { code, json } = await batch(account, 'buy', file);
    expect([code, json.faults]).toEqual([2, [expect.objectContaining({ row: 5, field: 'plan_id' })]]);
    expect(await bought(account)).toEqual([]);
  });

  test('not enough money: it stops, and goes on after funding; a changed file does not', async () => {
    const account = await world.addAccount(550);
    const lines = airtime(10);
    const file = write('poor.csv', lines);
    const stopped = await batch(account, 'buy', file, '--watch');
    expect([stopped.code, stopped.json.stopped.code, stopped.json.counts]).toMatchObject([
      1,
      'insufficient_balance',
      { successful: 5, unsent: 5 },
    ]);
    await world.clientFor(account).call('POST', '/v1/test/wallet/fund', { amount: '1000' });
    write('poor.csv', lines.slice(1));
    expect((await batch(account, 'buy', file)).json.error.message).toMatch(/^poor\.csv has changed/);
    write('poor.csv', lines);
    const { code, json } = await batch(account, 'buy', file, '--watch');
    expect([code, json.counts]).toMatchObject([0, { successful: 10 }]);
    expect(await bought(account)).toHaveLength(10);
  });

  test('rows that are pending first: the file ends with 3, and --watch waits for each outcome', async () => {
    const account = await world.addAccount(10_000);
    const file = write('pending.csv', [...airtime(2, '02'), ...airtime(1, '03'), ...airtime(1, '01')]);
    const first = await batch(account, 'buy', file);
    expect([first.code, first.json.counts.successful]).toEqual([3, 0]);
    expect(first.json.counts.pending).toBeGreaterThanOrEqual(3);
    expect((await batch(account, 'status', file)).json.counts).toEqual(first.json.counts);
    const { code, json } = await batch(account, 'buy', file, '--watch');
    expect([code, json.counts]).toMatchObject([1, { successful: 2, failed: 2, pending: 0 }]);
    expect(readFileSync(json.result, 'utf8')).toMatch(/^4,airtime,08000300000,100\.00,\S+-4,failed,/m);
    expect(await bought(account)).toHaveLength(4);
  });
});
