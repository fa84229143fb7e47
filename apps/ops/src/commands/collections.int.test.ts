import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { followNotices } from '@topup/core/collection';
import type { FundingBank } from '@topup/core/provider';
import { insertUser } from '@topup/core/user';
import { getWalletBalance } from '@topup/core/wallet';
import { createCollector } from '@topup/providers';
import { newOperator, providersAt, type SandboxProcess, startSandbox } from '@topup/testkit';
import { TIME, useOpsWorld } from '../testing/ops-world';

let sandbox: SandboxProcess;
/** Settings of one test. */
let own: Record<string, string> = {};
const settings = () => ({
  ...providersAt(sandbox.url),
  COLLECTIONS: 'monnify',
  MONNIFY_CONTRACT_CODE: '0000000001',
  ...own,
});
const world = useOpsWorld({ settings, eachTest: true });
const { ops, json, refusal } = world;
const stdin = Object.getOwnPropertyDescriptor(process, 'stdin') as PropertyDescriptor;
const folder = mkdtempSync(path.join(tmpdir(), 'collections-'));
beforeAll(async () => {
  sandbox = await startSandbox();
});
beforeEach(() => {
  own = {};
});
afterAll(async () => {
  Object.defineProperty(process, 'stdin', stdin);
  rmSync(folder, { recursive: true });
  await sandbox.kill();
});

const BVN = () => `222${String(Math.floor(Math.random() * 1e8)).padStart(8, '0')}`;
const balance = (id: string) => getWalletBalance(world.db, id);

/** An account with an owner, whose address the collector needs. */
async function client(name = 'acme'): Promise<string> {
  const accountId = await world.openAccount(name);
  const email = `${accountId}@client.example`;
  const user = await insertUser(world.db, { accountId, role: 'owner', name: 'Ada', email });
  if (user.kind !== 'inserted') throw new Error(user.kind);
  return accountId;
}

async function opened(name = 'acme'): Promise<{ id: string; number: string }> {
  const id = await client(name);
  const { banks } = (await json('collections', 'open', '--account', name, '--bvn', BVN())) as { banks: FundingBank[] };
  return { id, number: banks[0]?.accountNumber ?? '' };
}

/** Pays at the sandbox's bank, which tells nobody. */
async function pay(number: string, amount: number): Promise<string> {
  const answer = await fetch(`${sandbox.url}/transfers`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ account_number: number, amount, payer: 'ADA OBI', bank: 'GTBank', notices: [] }),
  });
  return ((await answer.json()) as { reference: string }).reference;
}

/** Does a worker's part while a command waits. */
async function withWorker<T>(work: Promise<T>): Promise<T> {
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
  const collector = createCollector(settings(), log);
  if (collector === null) throw new Error('no collector');
  let running = true;
  const loop = (async () => {
    while (running) {
      await followNotices({ db: world.db, log, collector, mostKobo: 100_000_000n });
      await new Promise(setImmediate);
    }
  })();
  try {
    return await work;
  } finally {
    running = false;
    await loop;
  }
}

