import { randomBytes, randomUUID } from 'node:crypto';
import { createAccount, findAccount, setWebhookUrl } from '@topup/core/account';
import { createAuthenticator } from '@topup/core/api-key';
import { acceptPurchase, createAccepter, createClaimer, createSettler } from '@topup/core/purchase';
import { listPurchasesUnderReview, readPurchaseRecord } from '@topup/core/reporting';
import { type Db, openDatabase, systemClock } from '@topup/core/shared';
import { fundWallet } from '@topup/core/wallet';
import { insertRequeryEvent } from '@topup/core/webhook';
import { eventually, type TestDatabase, testDatabase } from '@topup/testkit';
import { Client } from 'pg';
import { recordAsJson } from './commands/purchase-record';
import { type Ended, runOps, startOps } from './testing/run-ops';

const ID = expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/);
const TIME = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
const PHONE = '08031234567';

let home: TestDatabase;
let db: Db;
let sql: Client;
let environment: Record<string, string>;

beforeAll(async () => {
  home = await testDatabase();
  db = openDatabase({ url: home.url, max: 4, name: 'ops-test', onError: () => undefined });
  sql = new Client(home.url);
  await sql.connect();
  environment = { DATABASE_URL: home.url, KEY_ENCRYPTION_SECRET: randomBytes(32).toString('base64') };
});
afterAll(async () => {
  await sql.end();
  await db.$disconnect();
  await home.drop();
});

describe('scripts around the command line keep working', () => {
  test('tiers and accounts are created and listed as one JSON value each, or a provisioning script stops in the middle', async () => {
    expect(await json('tier', 'create', '--name', 'gold', '--markup', '7.5')).toEqual({
      id: 2,
      name: 'gold',
      markupPercent: '7.50',
    });
    expect(await json('tier', 'list')).toEqual([
      { id: 1, name: 'standard', markupPercent: '10.00' },
      { id: 2, name: 'gold', markupPercent: '7.50' },
    ]);
    const created = await json('account', 'create', '--name', 'first', '--tier', 'gold');
    expect(created).toEqual({ id: ID, name: 'first', tier: 'gold', balance: '0.00' });
    const [listed] = (await json('account', 'list')) as unknown[];
    expect(listed).toEqual({ ...(created as object), status: 'active', webhookHost: null, createdAt: TIME });
  });

  test('a refusal leaves standard output empty, says one sentence and exits 1, or a script takes it for a result', async () => {
    await account('taken');
    const refused: [words: string[], sentence: string][] = [
      [
        ['tier', 'create', '--name', 'standard', '--markup', '1'],
        'There is a tier "standard" already: choose another name.',
      ],
      [
        ['account', 'create', '--name', 'taken', '--tier', 'standard'],
        'There is an account "taken" already: choose another name.',
      ],
      [['account', 'create', '--name', 'new', '--tier', 'iron'], 'There is no tier "iron": `tier list` shows them.'],
      [['account', 'suspend', '--account', 'nobody'], 'There is no account "nobody": `account list` shows them.'],
      [
        ['key', 'create', '--account', randomUUID(), '--name', 'k'],
        expect.stringMatching(/^There is no account "[0-9a-f-]{36}"/),
      ],
      [['key', 'revoke', '--key', randomUUID()], expect.stringMatching(/^There is no active key [0-9a-f-]{36}: /)],
      [
        ['purchase', 'show', 'nothing'],
        'There is no purchase "nothing": it was never accepted, or is spelt otherwise.',
      ],
      [
        ['purchase', 'settle', 'nothing', '--refund', '--note', 'n'],
        expect.stringContaining('There is no purchase "nothing"'),
      ],
    ];
    const ended = await Promise.all(refused.map(([words]) => ops(...words, '--json')));
    expect(ended).toEqual(refused.map(([, sentence]) => ({ code: 1, stdout: '', lines: [sentence] })));
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
  ])('%j exits 2, says why, and has changed nothing', async (words) => {
    const { code, stdout, lines } = await ops(...words, '--json');

    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(lines[0]).toMatch(/\w/);
  });

  test.each([
    [['tier', 'list', '--json'], { code: 0, stdout: expect.stringMatching(/^\[.+\]\n$/), lines: [] }],
    [
      ['account', 'suspend', '--account', 'nobody', '--json'],
      { code: 1, stdout: '', lines: [expect.stringMatching(/^There is no account "nobody"/)] },
    ],
    [['tier', 'create', '--name', 'x'], { code: 2, stdout: '', lines: [expect.stringMatching(/--markup/)] }],
  ])('%j ends the process with its exit code, after all that it had to say', async (words, ended) => {
    expect(await startOps(environment, words)).toEqual(ended);
  });

  test('asking for help is no error', async () => {
    const { code, stdout, lines } = await ops('wallet', 'fund', '--help');

    expect({ code, lines }).toEqual({ code: 0, lines: [] });
    expect(stdout).toContain('--reference <reference>');
  });
});

