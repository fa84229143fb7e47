import { userInfo } from 'node:os';
import { sealAuditLog } from '@topup/core/audit';
import { switchApprovalsOff } from '@topup/testkit';
import { TIME, useOpsWorld } from '../testing/ops-world';

const world = useOpsWorld();
const { ops, json, refusal } = world;

const HASH = expect.stringMatching(/^[0-9a-f]{64}$/);

type Row = { action: string; subject: string; userEmail: string; note: string | null };
const list = async (...options: string[]) => (await json('audit', 'list', ...options)) as Row[];

describe('`ops` leaves no actor and no record', () => {
  beforeAll(async () => {
    await switchApprovalsOff(world.db);
    await json('account', 'create', '--name', 'acme', '--tier', 'standard');
    await json('user', 'create', '--email', 'op@topup.example', '--name', 'Op', '--operator');
    await json('user', 'create', '--email', 'ada@client.example', '--name', 'Ada', '--account', 'acme');
    await json(
      'wallet',
      'fund',
      '--account',
      'acme',
      '--amount',
      '5',
      '--reference',
      '=cmd',
      '--as',
      'op@topup.example',
    );
  });

  test('the user of the operating system is recorded, and the operator of --as beside it', async () => {
    const [funded, created] = await list('--account', 'acme', '--limit', '2');
    const systemUser = userInfo().username;
    expect(funded).toMatchObject({
      action: 'wallet.fund',
      subject: 'acme',
      actorKind: 'ops',
      systemUser,
      userEmail: 'op@topup.example',
      at: TIME,
      before: { balance: '0.00' },
      after: { balance: '5.00', amount: '5.00', reference: '=cmd' },
    });
    expect(created).toMatchObject({ action: 'user.invite', systemUser, userEmail: 'ops', userId: 'ops' });
    expect((await ops('audit', 'list', '--limit', '1')).stdout).toMatch(
      new RegExp(`^AT .*\\n\\S+ +wallet\\.fund +acme +acme +op@topup\\.example \\(${systemUser}\\)`),
    );
  });

  test.each(['nobody@topup.example', 'ada@client.example'])(
    '--as %s is refused, and nothing is done',
    async (email) => {
      expect(await refusal('tier', 'create', '--name', 'gold', '--markup', '1', '--as', email)).toBe(
        `No operator may sign in with the address ${email}. \`user list\` shows all users.`,
      );
      expect(await list('--action', 'tier')).toEqual([]);
    },
  );

  test('an operator who was disabled is no operator for --as', async () => {
    await json('user', 'create', '--email', 'gone@topup.example', '--name', 'Gone', '--operator');
    await json('user', 'disable', '--email', 'gone@topup.example', '--as', 'op@topup.example');
    expect(await refusal('account', 'suspend', '--account', 'acme', '--as', 'gone@topup.example')).toMatch(
      /^No operator/,
    );
    expect((await ops('account', 'suspend', '--account', 'acme', '--as', 'nonsense')).code).toBe(2);
  });

  test('what was done is filtered by account, action, actor and time', async () => {
    expect((await list('--action', 'wallet')).map(({ action }) => action)).toEqual(['wallet.fund']);
    expect((await list('--action', 'user.invite')).length).toBeGreaterThan(1);
    expect((await list('--actor', 'op@topup.example')).map(({ action }) => action)).toEqual([
      'user.disable',
      'wallet.fund',
    ]);
    expect(await list('--since', '2100-01-01T00:00:00Z')).toEqual([]);
    expect(await list('--limit', '1')).toHaveLength(1);
    expect(await refusal('audit', 'list', '--account', 'nonesuch')).toMatch(/^There is no account/);
    for (const wrong of ['0', 'x', '-1']) expect((await ops('audit', 'list', '--limit', wrong)).code).toBe(2);
  });

  test('it is exported as CSV that no spreadsheet runs, and as JSON', async () => {
    const since = ['--since', '2020-01-01T00:00:00Z'];
    const { code, stdout } = await ops('audit', 'export', '--action', 'wallet', ...since);
    const [head = '', row = '', end] = stdout.split('\r\n');
    expect([code, head.split(',').length, end]).toEqual([0, 20, '']);
    expect(row).toContain(',acme,wallet.fund,acme,,,,');
    await json('provider', 'close', '--reason', '=1+1;=2');
    const all = (await ops('audit', 'export')).stdout;
    expect(all).toContain(",'=1+1;'=2,");
    expect(all).not.toMatch(/(^|[,;\n])"?[=+@]/m);
    expect(await json('audit', 'export', '--action', 'wallet', ...since)).toMatchObject([{ action: 'wallet.fund' }]);
    expect(await json('audit', 'export', '--since', '2100-01-01T00:00:00Z')).toEqual([]);
  });

  test('a command that changes nothing leaves no record', async () => {
    await json('account', 'resume', '--account', 'acme');
    await json('wallet', 'fund', '--account', 'acme', '--amount', '5', '--reference', '=cmd');
    await json('account', 'set-tier', '--account', 'acme', '--tier', 'standard');
    await json('account', 'limit', '--account', 'acme', '--reset');
    await json('tier', 'set-markup', '--tier', 'standard', '--markup', '10');
    const before = await list();
    await json('tier', 'set-markup', '--tier', 'standard', '--markup', '10');
    await json('account', 'resume', '--account', 'acme');
    expect(await list()).toEqual(before);
    expect(before.filter(({ action }) => /account\.(resume|tier|limits)/.test(action))).toEqual([]);
    expect(before.filter(({ action }) => action === 'wallet.fund')).toHaveLength(1);
  });
});

describe('the chain of the audit log', () => {
  test('its head is shown, and an earlier link, to compare with what was logged', async () => {
    expect(await refusal('audit', 'head', '--n', '1000000')).toBe(
      'The audit log has no seal 1000000 yet. Choose a smaller number.',
    );
    await sealAuditLog(world.db, 1_000);
    const head = (await json('audit', 'head')) as { n: string };
    expect(head).toEqual({ n: expect.stringMatching(/^[0-9]+$/), hash: HASH, sealedAt: TIME });
    expect(await json('audit', 'head', '--n', head.n)).toEqual(head);
    expect(await json('audit', 'head', '--n', '1')).toMatchObject({ n: '1', hash: HASH });
    expect(await json('books', 'verify')).toMatchObject({ sound: true, auditHead: { n: head.n, hash: HASH } });
  });

  test('a row that was altered by hand is found by `books verify`, which names it', async () => {
    await sealAuditLog(world.db, 1_000);
    await world.sql.query('ALTER TABLE audit_log DISABLE TRIGGER USER');
    await world.sql.query(`UPDATE audit_log SET after = '{"balance":"9.00"}' WHERE action = 'wallet.fund'`);
    const { code, stdout, lines } = await ops('books', 'verify', '--json');
    expect({ code, lines }).toEqual({ code: 1, lines: [expect.stringMatching(/^The books are unsound: A16\. /)] });
    const { findings } = JSON.parse(stdout) as { findings: { id: string; rows: object[] }[] };
    expect(findings.find(({ id }) => id === 'A16')?.rows[0]).toMatchObject({
      action: 'wallet.fund',
      subject: 'acme',
      fault: 'the entry or its link was altered',
    });
  });
});

describe('a person must be forgotten', () => {
  const others = useOpsWorld();

  test('the personal fields of somebody who cannot sign in any more are redacted, and the chain holds', async () => {
    const { json, refusal } = others;
    const email = 'bo@client.example';
    await others.openAccount('bakery');
    await json('user', 'create', '--email', email, '--name', 'Bo', '--account', 'bakery');
    expect(await refusal('audit', 'redact', '--email', email, '--note', 'asked')).toBe(
      `The user ${email} can still sign in, so their actions must stay readable. Run \`user disable\` first.`,
    );
    await json('user', 'disable', '--email', email);
    await sealAuditLog(others.db, 100);
    expect(await json('audit', 'redact', '--email', email, '--note', 'ticket 7')).toEqual({ entries: 2 });
    expect(await json('audit', 'redact', '--email', email, '--note', 'again')).toEqual({ entries: 0 });
    expect((await others.ops('audit', 'redact', '--email', 'b0@client.example', '--note', 'asked')).stdout).toBe(
      'No entry names b0@client.example: nothing was redacted.\n',
    );
    const rows = await json('audit', 'list');
    expect(JSON.stringify(rows)).not.toContain(email);
    expect(rows).toMatchObject([
      { action: 'audit.blank', note: 'ticket 7', after: { entries: 2 } },
      { action: 'user.disable', subject: 'blanked', userEmail: 'blanked' },
      { action: 'user.invite', subject: 'blanked', after: { role: 'owner' } },
    ]);
    await sealAuditLog(others.db, 100);
    expect(await json('books', 'verify')).toMatchObject({ sound: true });
  });
});
