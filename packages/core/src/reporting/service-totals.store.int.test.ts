import { fundedAccount, useDatabase } from '@topup/testkit';
import { purchasesIn } from '../testing/purchases';
import { countSent } from './service-totals.store';

const database = useDatabase({ eachTest: true });
const { sent, settle } = purchasesIn(() => database.db);

/** A purchase that vtpass has sold, after an attempt at another provider. */
async function soldAfter(provider: string, outcome: string, sends: number): Promise<void> {
  const id = await sent(await fundedAccount(database.db, 100_000n), 'AIRTIME');
  await settle({ id, target_status: 'success', basis: 'answer' });
  await database.db.closedAttempt.create({
    data: {
      purchaseId: id,
      number: 1,
      provider,
      providerOrder: {},
      providerRef: `${provider}-${id}`,
      sends,
      outcome,
      sentAt: new Date(Date.now() - 2_000),
      evidence: {},
    },
  });
}

const hourFrom = (ms: number) => ({ since: new Date(ms), until: new Date(ms + 3_600_000) });

describe('a provider that refuses everything looks as if it was asked for nothing', () => {
  test('attempts that were closed count as sent and failed there, those that never left do not', async () => {
    await soldAfter('monnify', 'refused', 1);
    await soldAfter('monnify', 'confirmed_failed', 1);
    await soldAfter('reloadly', 'not_sent', 1);
    expect(await countSent(database.db, hourFrom(Date.now() - 3_599_000))).toEqual([
      {
        provider: 'monnify',
        product: 'AIRTIME',
        sent: 2,
        success: 0,
        failed: 2,
        open: 0,
        unanswered: 0,
        lastUnansweredAt: null,
        medianSeconds: expect.any(Number),
      },
      expect.objectContaining({ provider: 'vtpass', sent: 3, success: 3, failed: 0 }),
    ]);
    for (const other of [3_600_000, -7_200_000])
      expect(await countSent(database.db, hourFrom(Date.now() + other))).toEqual([]);
  });
});

describe('a provider whose connections break looks as if its orders were under way', () => {
  test('orders without a readable answer are counted, those under way, seen, refused or decided are not', async () => {
    const send = async () => sent(await fundedAccount(database.db, 100_000n), 'AIRTIME');
    const open = { target_status: 'open', basis: 'answer', next_check_ms: 60_000 } as const;
    await send(); // its send is under way
    const silent = [await send(), await send()];
    for (const id of silent) await settle({ id, ...open });
    await settle({ id: await send(), ...open, order_seen: true });
    await settle({ id: await send(), ...open, refused_with: '019' });
    const answered = await send();
    await settle({ id: answered, ...open });
    await settle({ id: answered, target_status: 'success', basis: 'requery' });
    const died = await send(); // its worker died, and its lease has ended
    await database.db.purchase.update({ where: { id: died }, data: { claimExpiresAt: new Date(Date.now() - 1_000) } });
    const [row] = await countSent(database.db, hourFrom(Date.now() - 3_599_000));
    const { sentAt } = await database.db.purchase.findUniqueOrThrow({ where: { id: died } });
    expect(row).toMatchObject({ sent: 7, open: 6, unanswered: 3, lastUnansweredAt: sentAt });
  });
});