describe('an operator cannot help a client whose money has not come', () => {
  test('numbers are opened for an owner who cannot; the BVN is in no output, log or record', async () => {
    const id = await client();
    const bvn = BVN();
    const open = ['collections', 'open', '--account', 'acme', '--bvn', bvn];
    const first = await ops(...open);
    expect(first).toMatchObject({ code: 0, lines: [] });
    expect(first.stdout).toMatch(/^Account "acme" has these numbers:\nBANK NAME +ACCOUNT NUMBER/);
    expect(await json(...open)).toMatchObject({ account: id, before: true, banks: [{ bankName: 'Wema bank' }, {}] });
    const records = JSON.stringify(await world.db.auditLog.findMany(), (_, value) =>
      typeof value === 'bigint' ? `${value}` : value,
    );
    expect(records).toContain('funding_account.open');
    expect(records + first.stdout).not.toContain(bvn);
    for (const wrong of [['--bvn', '2221234567'], ['--bvn', bvn, '--nin', bvn], []]) {
      const { code, lines } = await ops('collections', 'open', '--account', 'acme', ...wrong);
      expect([code, lines.join()]).toEqual([2, expect.not.stringContaining('2221234567')]);
    }
  });

  test('a BVN or NIN is read from standard input, and never stays in the history of a shell', async () => {
    const typed = (text: string) =>
      Object.defineProperty(process, 'stdin', { ...stdin, get: () => Readable.from([text]) });
    for (const [name, flag] of [
      ['acme', '--bvn-stdin'],
      ['bakery', '--nin-stdin'],
    ] as const) {
      const id = await client(name);
      typed(`${BVN()}\n`);
      expect(await json('collections', 'open', '--account', name, flag)).toMatchObject({ account: id, before: false });
    }
    typed('2221234567\n');
    const { code, lines } = await ops('collections', 'open', '--account', 'acme', '--bvn-stdin');
    expect([code, lines]).toEqual([2, ['The BVN must be 11 digits.']]);
  });

  test('the state of collections counts what the collector has not answered for a day', async () => {
    const { id } = await opened();
    await world.db.$executeRaw`
      INSERT INTO collection_notice (collector, reference, unread_since)
      VALUES ('monnify', 'old', now() - interval '25 hours'), ('monnify', 'new', now() - interval '23 hours')`;
    await world.db.$executeRaw`
      UPDATE funding_account SET unread_since = now() - interval '25 hours' WHERE account_id = ${id}::uuid`;
    expect(await json('collections', 'status')).toMatchObject({ waiting: 0, unanswered: 1, unlisted: 1 });
    expect((await ops('collections', 'status')).stdout).toMatch(/for a day +1 notices, 1 accounts/);
  });

  test('an account without an owner, and a service without a collector, are told apart', async () => {
    await world.openAccount('bakery');
    const open = ['collections', 'open', '--account', 'bakery', '--nin', BVN()];
    expect(await refusal(...open)).toContain('has no owner');
    own = { COLLECTIONS: 'off' };
    expect(await refusal(...open)).toBe(
      'No collector is set up, so there are no account numbers to transfer into. Set COLLECTIONS.',
    );
    expect(await refusal('collections', 'sweep')).toContain('Set COLLECTIONS.');
  });

  test('a sweep finds a transfer that no notice announced, and says what the workers credited', async () => {
    const { id, number } = await opened();
    const reference = await pay(number, 2_500);
    expect(await withWorker(json('collections', 'sweep'))).toEqual({
      ...{ found: 1, credited: 1, creditedAmount: '2500.00', waiting: 0, open: 0, unread: 0 },
    });
    expect(await balance(id)).toBe(250_000n);
    expect(await json('collections', 'list')).toMatchObject([
      { reference, state: 'credited', amount: '2500.00', accountName: 'acme', payer: 'ADA OBI', foundAt: TIME },
    ]);
    expect((await ops('collections', 'list', '--state', 'waiting')).stdout).toBe('There are no such transfers.\n');
    expect(await withWorker(json('collections', 'sweep'))).toMatchObject({ found: 0, credited: 0 });
    own = { MONNIFY_BASE_URL: `${sandbox.url}/nothing` };
    expect(await ops('collections', 'sweep')).toMatchObject({
      code: 1,
      lines: ['The collector did not list the transfers of 1 accounts. Try again later.'],
    });
  });

  test('a large transfer is confirmed by two operators; one of nobody is assigned, another dismissed', async () => {
    const { id, number } = await opened();
    await pay(number, 1_500_000);
    await withWorker(json('collections', 'sweep'));
    const [large] = (await json('collections', 'list', '--state', 'waiting')) as { id: string; reason: string }[];
    expect(large?.reason).toBe('above_maximum');
    const confirm = ['collections', 'confirm', large?.id ?? ''];
    expect((await ops(...confirm)).code).toBe(2);
    const { email } = (await newOperator(world.db)).actor;
    expect(await json(...confirm, '--as', email)).toMatchObject({ state: 'requested' });

    for (const reference of ['of-nobody', 'of-others'])
      await world.db.$executeRaw`
        SELECT record_collection('monnify', ${reference}, NULL, 30000, 30000, 'paid', '', 'BOLA', 'Wema', 100000000)`;
    const unassigned = (await json('collections', 'unassigned')) as { id: string; reference: string }[];
    expect(unassigned).toMatchObject([{ reference: 'of-others', reason: 'nobody' }, { reference: 'of-nobody' }]);
    const [others, nobodys] = unassigned.map((each) => each.id);
    expect(await refusal('collections', 'confirm', nobodys ?? '')).toContain('belongs to no account');
    expect(await json('collections', 'confirm', nobodys ?? '', '--account', 'acme')).toEqual({
      ...{ id: nobodys, funded: true, amount: '300.00', balanceAfter: '300.00' },
    });
    const dismiss = ['collections', 'dismiss', others ?? '', '--note', 'sent back'];
    expect(await json(...dismiss)).toEqual({ id: others, state: 'dismissed' });
    expect(await refusal(...dismiss)).toContain('does not wait any more');
    expect(await balance(id)).toBe(30_000n);
  });

  test('a file of the bank is listed, and each row waits for a person', async () => {
    const id = await client();
    const { paymentReference } = await world.db.account.findUniqueOrThrow({ where: { id } });
    const file = path.join(folder, 'bank.csv');
    writeFileSync(
      file,
      `Date,Narration,Credit,Debit\n2026-11-20 09:00,NIP ${paymentReference},500,\n2026-11-20 09:01,Fee,,5\n`,
    );
    const importing = ['collections', 'import', '--file', file, '--columns', 'at=Date,credit=Credit,debit=Debit'];
    expect(await json(...importing)).toMatchObject({
      rows: 2,
      added: 1,
      matched: 1,
      other: 0,
      sha256: expect.any(String),
    });
    expect((await ops(...importing)).stdout).toContain('2 rows, 0 transfers new');
    const [row] = (await json('collections', 'list', '--state', 'open')) as { id: string }[];
    expect(await json('collections', 'confirm', row?.id ?? '')).toMatchObject({ funded: true, amount: '500.00' });
    expect(await balance(id)).toBe(50_000n);
  });

  test('the collector is turned off by one operator, and on again by two', async () => {
    expect(await json('collections', 'limits')).toEqual({ state: 'on', cap: '20000000.00', usedToday: '0.00' });
    expect((await ops('collections', 'limits', '--off')).code).toBe(2);
    expect(await json('collections', 'limits', '--off', '--note', 'an incident')).toEqual({
      ...{ state: 'off', cap: '20000000.00' },
    });
    const { email } = (await newOperator(world.db)).actor;
    const on = ['collections', 'limits', '--on', '--cap', '500', '--note', 'it is over'];
    expect((await ops(...on)).lines.join()).toContain('Name yourself with --as <address>');
    expect(await json(...on, '--as', email)).toMatchObject({ state: 'requested' });
    expect((await ops('collections', 'limits')).stdout).toContain('Every transfer waits for an operator.');
    expect(await json('collections', 'days')).toEqual([]);
  });

  test('a transfer that was taken back reads as one in `recon findings`, and is in no float', async () => {
    const { id } = await opened();
    for (const status of ['paid', 'reversed'])
      await world.db.$executeRaw`
        SELECT record_collection('monnify', 'MNFY|1', ${id}::uuid, 30000, 30000, ${status}, '', 'ADA', 'Wema', 100000000)`;
    const [finding] = (await json('recon', 'findings', '--provider', 'collections')) as { id: string }[];
    expect(finding).toMatchObject({
      kind: 'transfer_reversed',
      reference: 'MNFY|1',
      accountId: id,
      difference: '300.00',
    });
    expect((await ops('recon', 'findings')).stdout).toMatch(/collections +transfer_reversed +300\.00 +MNFY\|1/);
    const resolve = ['recon', 'resolve', '--id', finding?.id ?? '', '--note', 'adjusted'];
    expect(await refusal(...resolve, '--accept')).toContain('which no float has');
    expect(await json(...resolve, '--explain')).toMatchObject({ resolution: 'explained', float: '0.00' });
  });
});
