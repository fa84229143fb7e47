import { decideApproval } from '@topup/core/operator-guard';
import { findLink, linkDigest, setPassword } from '@topup/core/user';
import { getWalletBalance } from '@topup/core/wallet';
import { newOperator, type TestOperator } from '@topup/testkit';
import { ID, TIME, useOpsWorld } from '../testing/ops-world';

const world = useOpsWorld({ settings: () => ({ DASHBOARD_URL: 'https://dashboard.example.test' }), eachTest: true });
const { ops, json, refusal } = world;
let account: string;
/** Whom `ops` acts for. */
let ada: TestOperator;
let asAda: string[];
beforeEach(async () => {
  account = await world.openAccount('acme');
});
async function addAda(): Promise<void> {
  ada = await newOperator(world.db);
  asAda = ['--as', ada.actor.email];
}

const ACME = ['--account', 'acme'];
const fund = (amount: string, reference: string, ...more: string[]) =>
  json('wallet', 'fund', ...ACME, '--amount', amount, '--reference', reference, ...more);
const requested = { approval: expect.any(String), state: 'requested', expiresAt: TIME };
const idOf = (answer: unknown) => (answer as { approval: string }).approval;
const balance = () => getWalletBalance(world.db, account);
const approve = async (id: string) =>
  decideApproval(world.db, await newOperator(world.db), { id, approve: true, note: null });

