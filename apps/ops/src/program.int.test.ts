import { type ChildProcess, type StdioOptions, spawn } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { closeSync, openSync } from 'node:fs';
import { RUNNING_VERSION, VERSION } from '@topup/runtime';
import { COMPILE_QUICKLY, fundedAccount, grantedRole, newOperator, startFaultProxy } from '@topup/testkit';
import { itemFor, purchasesIn } from '../../../packages/core/src/testing/purchases';
import { runProgram } from './program';
import { useOpsWorld } from './testing/ops-world';
import { PROGRAM, runOps, startOps } from './testing/run-ops';

const secret = { KEY_ENCRYPTION_SECRET: randomBytes(32).toString('base64') };
const world = useOpsWorld({ settings: () => secret });
const { ops } = world;

describe('a script takes a failed command for a result', () => {
  test('a refusal is one line on standard error with exit code 1, and standard output stays empty', async () => {
    await world.openAccount('taken');
    const id = randomUUID();
    const noPurchase = 'There is no purchase "nothing". It was never accepted, or the reference is misspelled.';
    const refused: [args: string[], text: string][] = [
      [
        ['tier', 'create', '--name', 'standard', '--markup', '1'],
        'There is already a tier "standard". Choose another name.',
      ],
      [
        ['account', 'create', '--name', 'taken', '--tier', 'standard'],
        'There is already an account "taken". Choose another name.',
      ],
      [
        ['account', 'create', '--name', 'new', '--tier', 'iron'],
        'There is no tier "iron". `tier list` shows all tiers.',
      ],
      [
        ['account', 'suspend', '--account', 'nobody'],
        'There is no account "nobody". `account list` shows all accounts.',
      ],
      [
        ['key', 'create', '--account', id, '--name', 'k'],
        `There is no account "${id}". \`account list\` shows all accounts.`,
      ],
      [
        ['key', 'revoke', '--key', id],
        `There is no active key ${id}. It was revoked before, or the id is wrong. \`key list --account …\` shows the ids.`,
      ],
      [['purchase', 'show', 'nothing'], noPurchase],
      [['purchase', 'settle', 'nothing', '--refund', '--note', 'n'], noPurchase],
    ];
    const results = await Promise.all(refused.map(([args]) => ops(...args, '--json')));
    expect(results).toEqual(refused.map(([, text]) => ({ code: 1, stdout: '', lines: [text] })));
  });

  test.each([
    [[]],
    [['frobnicate']],
    [['tier', 'create', '--name', 'x']],
    [['tier', 'create', '--name', 'x', '--markup', '1000.01']],
    [['account', 'create', '--name', 'x', '--tier', 'standard', '--fund-reference', 'r']],
    [['wallet', 'fund', '--account', 'x', '--amount', '-5', '--reference', 'r']],
    [['purchase', 'settle', 'x', '--note', 'n']],
    [['purchase', 'settle', 'x', '--success']],
    [['purchase', 'settle', 'x', '--success', '--refund', '--note', 'n']],
    [['purchase', 'show', 'a', 'b']],
    [['quarantine']],
    [['quarantine', '--note', 'n', '--since', 'noon']],
    [['quarantine', '--note', 'n', '--since', '2026-11-21T12:00:00Z', '--nothing-lost']],
  ])('%j exits 2, prints why, and changes nothing', async (args) => {
    const { code, stdout, lines } = await ops(...args, '--json');

    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(lines[0]).toMatch(/\w/);
  });

  test.each([
    [['tier', 'list', '--json'], { code: 0, stdout: expect.stringMatching(/^\[.+\]\n$/), lines: [] }],
    [
      ['account', 'suspend', '--account', 'nobody', '--json', '--yes'],
      { code: 1, stdout: '', lines: [expect.stringMatching(/^There is no account "nobody"/)] },
    ],
    [['tier', 'create', '--name', 'x'], { code: 2, stdout: '', lines: [expect.stringMatching(/--markup/)] }],
  ])('%j ends its process with the exit code, after all output', async (args, result) => {
    expect(await startOps(world.environment, args)).toEqual(result);
  });

  test('help is no error, and says what is required, and what exit codes mean', async () => {
    const { code, stdout, lines } = await ops('wallet', 'fund', '--help');

    expect({ code, lines }).toEqual({ code: 0, lines: [] });
    expect(stdout).toMatch(/^Usage: ops wallet fund --amount <naira> --reference <reference> \[options\]$/m);
    expect(stdout).toMatch(/--reference <reference>.*\(required\)/s);
    expect(stdout).toContain('3 not done, an approval was asked for');
    expect((await ops('--help')).stdout).toContain('ops purchase settle order-1 --refund');
  });

  test('everything that is missing is named at once', async () => {
    expect(await ops('account', 'create')).toMatchObject({
      code: 2,
      lines: [expect.stringContaining('required and not given: --name <name>, --tier <tier>')],
    });
  });
});

