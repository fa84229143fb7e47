import { fundedAccount, insertSold } from '@topup/testkit';
import { TIME, useOpsWorld } from '../testing/ops-world';

const world = useOpsWorld();
const { ops, json } = world;
const NOTE = 'The customer got nothing on 08031234567.';

async function claimed(name: string): Promise<string> {
  const accountId = await fundedAccount(world.db, 1_000_000n);
  await world.db.account.update({ where: { id: accountId }, data: { name } });
  await insertSold(world.db, [{ accountId, at: new Date() }]);
  const { id: purchaseId, requestRef } = await world.db.purchase.findFirstOrThrow({ where: { accountId } });
  await world.db.claim.create({ data: { purchaseId, accountId, note: NOTE } });
  return requestRef;
}

describe('an operator does not find a claim, or answers it twice', () => {
  test('open claims are listed with masked numbers; a confirmed one only with --all, and with its answer', async () => {
    const reference = await claimed('asker');
    expect(await json('claim', 'list')).toEqual([
      {
        reference,
        account: 'asker',
        product: expect.any(String),
        amount: '110.00',
        charged: '110.00',
        state: 'open',
        note: expect.stringContaining('got nothing on 0803'),
        filedAt: TIME,
        answeredAt: null,
        answer: null,
      },
    ]);
    expect((await ops('claim', 'list')).stdout).not.toContain('08031234567');
    expect((await ops('purchase', 'show', reference)).stdout).toContain('"state":"open"');

    const done = await ops('claim', 'confirm', reference, '--proof', 'MTN confirmed it');
    expect(done.stdout).toBe(`The claim of purchase ${reference} is now confirmed.\n`);
    expect((await ops('claim', 'list')).stdout).toBe('No open claims.\n');
    expect(await json('claim', 'list', '--all')).toMatchObject([{ state: 'confirmed', answer: 'MTN confirmed it' }]);
    const again = await ops('claim', 'confirm', reference, '--proof', 'again');
    expect([again.code, again.lines]).toEqual([
      1,
      [`The claim of purchase "${reference}" is already confirmed. Nothing was changed.`],
    ]);
  });

  test('a purchase without a claim, and an unknown one, are refused', async () => {
    expect((await ops('claim', 'confirm', 'nobody', '--proof', 'x')).lines.join()).toContain('nobody');
    expect((await ops('claim', 'confirm', 'nobody')).code).toBe(2);
  });
});