describe('an operator is told what is the matter, not where in the program it was noticed', () => {
  test.each([
    [
      'no setting',
      { DATABASE_URL: '' },
      'DATABASE_URL is not set: set it, or run `npm start` once, which notes its own for these commands.',
    ],
    [
      'nobody at home',
      { DATABASE_URL: 'postgresql://postgres@127.0.0.1:1/topup' },
      expect.stringMatching(/^The database cannot be reached: /),
    ],
    [
      'a setting that is none',
      { DATABASE_URL: 'file:here' },
      expect.stringMatching(/^DATABASE_URL must be a valid uri/),
    ],
  ])('%s', async (_, changes, sentence) => {
    environment = { ...environment, ...changes };
    try {
      expect(await ops('account', 'list')).toEqual({ code: 1, stdout: '', lines: [sentence] });
    } finally {
      environment = { ...environment, DATABASE_URL: home.url };
    }
  });

  test('a database that was never migrated', async () => {
    const other = new URL(home.url);
    other.pathname = '/postgres';
    environment = { ...environment, DATABASE_URL: other.href };
    try {
      const sentence = 'The database is not up to date with this program: run `npm run db:migrate`.';
      expect(await ops('account', 'list')).toEqual({ code: 1, stdout: '', lines: [sentence] });
    } finally {
      environment = { ...environment, DATABASE_URL: home.url };
    }
  });

  test('a key needs the secret that encrypts it, and nothing else does', async () => {
    const { KEY_ENCRYPTION_SECRET: _, ...without } = environment;
    const { id } = await account('secretless');
    const kept = environment;
    environment = without;
    try {
      expect(await ops('key', 'create', '--account', id, '--name', 'k')).toEqual({
        code: 1,
        stdout: '',
        lines: ['KEY_ENCRYPTION_SECRET is required.'],
      });
      expect(await json('key', 'list', '--account', id)).toEqual([]);
    } finally {
      environment = kept;
    }
  });
});