describe('a change stops half-way because its output cannot be written', () => {
  const exitOf = (child: ChildProcess) => new Promise((resolve) => child.once('exit', resolve));
  const createTier = (name: string, stdio: StdioOptions) =>
    spawn(process.execPath, [COMPILE_QUICKLY, PROGRAM, 'tier', 'create', '--name', name, '--markup', '10'], {
      env: { DATA_DIR: '/nonexistent', ...world.environment },
      stdio,
    });
  const tiers = async (name: string) => (await world.sql.query('SELECT 1 FROM tier WHERE name = $1', [name])).rowCount;

  test('its readers have gone before it begins: it is done, and that is success', async () => {
    await world.sql.query("UPDATE money_rule SET approvals = 'off'"); // each change says so before it is made
    const running = createTier('unread', ['ignore', 'pipe', 'pipe']);
    running.stdout?.destroy();
    running.stderr?.destroy();
    expect([await exitOf(running), await tiers('unread')]).toEqual([0, 1]);
  });

  test('the disk for its output is full: it is done, and exits 1 because nobody has the result', async () => {
    const full = openSync('/dev/full', 'w');
    expect([await exitOf(createTier('unwritten', ['ignore', full, full])), await tiers('unwritten')]).toEqual([1, 1]);
    closeSync(full);
  });
});

describe('an operator cannot see from a stack trace what to do', () => {
  const ofWorld = (change: object) => Object.assign(new URL(world.url), change).href;

  test.each<[string, () => string, string | RegExp]>([
    [
      'DATABASE_URL is not set',
      () => '',
      'DATABASE_URL is not set. Set it, as `topup-ops` does on servers. On your own computer, run `npm start` once. Both need the same DATA_DIR.',
    ],
    [
      'nobody listens there',
      () => ofWorld({ port: '1' }),
      /^DATABASE_URL leads to no PostgreSQL: .+:1\. Check its host and port, and that the server runs\.$/,
    ],
    [
      'there is no such role',
      () => ofWorld({ username: 'nobody', password: 'wrong' }),
      /^PostgreSQL declines DATABASE_URL: .+"nobody".*\. Check its user, password and database\.$/,
    ],
    ['DATABASE_URL is no URL of a database', () => 'file:here', /^DATABASE_URL must be like postgresql:/],
  ])('%s: one line says so', async (_, databaseUrl, line) => {
    for (const args of [
      ['account', 'list'],
      ['tier', 'create', '--name', 'x', '--markup', '1'],
    ])
      expect(await runOps({ ...world.environment, DATABASE_URL: databaseUrl() }, args)).toEqual({
        code: 1,
        stdout: '',
        lines: [expect.stringMatching(line)],
      });
  });

  test.each([
    [['key', 'create', '--account', 'a', '--name', 'k'], ['KEY_ENCRYPTION_SECRET']],
    [['keys', 'rotate-master'], ['KEY_ENCRYPTION_SECRET']],
    [['webhook-secret', 'rotate', '--account', 'a'], ['KEY_ENCRYPTION_SECRET']],
    [
      ['catalogue', 'sync'],
      ['VTPASS_BASE_URL', 'VTPASS_API_KEY', 'VTPASS_PUBLIC_KEY', 'VTPASS_SECRET_KEY'],
    ],
    [
      ['recon', 'pull'],
      ['VTPASS_BASE_URL', 'VTPASS_API_KEY', 'VTPASS_PUBLIC_KEY', 'VTPASS_SECRET_KEY'],
    ],
  ])('%j names all settings that it lacks at once', async (args, names) => {
    const [line = ''] = (await runOps({}, args)).lines;
    expect(line).toContain('DATABASE_URL is not set.');
    for (const name of names) expect(line).toContain(`${name} is required.`);
  });

  test('a database that was never migrated: one line names the command', async () => {
    const other = Object.assign(new URL(world.url), { pathname: '/postgres' });
    expect(await runOps({ ...world.environment, DATABASE_URL: other.href }, ['account', 'list'])).toEqual({
      code: 1,
      stdout: '',
      lines: [
        expect.stringMatching(/^The database lacks the migration \w+\. Run `npm run db:migrate` of this version\.$/),
      ],
    });
  });

  test('the version is that of package.json with the changes since, and needs no database', async () => {
    expect(await runOps({}, ['--version'])).toEqual({ code: 0, stdout: `${RUNNING_VERSION}\n`, lines: [] });
    expect(RUNNING_VERSION.replace('+unreleased', '')).toBe(VERSION);
  });

  test('a key needs the secret that encrypts it, and no other command does', async () => {
    await world.openAccount('secretless');
    const without = { DATABASE_URL: world.url };
    expect(await runOps(without, ['key', 'create', '--account', 'secretless', '--name', 'k'])).toEqual({
      code: 1,
      stdout: '',
      lines: ['KEY_ENCRYPTION_SECRET is required.'],
    });
    expect(await runOps(without, ['key', 'list', '--account', 'secretless', '--json'])).toEqual({
      code: 0,
      stdout: '[]\n',
      lines: [],
    });
  });
});

