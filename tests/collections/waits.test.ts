import {
  changeCollections,
  compareDays,
  confirmTransfer,
  dismissTransfer,
  importBankFile,
  listComparedDays,
} from '@topup/core/collection';
import { decideRequest } from '@topup/core/operator-guard';
import { listFindings } from '@topup/core/reconciliation';
import { systemClock } from '@topup/core/shared';
import { adjustAccount } from '@topup/core/wallet';
import { fundedAccount, newOperator, switchApprovalsOff, type TestOperator } from '@topup/testkit';
import { type CollectionsWorld, collectionsWorld } from './support';

let world: CollectionsWorld;
let ada: TestOperator;
let ben: TestOperator;
beforeEach(async () => {
  world = await collectionsWorld();
  [ada, ben] = [await newOperator(world.db), await newOperator(world.db)];
});
afterEach(() => world.close());

const approve = (id: string) => decideRequest(world.db, ben, { id, approve: true, note: null });

/** A transfer that the collector has told us of. */
async function collected(naira: number) {
  const account = await world.opened();
  const { reference } = await world.pay(account.banks, naira);
  await world.note(reference);
  await world.follow();
  const [transfer] = await world.transfers({ reference });
  if (transfer === undefined) throw new Error('not recorded');
  return { ...account, reference, transfer };
}
const rule = (collections: 'on' | 'off', capKobo: bigint) =>
  world.db.$executeRaw`UPDATE money_rule SET collections = ${collections}, collector_cap_kobo = ${capKobo}`;

describe('a transfer that is too large for a machine is lost, or credited without a person', () => {
  test('above the maximum it waits, and one operator is enough while approvals are off', async () => {
    await switchApprovalsOff(world.db);
    const { accountId, transfer } = await collected(1_000_001);
    expect(transfer).toMatchObject({ state: 'waiting', reason: 'above_maximum' });
    expect([await world.balance(accountId), await world.drift()]).toEqual([0n, []]);
    expect(await confirmTransfer(world.db, ada, { id: transfer.id })).toMatchObject({ kind: 'funded' });
    expect(await world.balance(accountId)).toBe(100_000_100n);
    expect((await confirmTransfer(world.db, ben, { id: transfer.id })).kind).toBe('transfer_not_open');
    expect(await world.drift()).toEqual([]);
  });

  test('above the approval limit its confirmation asks a second operator, as every funding does', async () => {
    const { accountId, transfer } = await collected(2_000_000);
    const asked = await confirmTransfer(world.db, ada, { id: transfer.id, approval: 'it is on the list of the bank' });
    expect(asked).toMatchObject({ kind: 'asked' });
    expect(await world.balance(accountId)).toBe(0n);
    if (asked.kind === 'asked') await approve(asked.id);
    expect(await world.balance(accountId)).toBe(200_000_000n);
    expect(await world.transfers({ id: transfer.id })).toMatchObject([{ state: 'credited', reason: null }]);
    expect(await world.drift()).toEqual([]);
  });

  test('beyond its daily cap the collector credits nothing more, however many come at once', async () => {
    await rule('on', 500_000n);
    const { accountId, banks } = await world.opened();
    const paid = await Promise.all([1, 2, 3, 4].map(() => world.pay(banks, 2_000)));
    await world.note(...paid.map(({ reference }) => reference));
    await Promise.all([1, 2, 3].map(() => world.follow()));
    expect(await world.balance(accountId)).toBe(400_000n);
    expect(await world.transfers({ state: 'waiting' })).toMatchObject([
      { reason: 'daily_cap' },
      { reason: 'daily_cap' },
    ]);
    expect(await world.drift()).toEqual([]);
  });

  test('while it is switched off everything waits, and switching it off needs no second operator', async () => {
    const off = await changeCollections(world.db, ada, { state: 'off' }, 'their notices are odd');
    expect(off).toMatchObject({ kind: 'changed', rule: { state: 'off' } });
    const { accountId, transfer } = await collected(50);
    expect(transfer).toMatchObject({ state: 'waiting', reason: 'switched_off' });
    expect(await world.balance(accountId)).toBe(0n);
    for (const change of [{ state: 'on' as const }, { capKobo: 3_000_000_000n }])
      expect((await changeCollections(world.db, ada, change, 'well again')).kind).toBe('asked');
  });

  test('a part of an expected payment waits for a person', async () => {
    const { banks, accountId } = await world.opened();
    const { reference } = await world.pay(banks, 900, { status: 'PARTIALLY_PAID', payable: 1_000 });
    await world.note(reference);
    await world.follow();
    expect(await world.transfers({ accountId })).toMatchObject([{ state: 'waiting', reason: 'partly_paid' }]);
  });
});