describe('money comes in once', () => {
  test('an account is opened with its first money, known by the account’s own id', async () => {
    const created = await json('account', 'create', '--name', 'opened', '--tier', 'standard', '--fund', '1000000');

    expect(created).toEqual({ id: ID, name: 'opened', tier: 'standard', balance: '1000000.00' });
    const { rows } = await sql.query(`SELECT reference FROM ledger_entry WHERE account_id = $1`, [
      (created as { id: string }).id,
    ]);
    expect(rows).toEqual([{ reference: `opening:${(created as { id: string }).id}` }]);
  });

  test('the first money can have a reference of its own', async () => {
    await json(
      'account',
      'create',
      '--name',
      'referred',
      '--tier',
      'standard',
      '--fund',
      '5',
      '--fund-reference',
      'bank-1',
    );

    expect(
      await json('wallet', 'fund', '--account', 'referred', '--amount', '5', '--reference', 'bank-1'),
    ).toMatchObject({
      funded: false,
    });
  });

  test('a repeated funding adds nothing and says so, or a retried script doubles the money', async () => {
    const { id } = await account('payer');
    const words = ['wallet', 'fund', '--account', 'payer', '--amount', '12.5', '--reference', 'bank 7'];
    const first = {
      account: id,
      funded: true,
      reference: 'bank 7',
      amount: '12.50',
      balanceBefore: '0.00',
      balanceAfter: '12.50',
    };

    expect(await json(...words)).toEqual(first);
    expect(await json(...words)).toEqual({ ...first, funded: false });
    expect((await ops(...words)).stdout).toBe(
      'Nothing was added: by this reference account "payer" had been funded before, with NGN 12.50, from 0.00 to 12.50.\n',
    );
    expect(
      await ops('wallet', 'fund', '--account', id, '--amount', '12.51', '--reference', 'bank 7', '--json'),
    ).toEqual({
      code: 1,
      stdout: '',
      lines: [expect.stringContaining('stands for an earlier funding of NGN 12.50, so nothing was added')],
    });
    expect((await findAccount(db, id))?.balanceKobo).toBe(1_250n);
  });
});

describe('keys open the API for as long as they should', () => {
  test('a key works, is listed without its secret, and is dead once revoked', async () => {
    const { id: accountId } = await account('keeper');
    const { id, key } = (await json('key', 'create', '--account', 'keeper', '--name', 'server')) as {
      id: string;
      key: string;
    };
    expect(await opens(key)).toEqual({ accountId, keyId: id });

    const listed = { id, name: 'server', display: expect.stringMatching(/^tup_live_.{4}….{4}$/), createdAt: TIME };
    const used = await eventually(
      () => json('key', 'list', '--account', accountId) as Promise<{ lastUsedAt: string | null }[]>,
      (keys) => keys[0]?.lastUsedAt !== null, // it is noted while the request goes on
    );
    expect(used).toEqual([{ ...listed, lastUsedAt: TIME, revokedAt: null }]);
    expect(await json('key', 'revoke', '--key', id)).toEqual({ id, revoked: true });

    await expect(opens(key)).rejects.toMatchObject({ code: 'unauthorized' });
    expect(await json('key', 'list', '--account', accountId)).toMatchObject([{ revokedAt: TIME }]);
    expect((await ops('key', 'revoke', '--key', id)).code).toBe(1);
  });

  test('people see the key once, alone on its line, and are told so', async () => {
    await account('reader');

    const { stdout } = await ops('key', 'create', '--account', 'reader', '--name', 'k');

    const [key = '', empty, sentence] = stdout.split('\n');
    expect(await opens(key)).toBeDefined();
    expect([empty, sentence]).toEqual(['', expect.stringContaining('cannot be shown again')]);
    expect((await ops('key', 'list', '--account', 'reader')).stdout).not.toContain(key);
  });

  test('a suspended account is shut out until it is resumed', async () => {
    await account('sleeper');
    const { key } = (await json('key', 'create', '--account', 'sleeper', '--name', 'k')) as { key: string };

    expect(await json('account', 'suspend', '--account', 'sleeper')).toMatchObject({
      name: 'sleeper',
      status: 'suspended',
    });
    await expect(opens(key)).rejects.toMatchObject({ code: 'unauthorized' });
    expect(await json('account', 'resume', '--account', 'sleeper')).toMatchObject({ status: 'active' });
    expect(await opens(key)).toBeDefined();
  });
});

