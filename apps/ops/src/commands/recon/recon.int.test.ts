import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fundedAccount, insertSold, newOperator, providersAt, type SandboxProcess, startSandbox } from '@topup/testkit';
import { TIME, useOpsWorld } from '../../testing/ops-world';

let sandbox: SandboxProcess;
/** Settings of one test. */
let own: Record<string, string> = {};
beforeEach(() => {
  own = {};
});
const world = useOpsWorld({
  eachTest: true,
  settings: () => ({ ...providersAt(sandbox.url), PROVIDERS: 'vtpass,monnify,reloadly', ...own }),
});
const { ops, json, refusal } = world;
const folder = mkdtempSync(path.join(tmpdir(), 'recon-'));
beforeAll(async () => {
  sandbox = await startSandbox();
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await sandbox.kill();
});

const COLUMNS = 'id=Transaction ID,at=Date,amount=Amount,direction=Type,reference=Request ID,before=Before,after=After';
const HEADINGS = 'Transaction ID,Date,Amount,Type,Request ID,Before,After';
const DAY = '2026-11-20';
/** The hour after the day too: only then can it be closed. */
const SPAN = ['--since', DAY, '--until', '2026-11-21T01:00:00+01:00'] as const;

function csv(...lines: string[]): string {
  const file = path.join(folder, 'statement.csv');
  writeFileSync(file, [HEADINGS, ...lines].join('\n'));
  return file;
}

const importing = (file: string) => [
  'recon',
  'import',
  '--provider',
  'vtpass',
  '--file',
  file,
  '--columns',
  COLUMNS,
  ...SPAN,
];

/** Two sales of NGN 100 at nine and ten in the morning, as VTpass shows them in its own file. */
async function twoSales(): Promise<string[]> {
  const accountId = await fundedAccount(world.db, 1_000n);
  const refs: string[] = [];
  for (const hour of [9, 10]) {
    const at = new Date(`${DAY}T${String(hour).padStart(2, '0')}:00:00+01:00`);
    await insertSold(world.db, [{ accountId, at, reference: `order-${hour}` }]);
    const { providerRef } = await world.db.purchase.findFirstOrThrow({ where: { requestRef: `order-${hour}` } });
    refs.push(providerRef ?? '');
  }
  return refs;
}