describe('an operator looks for a change that a command cannot have made', () => {
  const READS = ['tier', 'list'];

  test('a command that only reads is cut off', async () => {
    const { hostname: host, port } = new URL(world.url);
    const proxy = await startFaultProxy({ target: { host, port: Number(port) } });
    const DATABASE_URL = Object.assign(new URL(world.url), { host: `127.0.0.1:${proxy.port}` }).href;
    const cutAfter = async (text: string, args: string[]) => {
      void proxy.holdReplyAfter(text).answered.then(() => proxy.cut());
      return (await runOps({ ...world.environment, DATABASE_URL }, args)).lines.at(-1);
    };
    try {
      const lost = 'The connection to the database was lost.';
      expect(await cutAfter('"public"."tier"', READS)).toBe(`${lost} Try again.`);
      // one that changes has changed nothing before its first statement
      const create = ['tier', 'create', '--name', 'cut', '--markup', '1'];
      expect(await cutAfter('schema_gap', create)).toBe(`${lost} Try again.`);
      expect(await cutAfter('INSERT INTO', create)).toMatch(`${lost} Something may have been changed.`);
    } finally {
      await proxy.stop();
    }
  });

  test('a command that only reads waits for a lock for too long, or lacks a right', async () => {
    await world.sql.query('BEGIN; LOCK TABLE tier');
    expect((await ops(...READS)).lines).toEqual(['The database was busy. Try again.']);
    await world.sql.query('ROLLBACK');
    const role = await grantedRole(world.url, 'ops');
    await world.sql.query(`REVOKE SELECT ON tier FROM ${role.name}`);
    expect((await runOps({ DATABASE_URL: role.url }, READS)).lines).toEqual([
      'The database rejected the query: permission denied for table tier.',
    ]);
    await role.drop();
  });
});

describe('a command that cannot be taken back is done by a slip', () => {
  const KEY = ['key', 'revoke', '--key', randomUUID()];

  async function asked(answer: boolean, ...args: string[]): Promise<{ questions: string[]; printed: string }> {
    const questions: string[] = [];
    let printed = '';
    const print = (text: string) => {
      printed += text;
    };
    const ask = async (question: string) => questions.push(question) > 0 && answer;
    await runProgram(args, { out: print, err: print, ask });
    return { questions, printed };
  }

  test.each([
    [KEY, /^Revoke key .* for good\?$/],
    [['tier', 'set-markup', '--tier', 'standard', '--markup', '1'], /tier standard pay/],
    [['quarantine', '--note', 'n'], /all open purchases/],
  ])('%j is asked about at a terminal, and without a yes nothing is changed', async (args, question) => {
    const { questions, printed } = await asked(false, ...args);
    expect(questions).toEqual([expect.stringMatching(question)]);
    expect(printed).toBe('Nothing was changed.\n');
  });

  test('a settlement shows whose money moves, and what the provider said last', async () => {
    const { accept, claim } = purchasesIn(() => world.db);
    const item = itemFor(await fundedAccount(world.db, 1_000n), 'AIRTIME', { requestRef: 'order-1' });
    await accept([item]);
    await claim([item.id]);
    const said = JSON.stringify({ send_answer: 'HTTP 200, code: 099' });
    await world.sql.query('UPDATE purchase SET provider_evidence = $1, claim_expires_at = now()', [said]);
    const { name } = await world.db.account.findUniqueOrThrow({ where: { id: item.accountId } });
    const questions: string[] = [];
    const settle = (decision: string) =>
      runOps(world.environment, ['purchase', 'settle', 'order-1', decision, '--note', 'n'], async (question) => {
        questions.push(question);
        return false;
      });
    for (const decision of ['--refund', '--success'])
      expect(await settle(decision)).toMatchObject({ code: 1, lines: ['Nothing was changed.'] });
    const about = [
      `order-1 of ${name}: AIRTIME for NGN 10.00 to *******4567.`,
      'It is initiated, and not under review. vtpass said last: HTTP 200, code: 099.',
    ];
    expect(questions.map((question) => question.split('\n'))).toEqual([
      [...about, `Settle it as not delivered, and return NGN 10.00 to ${name}?`],
      [...about, 'Settle it as delivered, without a refund?'],
    ]);
  });

  test('--json is no yes, --yes is one', async () => {
    expect((await asked(false, ...KEY, '--json')).questions).toHaveLength(1);
    expect((await asked(false, ...KEY, '--yes')).questions).toEqual([]);
  });

  test.each([[KEY], [[...KEY, '--json']]])(
    '%j without a terminal does nothing, unless --yes is given',
    async (args) => {
      expect(await startOps(world.environment, args)).toEqual({
        code: 2,
        stdout: '',
        lines: ['Nothing was changed: without a terminal, this command acts only with --yes.'],
      });
      expect((await startOps(world.environment, [...args, '--yes'])).lines.at(-1)).toContain('There is no active key');
    },
  );

  test('what only asked for an approval exits 3', async () => {
    await world.sql.query("UPDATE money_rule SET approvals = 'required'");
    const ada = await newOperator(world.db);
    const account = await world.openAccount('rich');
    const fund = ['wallet', 'fund', '--account', account, '--amount', '1000000.01', '--reference', 'bank 9'];
    expect((await ops(...fund, '--note', 'paid', '--as', ada.actor.email)).code).toBe(3);
  });
});