describe('an operator sees a whole purchase and no more of a customer than is needed', () => {
  test('its facts, moves, entries and events, with the phone masked unless asked for', async () => {
    const { id, ref } = await purchase('shown');
    await claim(id);
    await settle(id, 'success');
    await insertRequeryEvent(db, id);

    const shown = await ops('purchase', 'show', ref, '--json');
    expect(shown.stdout).not.toContain(PHONE);
    expect(JSON.parse(shown.stdout)).toMatchObject({
      reference: ref,
      account: { name: 'shown' },
      status: 'success',
      amount: '100.00',
      cost: '97.00',
      providerRef: `ref-${id}`,
      sends: 1,
      sentAt: TIME,
      finalAt: TIME,
      nextCheckAt: null,
      needsReview: false,
      recipient: '*******4567',
      details: { network: 'mtn', phone: '*******4567' },
      description: 'MTN airtime for *******4567',
      history: [
        { from: null, to: 'initiated', cause: 'accepted', at: TIME },
        { from: 'initiated', to: 'success', cause: 'test', at: TIME },
      ],
      entries: [{ kind: 'debit', amount: '-100.00', balanceBefore: '5000.00', balanceAfter: '4900.00' }],
      events: [
        { event: 'airtime.purchase.success', status: 'success', state: 'queued', host: null },
        { event: 'transaction.requery', status: 'success', state: 'queued' },
      ],
    });
    expect(await json('purchase', 'show', ref, '--full')).toMatchObject({
      recipient: PHONE,
      details: { phone: PHONE },
    });

    const { stdout: text } = await ops('purchase', 'show', ref);
    expect(text).not.toContain(PHONE);
    expect(text).toMatch(/^status +success$/m);
    expect(text).toMatch(/initiated +success +test$/m);
  });

  test('of a webhook URL only the host, because its path may be a secret', async () => {
    const { id, ref } = await purchase('hooked');
    await claim(id);
    await settle(id, 'success');
    await sql.query(
      `UPDATE webhook_event SET url = 'https://client.example/hidden/path', state = 'undelivered', claimed_at = now(), finished_at = now() WHERE purchase_id = $1`,
      [id],
    );
    await sql.query(
      `INSERT INTO webhook_event (account_id, purchase_id, event, status, details, resent_from, asked_by)
       SELECT account_id, purchase_id, event, status, details, id, 'somebody' FROM webhook_event WHERE purchase_id = $1`,
      [id],
    );

    const { stdout } = await ops('purchase', 'show', ref, '--json');

    expect(JSON.parse(stdout)).toMatchObject({
      events: [{ state: 'undelivered', host: 'client.example', resentFrom: null }, { state: 'queued' }],
    });
    expect(stdout).not.toContain('hidden');
    expect((await ops('purchase', 'show', ref)).stdout).toContain('airtime.purchase.success (again)');
    expect((await ops('account', 'list', '--json')).stdout).not.toContain('hidden');
  });
});