describe('an operator cannot compare with a provider what was booked', () => {
  test('a file is imported, its findings are resolved, and the day is signed by a person', async () => {
    const [first, second] = await twoSales();
    const { email } = (await newOperator(world.db)).actor;
    const lines = [
      `t1,${DAY} 09:00:02,100.00,debit,${first},"1,000.00",900.00`,
      `t2,${DAY} 10:00:02,120.00,debit,${second},900.00,780.00`,
      `t3,${DAY} 11:00:00,5000.00,credit,,780.00,5780.00`,
    ];
    const file = csv(...lines);
    expect(await json(...importing(file))).toMatchObject({ rows: 3, added: 3, opened: 2, open: 2 });
    expect(await json(...importing(file))).toMatchObject({ added: 0, known: 3, opened: 0, open: 2 });
    const close = ['recon', 'close', '--provider', 'vtpass', '--day', DAY];
    expect(await refusal(...close, '--as', email)).toBe(
      `The day ${DAY} at vtpass has 2 open findings. Run \`recon findings --provider vtpass --day ${DAY}\`, and ` +
        'resolve each with `recon resolve`.',
    );
    const found = (await json('recon', 'findings', '--provider', 'vtpass', '--day', DAY)) as {
      id: string;
      kind: string;
      difference: string;
    }[];
    expect(found).toMatchObject([
      { kind: 'missing_here', difference: '-5000.00', row: 't3', reference: null },
      { kind: 'amount_differs', difference: '20.00', reference: 'order-10', attempt: 1 },
    ]);
    for (const { id, kind } of found)
      expect(await json('recon', 'resolve', '--id', id, '--accept', '--note', 'bank slip', '--as', email)).toEqual({
        id,
        resolution: 'accepted',
        float: kind === 'missing_here' ? '5000.00' : '-20.00',
      });
    expect(await refusal('recon', 'resolve', '--id', found[0]?.id ?? '', '--explain', '--note', 'x')).toBe(
      `Finding ${found[0]?.id} is already resolved.`,
    );
    expect((await ops(...close)).code).toBe(2); // nobody signs
    expect(await json(...close, '--as', email)).toMatchObject({
      opening: '1000.00',
      debits: '220.00',
      credits: '5000.00',
      closing: '5780.00',
      cost: '200.00',
      entries: '4980.00',
      floatClosing: '5780.00',
      carried: '0.00',
      drift: '0.00',
      closedBy: email,
    });
    expect(await world.db.closedDay.findMany()).toMatchObject([{ provider: 'vtpass', closedBy: email }]);
    expect(await refusal(...close, '--as', email)).toMatch(
      new RegExp(
        `^The day ${DAY} at vtpass was closed by ${email} at .* in Lagos\\. \`recon report --provider vtpass `,
      ),
    );
    const actions = await world.db.auditLog.findMany({ orderBy: { id: 'asc' } });
    expect(actions.map(({ action }) => action)).toEqual([
      ...['reconciliation.import', 'reconciliation.import', 'reconciliation.resolve', 'reconciliation.resolve'],
      'reconciliation.close',
    ]);
    expect((await ops('recon', 'report')).stdout).toContain(
      `vtpass    2026-11-19T23:00:00.000Z  2026-11-21T00:00:00.000Z  ${DAY}`,
    );
    await world.db.$transaction([
      world.db.$executeRaw`SET LOCAL session_replication_role = replica`,
      world.db.$executeRaw`UPDATE purchase SET cost_kobo = 1 WHERE provider_ref = ${first}`,
    ]);
    const signed = { openOrders: 0, openFindings: 0, cost: '200.00', drift: '0.00', closedBy: email, closedAt: TIME };
    expect(await json('recon', 'report', '--provider', 'vtpass', '--day', DAY)).toMatchObject(signed);
    expect((await ops('recon', 'report', '--provider', 'vtpass', '--day', DAY)).stdout).toContain(`by ${email}, 20`);
    expect(await json('recon', 'closed')).toMatchObject([{ ...signed, provider: 'vtpass', day: DAY }]);
    expect((await ops('recon', 'closed')).stdout).toMatch(new RegExp(`^${DAY} +vtpass +5780.00 .*${email}`, 'm'));
    expect(await json('recon', 'pulls')).toMatchObject([
      { provider: 'vtpass', source: 'csv', rows: 3, added: 0, fault: null },
      { provider: 'vtpass', source: 'csv', rows: 3, added: 3, fault: null },
    ]);
  });

  test('a day that was not read has no sums: report and close say the same, and what to run', async () => {
    const { email } = (await newOperator(world.db)).actor;
    const of = ['--provider', 'vtpass', '--day', '2026-11-19'];
    const unknown =
      'The opening balance of vtpass on 2026-11-19 is in no statement, and was not read in the two hours before. ' +
      'Begin with a later day whose sums `recon report --provider vtpass --day <day>` shows, with ' +
      '`recon close --provider vtpass --day <day> --as <address>`.';
    expect(await refusal('recon', 'report', ...of)).toBe(unknown);
    expect(await refusal('recon', 'close', ...of, '--as', email)).toBe(unknown);
    await json(...importing(csv(`t1,${DAY} 09:00:02,100.00,debit,r,1000.00,900.00`)).slice(0, -1), DAY);
    expect(await refusal('recon', 'close', '--provider', 'vtpass', '--day', DAY, '--as', email)).toMatch(
      /^The statement of vtpass must cover .* Import a file that does, with `recon import --provider vtpass --since 2026-11-20 --until 2026-11-21T01:00\+01:00 --file <path>`\.$/,
    );
  });

  test('a wrong file is taken back, and the right one imported', async () => {
    const [first] = await twoSales();
    await json(...importing(csv(`t1,${DAY} 09:00:02,1.00,debit,${first},,`)));
    const [pull] = (await json('recon', 'pulls')) as { id: string }[];
    expect(await json('recon', 'withdraw', '--id', pull?.id ?? '')).toMatchObject({ id: pull?.id, rows: 1, open: 0 });
    expect(await refusal('recon', 'withdraw', '--id', pull?.id ?? '')).toBe(
      `Import ${pull?.id} was withdrawn before, or could not be read, so there is nothing to withdraw.`,
    );
    expect(await json('recon', 'pulls')).toMatchObject([{ id: pull?.id, fault: 'withdrawn' }]);
    expect(await json(...importing(csv(`t1,${DAY} 09:00:02,100.00,debit,${first},,`)))).toMatchObject({ added: 1 });
  });

  test('a purchase shows what a statement says of it', async () => {
    const [first] = await twoSales();
    await json(...importing(csv(`t1,${DAY} 09:00:02,100.00,debit,${first},,`)));
    expect(await json('purchase', 'show', 'order-9')).toMatchObject({
      statements: [{ provider: 'vtpass', attempt: 1, row: 't1', amount: '100.00', suggested: false, at: TIME }],
    });
    expect((await ops('purchase', 'show', 'order-10')).stdout).toContain(
      'No row of a statement, which proves nothing.',
    );
  });

  test('a file that cannot be read changes nothing, and says where', async () => {
    await twoSales();
    expect(await refusal(...importing(csv('t1,yesterday,100.00,debit,r,,')))).toBe(
      'The file was not imported (row 1: "yesterday" is not a time). Correct the file, and import it again.',
    );
    expect(await refusal(...importing(csv('t1,2026-11-25 09:00,100.00,debit,r,,')))).toBe(
      'The file was not imported (rows outside the range: 1, the first of 2026-11-25T08:00:00.000Z). Correct the file, and import it again.',
    );
    const tomorrow = new Date(Date.now() + 86_400_000).toISOString();
    expect(await refusal(...importing(csv('x')).slice(0, -1), tomorrow)).toBe(
      'The file was not imported (row 1: it has 1 cells, but there are 7 headings). Correct the file, and import it again.',
    );
    const good = csv(`t1,${DAY} 09:00,100.00,debit,r,,`);
    expect(await refusal(...importing(good).slice(0, -1), tomorrow)).toBe(
      `The file cannot be complete up to ${tomorrow}, because that is in the future. Give the time at which it was made.`,
    );
    expect(await world.db.statementPull.count()).toBe(0);
    expect(await refusal(...importing(csv('x')).map((word) => (word === 'vtpass' ? 'nobody' : word)))).toBe(
      'There is no provider "nobody". It must be one of vtpass, monnify, reloadly.',
    );
  });

  test('headings that have a comma are named one by one; a wrong pair, and none, are said so', async () => {
    const file = path.join(folder, 'commas.csv');
    writeFileSync(file, `"Date, time";"Amount, NGN"\n${DAY} 09:00;-100\n`);
    const command = ['recon', 'import', '--provider', 'vtpass', '--file', file, ...SPAN];
    const columns = ['--column', 'at=Date, time', '--columns', 'amount=Amount, NGN'];
    expect((await ops(...command, ...columns)).lines.join()).toContain('"NGN" is no pair such as at=Date, of: id, at,');
    expect((await ops(...command)).lines.join()).toContain('Name the columns by --columns or --column');
    expect((await ops(...command, '--columns', 'at=a', '--column', 'at=b')).lines.join()).toContain(
      'at is named twice',
    );
    expect(await json(...command, '--column', 'at=Date, time', '--column', 'amount=Amount, NGN')).toMatchObject({
      rows: 1,
      added: 1,
      skipped: 0,
      sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
  });

  test('statements are pulled from the providers that have one', async () => {
    expect(await json('recon', 'pull')).toMatchObject([
      { provider: 'monnify', fault: null },
      { provider: 'reloadly', fault: null },
    ]);
    expect(await refusal('recon', 'pull', '--provider', 'vtpass')).toBe(
      'The provider vtpass has no statement API. Import its statement from a file.',
    );
  });

  test('a provider that fails stops no other: the command names it, and exits 1', async () => {
    own = { MONNIFY_BASE_URL: `${sandbox.url}/nothing` };
    const { code, stdout, lines } = await ops('recon', 'pull', '--json');
    expect({ code, lines }).toEqual({
      code: 1,
      lines: [expect.stringMatching(/^The statement of monnify could not be read to its end \(/)],
    });
    expect(JSON.parse(stdout)).toMatchObject([
      { provider: 'monnify', fault: expect.any(String) },
      { provider: 'reloadly', fault: null },
    ]);
    const later = new Date(Date.now() + 3_600_000).toISOString();
    expect(await ops('recon', 'pull', '--since', later)).toMatchObject({
      code: 2,
      lines: ['--since must not be in the future.'],
    });
  });

  test.each([
    ['recon', 'pull', '--provider', 'vtpas'],
    ['recon', 'report', '--provider', 'vtpas'],
    ['recon', 'findings', '--provider', 'vtpas'],
    ['provider', 'close', '--reason', 'x', '--provider', 'vtpas'],
    ['catalogue', 'map', '--provider', 'vtpas'],
  ])('a provider that is not in PROVIDERS is said so by every command: %s %s', async (...command) => {
    expect(await refusal(...command)).toBe(
      'There is no provider "vtpas". It must be one of vtpass, monnify, reloadly.',
    );
  });
});