describe('anyone who has a shell moves any amount alone', () => {
  beforeEach(addAda);

  test('nobody is asked without --as, which names who else may not approve it', async () => {
    const { code, lines } = await ops('wallet', 'fund', ...ACME, '--amount', '1000000.01', '--reference', 'bank 1');
    expect({ code, lines }).toEqual({ code: 2, lines: [expect.stringContaining('Name yourself with --as <address>')] });
    const id = idOf(await fund('1000000.01', 'bank 1', ...asAda));
    expect(await decideApproval(world.db, ada, { id, approve: true, note: null })).toEqual({ kind: 'own_request' });
    expect(await balance()).toBe(0n);
  });

  test('NGN 999,999,999.99 is neither funded nor asked for; one kobo above the limit is asked for', async () => {
    expect(
      await refusal('wallet', 'fund', ...ACME, '--amount', '999999999.99', '--reference', 'theft', ...asAda),
    ).toContain('exceeds the daily cap');
    const asked = await fund('1000000.01', 'bank 1', ...asAda);
    expect(asked).toEqual(requested);
    expect(await fund('1000000.01', 'bank 1', ...asAda)).toEqual({ ...requested, state: 'requested_before' });
    const again = await ops(
      ...['wallet', 'fund', ...ACME, '--amount', '1000000.01', '--reference', 'bank 1', ...asAda],
    );
    expect(again.stdout).toContain(
      `authentication is newer than the request, run \`approval cancel ${idOf(asked)}\` and ask again.`,
    );
    expect(await balance()).toBe(0n);
    expect(await json('approval', 'list', '--open')).toMatchObject([
      {
        id: idOf(asked),
        kind: 'fund',
        requester: `ops (${ada.actor.email})`,
        amount: '1000000.01',
        reference: 'bank 1',
        state: 'requested',
      },
    ]);
  });

  test('another operator approves it in the console, and it is funded once', async () => {
    const id = idOf(await fund('1000000.01', 'bank 1', ...asAda));
    const bola = await newOperator(world.db);
    // their factor is older than a day, and the request is from now
    expect(await decideApproval(world.db, bola, { id, approve: true, note: 'seen on the statement' })).toMatchObject({
      kind: 'approved',
    });
    expect(await balance()).toBe(100_000_001n);
    expect((await ops('approval', 'show', id)).stdout).toContain(`It is approved by ${bola.actor.email}`);
    expect(await fund('1000000.01', 'bank 1', ...asAda)).toMatchObject({ funded: false });
    expect(await refusal('approval', 'cancel', id)).toBe('This request is already approved.');
  });

  test('a further owner of an account is asked for, and gets a link once that is approved', async () => {
    await newOperator(world.db); // two operators, so that there is somebody to approve
    const create = (email: string, ...more: string[]) => [
      'user',
      'create',
      '--email',
      email,
      '--name',
      'Obi',
      ...ACME,
      ...more,
    ];
    expect(await json(...create('obi@client.example'))).toMatchObject({ role: 'owner', link: expect.any(String) });
    expect((await ops(...create('mine@thief.example'))).code).toBe(2);
    const asking = create('second@client.example', ...asAda, '--note', 'their accountant');
    const { stdout } = await ops(...asking);
    expect(stdout).toContain('Once that is approved, `user link --email second@client.example` prints the link');
    expect(await approve(/approval ([\w-]{36})/.exec(stdout)?.[1] ?? '')).toMatchObject({ kind: 'approved' });
    expect(await json('user', 'link', '--email', 'second@client.example')).toEqual({ link: expect.any(String) });
  });

  test('`ops` moves no more than the cap in a day, for whomever it acts', async () => {
    for (const n of [1, 2, 3, 4, 5]) await fund('1000000', `bank ${n}`, ...asAda);
    expect(await refusal('wallet', 'fund', ...ACME, '--amount', '0.01', '--reference', 'bank 6')).toBe(
      'This exceeds the daily cap, so nothing was changed. At most NGN 0.00 is possible today. Wait until midnight in Lagos, or raise the cap.',
    );
    expect((await ops('limits', 'show')).stdout).toContain('Today `ops` has added NGN 5000000.00.');
  });

  test('the limits change by an approval only', async () => {
    const id = idOf(await json('limits', 'set', '--daily-cap', '900000000', '--note', 'a large client', ...asAda));
    expect(await json('limits', 'show')).toMatchObject({ approvalLimit: '1000000.00', dailyCap: '5000000.00' });
    expect(await approve(id)).toMatchObject({ kind: 'approved' });
    expect(await json('limits', 'show')).toMatchObject({ approvalLimit: '1000000.00', dailyCap: '900000000.00' });
  });

  test('why the limits were changed is kept where no approval has it', async () => {
    await world.db.$executeRaw`UPDATE money_rule SET approvals = 'off'`;
    await json('limits', 'set', '--daily-cap', '900000000', '--note', 'a large client');
    expect(await json('audit', 'list', '--action', 'limits.change')).toMatchObject([
      { note: 'a large client', after: { daily_cap: '900000000.00' } },
    ]);
  });

  test('a request is taken back by `ops`, and not that of an operator', async () => {
    const id = idOf(await fund('1000000.01', 'bank 1', ...asAda));
    expect(await json('approval', 'cancel', id)).toEqual({ approval: id, state: 'cancelled' });
    const unknown = '0199f3a2-7c1e-7b60-9d3e-0123456789ab';
    expect(await refusal('approval', 'cancel', unknown)).toContain(`There is no approval ${unknown}.`);
  });

  test('an adjustment takes money, once; below zero is refused, and asked for with --below-zero', async () => {
    await fund('10', 'bank 1');
    const adjust = (amount: string, ...more: string[]) =>
      json('wallet', 'adjust', ...ACME, `--amount=${amount}`, '--reason', 'typed twice', '--reference', 'fix', ...more);
    expect(await adjust('-4.50')).toMatchObject({ adjusted: true, amount: '-4.50', balanceAfter: '5.50' });
    expect(await adjust('-4.50')).toMatchObject({ adjusted: false });
    const again = ['wallet', 'adjust', ...ACME, '--reason', 'x', '--reference'];
    expect(await refusal(...again, 'fix', '--amount=7')).toContain('belongs to an earlier adjustment of NGN -4.50');
    expect(await refusal(...again, 'deep', '--amount=-9')).toBe(
      'The balance is NGN 5.50, so this would make it negative. Nothing was changed. If that is right, give --below-zero.',
    );
    expect(await refusal(...again, 'entry', '--amount=1', '--entry', '999')).toContain('no ledger entry 999');
    expect(await json(...again, 'deep', '--amount=-9', '--below-zero', ...asAda)).toEqual(requested);
  });
});

