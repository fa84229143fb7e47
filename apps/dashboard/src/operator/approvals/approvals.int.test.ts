import { getWalletBalance } from '@topup/core/wallet';
import type { ApprovalDetail, ApprovalPolicy, ApprovalRow, Asked } from '@topup/dashboard-contract';
import { expireApproval } from '@topup/testkit';
import { OPERATOR, openOperatorWorld } from '../../testing/operator-world';
import { delivered } from '../../testing/seller';
import { enrolFactor, signedInUser } from '../../testing/signed-in-user';

const { world, get, post, pages } = openOperatorWorld();

const BOLA = 'bola@topup.example';
const payment = (reference: string, amount = '1500000') => ({ amount, reference, note: 'seen at the bank' });
const asBola = (path: string, body: object = {}) => world().postAs(BOLA, path, body);
const balance = (id: string) => getWalletBalance(world().db, id);

/** Asks for a funding above the limit. */
async function askToFund(id: string, reference: string): Promise<string> {
  const { body } = await post(`/accounts/${id}/fund`, { ...payment(reference), approvalNote: 'please' }).expect(202);
  return (body as Asked).approval.id;
}

describe('one operator moves more than the limit, or money moves twice', () => {
  test('what is above the limit is refused, asked for once, and done once by somebody else', async () => {
    const { id, name } = await world().account();
    const refused = await post(`/accounts/${id}/fund`, payment('big-1')).expect(409);
    expect(refused.body).toMatchObject({
      code: 'approval_needed',
      message: 'An amount above NGN 1000000.00 needs the approval of a second operator.',
    });
    const approval = await askToFund(id, 'big-1');
    const again = await post(`/accounts/${id}/fund`, { ...payment('big-1'), approvalNote: 'again' }).expect(202);
    expect(again.body.approval).toMatchObject({ id: approval, before: true });

    expect((await get(`/approvals/${approval}`).expect(200)).body).toMatchObject({
      kind: 'fund',
      state: 'requested',
      sentence: `fund account "${name}" with NGN 1500000.00, reference "big-1"`,
      account: { id, name },
      amount: '1500000.00',
      balance: '10000.00',
      reference: 'big-1',
      requester: OPERATOR,
      note: 'please',
      you: 'asked',
    } satisfies Partial<ApprovalDetail>);
    const own = await world().postAs(OPERATOR, `/approvals/${approval}/approve`, {}, 'own').expect(409);
    expect(own.body.code).toBe('own_request');
    expect(await balance(id)).toBe(1_000_000n);

    await asBola(`/approvals/${approval}/approve`, { note: 'I saw it too' }).expect(200);
    const late = await asBola(`/approvals/${approval}/approve`).expect(409);
    expect(late.body).toMatchObject({ code: 'approval_decided', message: 'This request is already approved.' });
    expect(await balance(id)).toBe(151_000_000n);
    expect((await get(`/approvals/${approval}`)).body).toMatchObject({
      state: 'approved',
      decider: BOLA,
      decisionNote: 'I saw it too',
    });
    expect(await world().recordedOf(name)).toMatchObject([
      { action: 'wallet.fund', userEmail: BOLA, after: { reference: 'big-1' } },
    ]);
    expect((await post(`/accounts/${id}/fund`, payment('big-1')).expect(200)).body.funded).toBe(false);
  });

  test('a refund of a delivered purchase always needs a second operator', async () => {
    const { id } = await world().account();
    const reference = await world().buy(id);
    await world().send(reference, delivered);
    const settle = { decision: 'refund', note: 'the customer shows an empty balance' };
    const refused = await post(`/purchases/${reference}/settle`, settle).expect(409);
    expect(refused.body.message).toBe('This needs the approval of a second operator.');
    const { body } = await post(`/purchases/${reference}/settle`, { ...settle, approvalNote: 'ticket 3' }).expect(202);
    expect((await get(`/approvals/${body.approval.id}`)).body).toMatchObject({
      purchase: { reference, delivered: true },
      amount: '100.00',
    });
    const before = world().enqueued.events.length;
    await asBola(`/approvals/${body.approval.id}/approve`).expect(200);
    expect((await world().stored(reference)).status).toBe('refunded');
    expect(await balance(id)).toBe(1_000_000n);
    expect(world().enqueued.events.length + world().enqueued.notifications.length).toBeGreaterThan(before);
  });

  test('the limits change only by an approval', async () => {
    const wanted = { approvalLimit: '2000000', dailyCap: '5000000' };
    expect((await post('/limits', wanted).expect(409)).body.code).toBe('approval_needed');
    const { body } = await post('/limits', { ...wanted, approvalNote: 'more clients' }).expect(202);
    const shown: ApprovalDetail = (await get(`/approvals/${body.approval.id}`)).body;
    expect(shown.limits).toEqual({
      present: { approvalLimit: '1000000.00', dailyCap: '5000000.00' },
      asked: { approvalLimit: '2000000.00', dailyCap: '5000000.00' },
    });
    await asBola(`/approvals/${body.approval.id}/approve`).expect(200);
    expect((await get('/limits')).body).toMatchObject({ approvalLimit: '2000000.00', approvals: 'required' });
    const back = await post('/limits', { ...wanted, approvalLimit: '1000000', approvalNote: 'back' }).expect(202);
    await asBola(`/approvals/${back.body.approval.id}/approve`).expect(200);
    for (const wrong of [{ approvalLimit: '-1' }, { dailyCap: '0' }, { dailyCap: 'much' }])
      await post('/limits', { ...wanted, ...wrong, approvalNote: 'x' }).expect(400);
  });
});