describe('an operator’s word settles what the provider’s did not', () => {
  test('an open purchase under review is listed, failed by --refund with its money, event and note, and off the list', async () => {
    const { id, ref } = await doubtful('asker');
    const [listed] = ((await json('purchase', 'review')) as { reference: string }[]).filter(
      ({ reference }) => reference === ref,
    );
    expect(listed).toEqual({
      reference: ref,
      account: 'asker',
      productType: 'AIRTIME',
      status: 'initiated',
      amount: '100.00',
      recipient: '*******4567',
      reason: 'nothing about *******4567',
      sentAt: TIME,
      createdAt: TIME,
    });

    expect(await decide(ref, '--refund')).toEqual({ reference: ref, status: 'failed', changed: true });

    expect(await recordOf(ref)).toMatchObject({
      status: 'failed',
      needsReview: false,
      history: [{}, { from: 'initiated', to: 'failed', cause: 'operator: asked them' }],
      entries: [{ kind: 'debit' }, { kind: 'refund', amount: '100.00', balanceAfter: '5000.00' }],
      events: [{ event: 'airtime.purchase.failed', status: 'failed' }],
    });
    expect(await underReview(ref)).toBe(false);
    expect(await eventsOf(id)).toBe(1);
  });

  test('an open purchase becomes a success by --success, and keeps its money', async () => {
    const { ref } = await doubtful('lucky');

    expect(await decide(ref, '--success')).toEqual({ reference: ref, status: 'success', changed: true });

    expect(await recordOf(ref)).toMatchObject({
      entries: [{ kind: 'debit' }],
      events: [{ event: 'airtime.purchase.success' }],
    });
  });

  test('nothing is decided while a send may be under way, or the customer gets airtime and money', async () => {
    const { id, ref } = await purchase('hasty');
    await claim(id);

    const ended = await Promise.all(
      ['--success', '--refund'].map((word) => ops('purchase', 'settle', ref, word, '--note', 'n', '--json')),
    );
    const refused = {
      code: 1,
      stdout: '',
      lines: [expect.stringMatching(/^A send may be under way until 20[^ ]+Z: /)],
    };
    expect(ended).toEqual([refused, refused]);
  });

  test('what was never sent cannot have succeeded, and is given up by --refund', async () => {
    const { ref } = await purchase('unsent');

    expect(await ops('purchase', 'settle', ref, '--success', '--note', 'n')).toMatchObject({
      code: 1,
      lines: [expect.stringContaining('It was never sent')],
    });
    expect(await decide(ref, '--refund')).toEqual({ reference: ref, status: 'refunded', changed: true });
    expect(await recordOf(ref)).toMatchObject({
      cause: 'operator: asked them',
      events: [{ event: 'airtime.purchase.failed' }],
    });
  });

  test('a success is taken back once, without an event, and stays so', async () => {
    const { id, ref } = await purchase('regret');
    await claim(id);
    await settle(id, 'success');

    expect(await decide(ref, '--refund')).toEqual({ reference: ref, status: 'refunded', changed: true });
    expect(await decide(ref, '--refund')).toEqual({ reference: ref, status: 'refunded', changed: false });
    expect(await ops('purchase', 'settle', ref, '--success', '--note', 'n')).toMatchObject({
      code: 1,
      lines: [expect.stringContaining('It is refunded and its money went back')],
    });
    expect((await findAccount(db, 'regret'))?.balanceKobo).toBe(500_000n);
    expect(await eventsOf(id)).toBe(1);
  });

  test('a contradicted success that stands is off the list, with the note kept', async () => {
    const { id, ref } = await purchase('contested');
    await claim(id);
    await settle(id, 'success');
    await settle(id, 'failed');
    expect(await underReview(ref)).toBe(true);

    expect(await decide(ref, '--success')).toEqual({ reference: ref, status: 'success', changed: false });

    expect(await recordOf(ref)).toMatchObject({
      needsReview: false,
      result: { contradicted_by: { goal: 'failed' }, reviewed: { note: 'asked them' } },
    });
  });
});