describe('money that belongs to nobody, or was taken back', () => {
  test('a person says whose it is, or that it is nobody’s, once', async () => {
    const foreign = { reference: 'old-shop', name: 'Old Shop', email: 'old@example.test', bvn: '22200000001' };
    const opened = await world.collector.open(foreign);
    const banks = opened.kind === 'opened' ? opened.banks : [];
    const [one, two] = [await world.pay(banks, 70), await world.pay(banks, 80)];
    await world.note(one.reference, two.reference);
    await world.follow();
    const [first, second] = await world.transfers({ state: 'unassigned' });
    if (first === undefined || second === undefined) throw new Error('two wait');
    expect((await confirmTransfer(world.db, ada, { id: first.id })).kind).toBe('transfer_needs_account');
    const accountId = await fundedAccount(world.db, 0n);
    expect((await confirmTransfer(world.db, ada, { id: first.id, accountId })).kind).toBe('funded');
    expect(await world.balance(accountId)).toBe(first.amountKobo);
    expect((await dismissTransfer(world.db, ada, second.id, 'of the shop that we sold')).kind).toBe('dismissed');
    expect((await dismissTransfer(world.db, ada, second.id, 'again')).kind).toBe('transfer_not_open');
    expect((await confirmTransfer(world.db, ada, { id: second.id, accountId })).kind).toBe('transfer_not_open');
    expect(await world.drift()).toEqual([]);
  });

  test('a credited transfer that is reversed is a finding, and two operators take it off the wallet', async () => {
    const { accountId, reference, transfer } = await collected(4_000);
    await world.setStatus(reference, 'REVERSED');
    await world.db.$executeRaw`UPDATE collection SET checked_at = checked_at - interval '25 hours'`;
    await world.follow(); // nothing is noted: it asks about recent ones again
    await world.follow();
    const [finding] = await world.findings();
    expect(finding).toMatchObject({
      kind: 'transfer_reversed',
      subject: reference,
      differenceKobo: 400_000n,
      state: 'open',
    });
    expect(await world.balance(accountId)).toBe(400_000n);
    const taken = await adjustAccount(
      world.db,
      ada,
      {
        accountId,
        amountKobo: -400_000n,
        reference: `reversal ${reference}`,
        entryId: transfer.entryId,
        reason: 'your bank took the transfer back',
        belowZero: true,
      },
      'it was reversed',
    );
    if (taken.kind !== 'asked') throw new Error(taken.kind);
    await approve(taken.id);
    expect(await world.balance(accountId)).toBe(0n);
    expect(await world.drift()).toEqual([]);
  });

  test('what is reversed before it was credited is credited by nobody', async () => {
    const { accountId, reference, transfer } = await collected(1_500_000);
    await world.setStatus(reference, 'REVERSED');
    await world.note(reference);
    await world.follow();
    expect(await world.transfers({ id: transfer.id })).toMatchObject([{ state: 'reversed', reason: null }]);
    expect((await confirmTransfer(world.db, ada, { id: transfer.id })).kind).toBe('transfer_not_open');
    expect([await world.balance(accountId), await world.drift()]).toEqual([0n, []]);
  });
});

describe('a transfer without a notice, or a day that differs, is overlooked', () => {
  test('a sweep finds every transfer of many pages, and asks about none that nobody paid', async () => {
    const { accountId, banks } = await world.opened();
    for (let n = 0; n < 130; n += 1) await world.pay(banks, 10);
    await world.pay(banks, 10, { status: 'ABANDONED' });
    expect(await world.sweep()).toBe(130);
    await world.follow();
    expect(await world.balance(accountId)).toBe(130_000n);
    expect(await world.sweep()).toBe(0);
  });

  test('a late transfer is credited once it is paid', async () => {
    const { accountId, banks } = await world.opened();
    const { reference } = await world.pay(banks, 60, { status: 'PENDING' });
    await world.note(reference);
    await world.follow();
    expect(await world.balance(accountId)).toBe(0n);
    await world.setStatus(reference, 'PAID');
    await world.follow();
    expect(await world.balance(accountId)).toBe(6_000n);
  });

  test('the comparison finds what is missing on either side, asks about it, and is clear afterwards', async () => {
    const known = await collected(20);
    const { banks } = await world.opened();
    await world.pay(banks, 35);
    const tomorrow = new Date(systemClock.now().getTime() + 86_400_000);
    const compare = () => compareDays({ db: world.db, collector: world.collector }, tomorrow);
    expect(await compare()).toMatchObject({ fault: null, opened: 1, open: 1 });
    expect(await world.findings()).toMatchObject([{ kind: 'missing_here', differenceKobo: -3_500n }]);
    await world.follow();
    expect(await compare()).toMatchObject({ cleared: 1, open: 0 });
    expect((await listComparedDays(world.db, { limit: 1 }))[0]).toMatchObject({
      listed: 2,
      listedAmountKobo: 5_500n,
      bookedAmountKobo: 5_500n,
    });
    // one that they do not list any more
    await world.setStatus(known.reference, 'CANCELLED');
    expect(await compare()).toMatchObject({ opened: 1, open: 1 });
    expect((await listFindings(world.db, { provider: 'collections', state: 'open', limit: 9 }))[0]).toMatchObject({
      kind: 'missing_there',
      differenceKobo: 2_000n,
    });
  });
});