describe('somebody decides who must not, or too late', () => {
  test('declining needs a note, cancelling is for who asked, and nothing is done', async () => {
    const { id } = await world().account();
    const [declined, cancelled] = [await askToFund(id, 'no-1'), await askToFund(id, 'no-2')];
    expect((await asBola(`/approvals/${declined}/decline`).expect(400)).body.fields).toHaveProperty('note');
    await asBola(`/approvals/${declined}/decline`, { note: 'not on the statement' }).expect(200);
    expect((await get(`/approvals/${declined}`)).body).toMatchObject({
      state: 'declined',
      decisionNote: 'not on the statement',
    });
    expect((await asBola(`/approvals/${cancelled}/cancel`).expect(409)).body.code).toBe('not_your_request');
    await post(`/approvals/${cancelled}/cancel`).expect(200);
    expect((await post(`/approvals/${cancelled}/cancel`).expect(409)).body.message).toBe(
      'This request is already cancelled.',
    );
    for (const approval of [declined, cancelled])
      expect((await asBola(`/approvals/${approval}/approve`).expect(409)).body.code).toBe('approval_decided');
    expect(await balance(id)).toBe(1_000_000n);
  });

  test('after 24 hours it has expired', async () => {
    const { id } = await world().account();
    const approval = await askToFund(id, 'late-1');
    await expireApproval(world().db, approval);
    expect((await asBola(`/approvals/${approval}/approve`).expect(409)).body.code).toBe('approval_expired');
    expect((await get(`/approvals/${approval}`)).body.state).toBe('expired');
    const decided: ApprovalRow[] = (await get('/approvals?state=decided')).body.rows;
    expect(decided.find((row) => row.id === approval)?.state).toBe('expired');
  });

  test('a factor that is younger than the request, stale or missing decides nothing', async () => {
    const { id } = await world().account();
    const approval = await askToFund(id, 'young-1');
    const email = 'young@topup.example';
    const needed = await world().postAs(email, `/approvals/${approval}/approve`, {}, 'own').expect(409);
    expect(needed.body.code).toBe('factor_too_young');
    await enrolFactor(world().db, await signedInUser(world().db, { role: 'operator', accountId: null, email }));
    const young = await world().postAs(email, `/approvals/${approval}/approve`, {}, 'own').expect(409);
    expect(young.body.code).toBe('factor_too_young');
    const stale = await world()
      .call('post', `/api/operator/approvals/${approval}/approve`, 'operator', email)
      .expect(403);
    expect(stale.body.code).toBe('factor_needed');
    expect(await balance(id)).toBe(1_000_000n);
  });

  test('what cannot be done any more stays open and says why', async () => {
    const { id } = await world().account();
    const approval = await askToFund(id, 'twice-1');
    await post(`/accounts/${id}/fund`, payment('twice-1', '5')).expect(200);
    const { body } = await asBola(`/approvals/${approval}/approve`).expect(409);
    expect(body).toMatchObject({
      code: 'approval_not_done',
      message: 'The change was not made, because the reference belongs to another funding. The request stays open.',
    });
    expect((await get(`/approvals/${approval}`)).body.state).toBe('requested');
    for (const path of ['approve', 'cancel'])
      await asBola(`/approvals/0199f3a2-7c1e-7b60-9d3e-0123456789ab/${path}`).expect(404);
    await get('/approvals/0199f3a2-7c1e-7b60-9d3e-0123456789ab').expect(404);
  });
});

test('the inbox is filtered and paged, and counts what this operator can decide', async () => {
  const toDecide = async (email: string) =>
    ((await world().call('get', '/api/operator/limits', 'operator', email)).body as ApprovalPolicy).toDecide;
  const { id } = await world().account();
  const before = [await toDecide(OPERATOR), await toDecide(BOLA)];
  const asked: string[] = [];
  for (let n = 0; n < 52; n += 1) asked.push(await askToFund(id, `page-${n}`));
  const listed = await pages('/approvals?state=open&kind=fund');
  expect([listed.pages, listed.rows.slice(0, 52).map((row) => row.id)]).toEqual([2, asked.reverse()]);
  expect(listed.rows.filter(({ state, kind }) => state !== 'requested' || kind !== 'fund')).toEqual([]);
  expect((await get('/approvals?kind=adjust')).body.rows).toEqual([]);
  const decided: ApprovalRow[] = (await get('/approvals?state=decided')).body.rows;
  expect(decided.filter(({ state }) => state === 'requested')).toEqual([]);
  await get('/approvals?kind=gift').expect(400);
  expect([await toDecide(OPERATOR), await toDecide(BOLA)]).toEqual([before[0], (before[1] ?? 0) + 52]);
});

test('with approvals off the daily cap still holds, and says what is left', async () => {
  await world().db.moneyRule.updateMany({ data: { approvals: 'off' } });
  const { id } = await world().account();
  const email = 'alone@topup.example';
  const fund = (body: object) =>
    world().call('post', `/api/operator/accounts/${id}/fund`, 'operator', email).send(body);
  await fund(payment('off-1', '4000000')).expect(200);
  expect((await fund({ ...payment('off-2'), approvalNote: 'x' }).expect(409)).body).toMatchObject({
    code: 'cap_exceeded',
    message:
      'This exceeds the daily cap, so nothing was changed. At most NGN 1000000.00 is possible today. Wait until midnight in Lagos, or raise the cap.',
  });
  const rule = await world().call('get', '/api/operator/limits', 'operator', email);
  expect(rule.body).toMatchObject({ approvals: 'off', leftToday: '1000000.00', usedByOps: '0.00' });
  await world().db.moneyRule.updateMany({ data: { approvals: 'required' } });
});