// the last: what everything above has done is what it judges
describe('drift is a failed command, or a nightly check goes unread', () => {
  test('sound books exit 0; drifted ones print the rows, name the checks and exit 1', async () => {
    expect(await json('books', 'verify')).toMatchObject({
      sound: true,
      kept: true,
      totals: { funded: expect.stringMatching(/^\d+\.\d\d$/) },
    });
    expect((await ops('books', 'verify')).stdout).toContain('The books are sound.');
    const { rows } = await sql.query(`UPDATE wallet SET balance_kobo = balance_kobo + 150 WHERE account_id =
      (SELECT id FROM account WHERE name = 'payer') RETURNING account_id`);

    const { code, stdout, lines } = await ops('books', 'verify', '--json');

    expect({ code, lines }).toEqual({
      code: 1,
      lines: [expect.stringMatching(/^The books have drifted: A01, X04\. /)],
    });
    const findings = (JSON.parse(stdout) as { findings: { id: string; rows: unknown[] }[] }).findings;
    expect(findings.find(({ id }) => id === 'A01')?.rows).toEqual([
      { accountId: rows[0].account_id, balance: '14.00', ledger: '12.50' },
    ]);
    expect(findings.find(({ id }) => id === 'X04')?.rows).toMatchObject([{ missing: '-1.50' }]);
    expect((await ops('books', 'verify')).stdout).toMatch(/^A01 {2}1 found .*\n {7}\{"accountId":/m);
    const history = await sql.query(
      'SELECT sound FROM books_check WHERE started_by = $1 AND finished_at >= started_at ORDER BY id',
      ['ops'],
    );
    expect(history.rows.map(({ sound }) => sound)).toEqual([true, true, false, false]);
  });

  test('a copy that is older than the history of checks could not be verified: it is, and why it is not in the history is told', async () => {
    await sql.query('ALTER TABLE books_check RENAME TO books_check_away');
    const { stdout } = await ops('books', 'verify');
    await sql.query('ALTER TABLE books_check_away RENAME TO books_check');
    expect(stdout).toContain(
      'This check is not in the history of checks: The database is not up to date with this program',
    );
  });
});

// ---- running it

const ops = (...words: string[]): Promise<Ended> => runOps(environment, words);

/** The one JSON value on the one line that a command prints with --json. */
async function json(...words: string[]): Promise<unknown> {
  const { code, stdout, lines } = await ops(...words, '--json');
  expect({ code, lines }).toEqual({ code: 0, lines: [] });
  expect(stdout.indexOf('\n')).toBe(stdout.length - 1);
  return JSON.parse(stdout);
}

function decide(ref: string, word: '--success' | '--refund'): Promise<unknown> {
  return json('purchase', 'settle', ref, word, '--note', 'asked them');
}

function opens(key: string) {
  const { authenticate, close } = createAuthenticator({ db, clock: systemClock });
  return authenticate(`Bearer ${key}`).finally(close);
}

// ---- purchases, made by the functions the service uses

async function account(name: string): Promise<{ id: string }> {
  const created = await createAccount(db, { name, tier: 'standard' });
  if (typeof created === 'string') throw new Error(created);
  return created;
}

/** Of a hundred naira, by a new account with five thousand. */
async function purchase(accountName: string): Promise<{ id: string; ref: string }> {
  const { id: accountId } = await account(accountName);
  await fundWallet(db, accountId, 500_000n, 'opening');
  await setWebhookUrl(db, accountId, 'https://client.example/hidden/path');
  const ref = randomUUID();
  const deps = { accepter: createAccepter({ db, clock: systemClock }), provider: { name: 'vtpass' } };
  const order = {
    productType: 'AIRTIME' as const,
    requestRef: ref,
    amountKobo: 10_000n,
    recipient: PHONE,
    details: { network: 'mtn', phone: PHONE },
    description: `MTN airtime for ${PHONE}`,
    providerOrder: { serviceId: 'mtn', variationCode: null, subscriptionType: null, contactPhone: PHONE },
  };
  const { id } = await acceptPurchase(deps, accountId, order, 15_000);
  return { id, ref };
}

async function doubtful(accountName: string): Promise<{ id: string; ref: string }> {
  const made = await purchase(accountName);
  await claim(made.id);
  await createSettler(db).settle({
    id: made.id,
    goal: 'open',
    ground: 'answer',
    cause: 'unknown',
    nextCheckMs: null,
    result: { answer: `nothing about ${PHONE}` },
    review: true,
  });
  return made;
}

async function claim(id: string): Promise<void> {
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
  const claimer = createClaimer({ db, log, leaseMs: 75_000, startDeadlineMs: 60_000 });
  expect(await claimer.submit({ id, providerRef: `ref-${id}` })).toMatchObject({ id, providerRef: `ref-${id}` });
}

async function settle(id: string, goal: 'success' | 'failed'): Promise<void> {
  await createSettler(db).settle({ id, goal, ground: 'answer', cause: 'test', message: goal, costKobo: 9_700n });
}

async function recordOf(ref: string): Promise<unknown> {
  const record = await readPurchaseRecord(db, ref);
  return record && recordAsJson(record, true);
}

async function underReview(ref: string): Promise<boolean> {
  return (await listPurchasesUnderReview(db)).some(({ requestRef }) => requestRef === ref);
}

async function eventsOf(purchaseId: string): Promise<number> {
  const { rows } = await sql.query('SELECT count(*)::integer AS events FROM webhook_event WHERE purchase_id = $1', [
    purchaseId,
  ]);
  return rows[0].events;
}