describe('the file of our own bank funds twice, or without a person', () => {
  const shape = { columns: { at: 'Date', credit: 'Credit', debit: 'Debit', transaction: 'Ref' }, zone: '+01:00' };
  const file = (...lines: string[]) => ['Date,Narration,Debit,Credit,Ref', ...lines].join('\n');

  test('rows with a payment reference wait for a person, each once however often it is imported', async () => {
    const accountId = await fundedAccount(world.db, 0n);
    const { paymentReference } = await world.db.account.findUniqueOrThrow({ where: { id: accountId } });
    const spelt = paymentReference.toLowerCase().replace('-', ' ');
    const text = file(
      `2026-11-28 10:00:00,NIP/ADA OBI/${spelt}/top up,,5000.00,NIP-1`,
      '2026-11-28 11:00:00,NIP/CHIDI/TUP-222222,,700.00,NIP-2',
      '2026-11-28 12:00:00,MONNIFY SETTLEMENT,,90000.00,NIP-3',
      '2026-11-28 13:00:00,CHARGES,50.00,,NIP-4',
    );
    const first = await importBankFile(world.db, ada, { text, shape });
    expect(first).toMatchObject({ kind: 'imported', rows: 4, added: 2, matched: 1, other: 1 });
    expect(await importBankFile(world.db, ben, { text, shape })).toMatchObject({ added: 0 });
    expect(await world.balance(accountId)).toBe(0n);
    const [row] = await world.transfers({ accountId });
    expect(row).toMatchObject({ collector: 'bank', state: 'waiting', reason: 'bank_file', amountKobo: 500_000n });
    const id = row?.id ?? 0n;
    const done = await Promise.all([ada, ben, ada, ben].map((by) => confirmTransfer(world.db, by, { id })));
    expect(done.filter(({ kind }) => kind === 'funded')).toHaveLength(1);
    expect(await world.balance(accountId)).toBe(500_000n);
    expect(await importBankFile(world.db, ada, { text, shape })).toMatchObject({ added: 0, conflicts: [] });
    expect(await world.drift()).toEqual([]);
  });

  test('a second transfer with a reference that is known is told, and never lost in silence', async () => {
    const accountId = await fundedAccount(world.db, 0n);
    const { paymentReference } = await world.db.account.findUniqueOrThrow({ where: { id: accountId } });
    const row = (day: number, amount: string) => `2026-11-${day} 10:00:00,NIP ADA ${paymentReference},,${amount},TRF`;
    const read = (...lines: string[]) => importBankFile(world.db, ada, { text: file(...lines), shape });
    expect(await read(row(28, '5000.00'), row(29, '700.00'))).toMatchObject({
      kind: 'csv_unreadable',
      faults: ['"TRF" is the reference of several transfers'],
    });
    expect(await read(row(28, '5000.00'), row(28, '5000.00'))).toMatchObject({ added: 1, conflicts: [] });
    expect(await read(row(29, '700.00'))).toMatchObject({ added: 0, conflicts: ['TRF'] });
    expect(await world.transfers({ accountId })).toHaveLength(1);

    // the same file, with another column as the reference, is no other transfer
    const other = { ...shape, columns: { ...shape.columns, transaction: 'Narration' } };
    const again = await importBankFile(world.db, ada, { text: file(row(28, '5000.00')), shape: other });
    expect(again).toMatchObject({ added: 0, conflicts: [`NIP ADA ${paymentReference}`] });
    expect(await world.transfers({ accountId })).toHaveLength(1);
  });
});
