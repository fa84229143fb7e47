import type { LedgerRow } from '@topup/dashboard-contract';
import { OPERATOR, openOperatorWorld } from '../../testing/operator-world';

const { world, get, post } = openOperatorWorld();

async function entries(id: string): Promise<LedgerRow[]> {
  return (await get(`/accounts/${id}/entries`).expect(200)).body.rows;
}

describe('a mistake in a wallet is put right wrongly', () => {
  test('an adjustment has its reason and what it corrects, and each reference adjusts once', async () => {
    const { id, name } = await world().account();
    const [opening] = await entries(id);
    const minus = { amount: '-250.50', reference: 'fix-1', reason: 'paid twice', entry: opening?.id };
    const done = { amount: '-250.50', balanceBefore: '10000.00', balanceAfter: '9749.50' };
    expect((await post(`/accounts/${id}/adjust`, minus).expect(200)).body).toEqual({ adjusted: true, ...done });
    expect((await post(`/accounts/${id}/adjust`, minus).expect(200)).body).toEqual({ adjusted: false, ...done });
    const other = await post(`/accounts/${id}/adjust`, { ...minus, amount: '5' }).expect(409);
    expect(other.body).toMatchObject({ code: 'adjustment_used', fields: { reference: expect.any(String) } });
    await post(`/accounts/${id}/adjust`, { amount: '100', reference: 'fix-2', reason: 'interest', entry: '' }).expect(
      200,
    );
    expect((await entries(id)).slice(0, 2)).toMatchObject([
      { kind: 'adjustment', amount: '100.00', reason: 'interest', corrects: null },
      {
        kind: 'adjustment',
        amount: '-250.50',
        reason: 'paid twice',
        corrects: opening?.id,
      },
    ]);
    expect(await world().recordedOf(name)).toMatchObject([
      { action: 'wallet.adjust', userEmail: OPERATOR, after: { amount: '-250.50', corrects: opening?.id } },
      { action: 'wallet.adjust', after: { amount: '100.00', reason: 'interest' } },
    ]);
  });

  test('below zero only by an approval that says so', async () => {
    const { id } = await world().account();
    const deep = { amount: '-12000', reference: 'deep', reason: 'credited by mistake' };
    expect((await post(`/accounts/${id}/adjust`, deep).expect(409)).body).toMatchObject({
      code: 'below_zero',
      fields: { amount: expect.stringContaining('NGN 10000.00') },
    });
    const belowZero = { ...deep, belowZero: true };
    expect((await post(`/accounts/${id}/adjust`, belowZero).expect(409)).body.code).toBe('approval_needed');
    const { body } = await post(`/accounts/${id}/adjust`, { ...belowZero, approvalNote: 'agreed' }).expect(202);
    expect((await get(`/approvals/${body.approval.id}`)).body).toMatchObject({
      kind: 'adjust',
      amount: '-12000.00',
      adjustment: { entry: null, reason: 'credited by mistake', belowZero: true },
    });
    await world().postAs('bola@topup.example', `/approvals/${body.approval.id}/approve`).expect(200);
    expect((await get(`/accounts/${id}`)).body).toMatchObject({ balance: '-2000.00' });
  });

  test('an adjustment above the limit, of an unknown entry, or badly written changes nothing', async () => {
    const { id } = await world().account();
    const good = { amount: '1500000', reference: 'r', reason: 'x' };
    expect((await post(`/accounts/${id}/adjust`, good).expect(409)).body.code).toBe('approval_needed');
    const unknown = await post(`/accounts/${id}/adjust`, { ...good, amount: '5', entry: '987654321' }).expect(400);
    expect(unknown.body.fields).toEqual({ entry: 'This account has no ledger entry 987654321. Check its number.' });
    for (const [field, wrong] of [
      ['amount', '0'],
      ['amount', '--5'],
      ['amount', 5],
      ['reference', ''],
      ['reason', 'two\nlines'],
      ['entry', 'x'],
      ['belowZero', 'yes'],
    ] as const) {
      const answer = await post(`/accounts/${id}/adjust`, { ...good, [field]: wrong }).expect(400);
      expect(Object.keys(answer.body.fields)).toEqual([field]);
    }
    await post('/accounts/0199f3a2-7c1e-7b60-9d3e-0123456789ab/adjust', { ...good, amount: '5' }).expect(404);
    expect(await entries(id)).toHaveLength(1);
  });
});