describe('anyone who has a shell becomes an operator', () => {
  const create = (email: string, ...more: string[]) =>
    json('user', 'create', '--email', email, '--name', 'Op', '--operator', ...more);
  async function havePasswords(...emails: string[]): Promise<void> {
    const users = await world.db.dashboardUser.findMany({ where: { email: { in: emails } } });
    for (const { id } of users) await setPassword(world.db, id, 'scrypt$');
  }

  test('the first two need nobody; the third works once a second operator approves', async () => {
    expect(await create('one@topup.example')).toMatchObject({ id: ID, role: 'operator' });
    expect(await create('two@topup.example')).toMatchObject({ id: ID, role: 'operator' });
    expect(await world.db.mail.findMany()).toMatchObject([
      { email: 'one@topup.example', text: expect.stringContaining('made two@topup.example an operator') },
    ]);
    await havePasswords('one@topup.example', 'two@topup.example');
    const asOne = ['--as', 'one@topup.example'];
    const three = ['--email', 'three@topup.example', '--name', 'x', '--operator', ...asOne];
    const without = await ops('user', 'create', ...three);
    expect(without).toMatchObject({ code: 2, lines: [expect.stringContaining('Give --note')] });
    const asked = await create('three@topup.example', '--note', 'a new colleague', ...asOne);
    expect(asked).toEqual({ ...requested, link: expect.any(String) });
    const digest = linkDigest(new URL((asked as { link: string }).link).searchParams.get('token') ?? '');
    expect(await findLink(world.db, digest)).toBeNull();
    expect(await approve(idOf(asked))).toMatchObject({ kind: 'approved', userId: expect.any(String) });
    expect(await findLink(world.db, digest)).toMatchObject({ email: 'three@topup.example', role: 'operator' });
  });

  test('while those who were invited have set no password, links and further operators need nobody', async () => {
    const link = (email: string) => json('user', 'link', '--email', email);
    for (const name of ['one', 'two', 'three']) {
      expect(await create(`${name}@topup.example`)).toMatchObject({ id: ID });
      expect(await link('one@topup.example')).toEqual({ link: expect.any(String) });
    }
    await havePasswords('one@topup.example');
    expect(await link('two@topup.example')).toEqual({ link: expect.any(String) });
    await havePasswords('two@topup.example');
    for (const name of ['one', 'two', 'three'])
      expect((await ops('user', 'link', '--email', `${name}@topup.example`)).code).toBe(2);
  });

  test('operators who turn off their second factor are still counted, so nobody becomes alone by that', async () => {
    await addAda();
    const bola = await newOperator(world.db);
    await world.db.dashboardTwoFactor.deleteMany({ where: { userId: { in: [ada.userId, bola.userId] } } });
    await create('sock@topup.example', '--note', 'a colleague', ...asAda).then((asked) =>
      expect(asked).toMatchObject(requested),
    );
    expect((await ops('user', 'link', '--email', bola.actor.email)).code).toBe(2);
  });

  test('the second operator is made alone; no mail is claimed, because only workers know SMTP_URL', async () => {
    await addAda();
    const create = ['user', 'create', '--email', 'two@topup.example', '--name', 'Two', '--operator'];
    expect((await ops(...create, ...asAda)).stdout).toContain('each gets a mail if the workers have SMTP_URL');
  });

  test('the only operator gets a new link, and loses a lost factor, without anybody; they are sent a mail', async () => {
    await addAda();
    expect(await json('user', 'link', '--email', ada.actor.email)).toEqual({ link: expect.any(String) });
    expect(await json('user', 'drop-two-factor', '--email', ada.actor.email)).toMatchObject({ dropped: true });
    expect(await world.db.mail.count({ where: { userId: ada.userId } })).toBe(2);
    expect(await json('user', 'disable', '--email', ada.actor.email, '--note', 'x', ...asAda)).toMatchObject(requested);
  });

  test.each([
    ['link', 'create a password link'],
    ['drop-two-factor', 'reset two-factor authentication'],
    ['disable', 'disable operator'],
  ])('`user %s` of an operator is asked for, and done by who approves', async (command, what) => {
    await addAda();
    const bola = await newOperator(world.db);
    const asked = await json('user', command, '--email', bola.actor.email, '--note', 'left the company', ...asAda);
    expect(asked).toMatchObject(requested);
    expect((await ops('approval', 'show', idOf(asked))).stdout).toContain(what);
    expect(await decideApproval(world.db, bola, { id: idOf(asked), approve: true, note: null })).toEqual({
      kind: 'about_decider',
    });
    expect(await approve(idOf(asked))).toMatchObject({ kind: 'approved' });
  });
});
