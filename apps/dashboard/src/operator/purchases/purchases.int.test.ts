import type { SendOutcome } from '@topup/core/provider';
import { tokenFields } from '@topup/core/shared';
import { METER, OPERATOR, openOperatorWorld, PHONE } from '../../testing/operator-world';
import { delivered, floatEmpty, TOKEN, unknown, vended } from '../../testing/seller';

const { world, get, post, pages } = openOperatorWorld();

describe('a purchase that an operator cannot find, or sees too much of', () => {
  test('it is found by every filter and every number, which the list masks', async () => {
    const [one, other] = [await world().account(), await world().account()];
    const done = await world().buy(one.id);
    await world().send(done, delivered);
    const open = await world().buy(one.id);
    await world().send(open, unknown);
    const light = await world().buy(other.id, 'ELECTRICITY');
    await world().send(light, { ...vended, mismatch: `for ${METER}9, not ${METER}` } as SendOutcome);
    const references = async (query: string) =>
      (await pages(`/purchases?${query}`)).rows.map(({ reference }) => reference);

    expect(await references(`account=${one.id}`)).toEqual([open, done]);
    expect(await references(`account=${one.id}&status=success`)).toEqual([done]);
    expect(await references(`account=${one.id}&status=initiated`)).toEqual([open]);
    expect(await references(`account=${one.id}&product=ELECTRICITY`)).toEqual([]);
    expect(await references('product=ELECTRICITY')).toEqual([light]);
    expect(await references('review=true')).toEqual([light]);
    expect(await references(`search=${done}`)).toEqual([done]);
    expect(await references(`search=${(await world().stored(open)).id}`)).toEqual([open]);
    expect(await references(`search=${(await world().stored(open)).providerRef}`)).toEqual([open]);
    expect(await references(`search=${METER}`)).toEqual([light]);
    expect(await references(`search=%2B234 803 000 0001&account=${one.id}`)).toEqual([open, done]);
    expect(await references('search=nothing-like-it')).toEqual([]);
    const [row] = (await get(`/purchases?search=${METER}`)).body.rows;
    expect(row).toMatchObject({
      recipient: '*******3444',
      description: 'Ikeja Electric prepaid electricity',
      reason: 'for *******34449, not *******3444',
      account: other,
      needsReview: true,
      amount: '100.00',
    });
    expect(JSON.stringify((await get('/purchases')).body)).not.toMatch(new RegExp(`${METER}|${PHONE}`));
    for (const query of [
      'status=odd',
      'product=odd',
      'account=odd',
      'cursor=odd',
      `cursor=${Buffer.from('1.x').toString('base64url')}`,
    ])
      await get(`/purchases?${query}`).expect(400);
  });

  test('paging skips and repeats no purchase, of one account and of all', async () => {
    const { id } = await world().account();
    for (let n = 0; n < 51; n += 1) await world().buy(id);
    // one account's are in the order of their times, those of all in the order of ids: within a millisecond they differ
    const inOrder = async (...orderBy: object[]) =>
      (await world().db.purchase.findMany({ where: { accountId: id }, orderBy })).map(({ requestRef }) => requestRef);
    const ofAccount = await pages(`/purchases?account=${id}`);
    expect([ofAccount.pages, ofAccount.rows.map(({ reference }) => reference)]).toEqual([
      2,
      await inOrder({ createdAt: 'desc' }, { id: 'desc' }),
    ]);
    const all = (await pages('/purchases')).rows.map(({ reference }) => reference);
    expect([all.length, new Set(all).size]).toEqual([await world().db.purchase.count(), all.length]);
    expect(all.slice(0, 51)).toEqual(await inOrder({ id: 'desc' }));
  });

  test('a token is shown in full only on request, and the request is audited', async () => {
    const { id, name } = await world().account();
    const reference = await world().buy(id, 'ELECTRICITY');
    await world().send(reference, vended);
    const { body } = await get(`/purchases/${reference}`).expect(200);
    expect(JSON.stringify(body)).not.toContain(TOKEN);
    expect(body).toMatchObject({
      reference,
      account: { id, name },
      recipient: METER,
      status: 'success',
      amount: '100.00',
      cost: '97.00',
      balanceBefore: '10000.00',
      balanceAfter: '9900.00',
      refundedAmount: null,
      sends: 1,
      takesToken: false,
      hasEvents: false,
      result: { token: '****************7890', units: '79.9' },
      actions: [],
    });
    expect(body.timeline.map(({ kind }: { kind: string }) => kind)).toEqual([
      'accepted',
      'sent',
      'answered',
      'settled',
    ]);
    const shown = (await get(`/purchases/${reference}?token=true`).expect(200)).body;
    expect(shown.result.token).toBe(TOKEN);
    expect(shown.actions).toMatchObject([{ action: 'purchase.show_token', by: OPERATOR }]);
    await get('/purchases/never-seen').expect(404);
    await get('/purchases/%00').expect(404);
  });
});

describe('an operator takes the face value of a purchase for what was paid', () => {
  test('list, file and page have both; the margin and the refund are of what was paid', async () => {
    const discount = { tierId: 1, productType: 'AIRTIME', service: 'mtn', bps: 250, costBps: 9_700 };
    await world().db.discount.create({ data: { ...discount, belowCostAllowed: false } });
    const { id } = await world().account();
    const reference = await world().buy(id);
    await world().send(reference, delivered);
    const amounts = { amount: '100.00', charged: '97.50' };
    expect((await pages(`/purchases?account=${id}`)).rows).toMatchObject([amounts]);
    const lines = (await get(`/purchases.csv?account=${id}`)).text.trim().split('\r\n');
    expect(lines.map((line) => line.split(',').at(-1))).toEqual(['charged', '97.50']);
    const shown = (await get(`/purchases/${reference}`)).body;
    expect(shown).toMatchObject({ ...amounts, cost: '97.00', margin: '0.50', marginPercent: '0.51' });
    const refund = { decision: 'refund', note: 'ticket 9', approvalNote: 'they say so' };
    const { body } = await post(`/purchases/${reference}/settle`, refund).expect(202);
    expect((await get(`/approvals/${body.approval.id}`)).body).toMatchObject({ kind: 'refund', amount: '97.50' });
    await world().db.discount.deleteMany();
  });
});

describe('an operator reads a token, and no audit record says so', () => {
  test.each(tokenFields)('%s is masked, even in what contradicts the outcome', async (field) => {
    const { id } = await world().account();
    const reference = await world().buy(id, 'ELECTRICITY');
    await world().send(reference, vended);
    const [own, other] = ['1'.repeat(20), '2'.repeat(20)];
    await world().db.$executeRaw`
      UPDATE purchase SET result = result || ${JSON.stringify({ [field]: own })}::jsonb,
             contradicted_by = ${JSON.stringify({ goal: 'success', cause: 'x', at: new Date(), [field]: other })}::jsonb
       WHERE request_ref = ${reference}`;
    const { text } = await get(`/purchases/${reference}`).expect(200);
    for (const token of [own, other]) expect(text).not.toContain(token);
    const shown = (await get(`/purchases/${reference}?token=true`).expect(200)).text;
    for (const token of [own, other]) expect(shown).toContain(token);
  });
});

describe('an operator does not see where a purchase went, or why', () => {
  test('what contradicts an outcome, and the review of it, have words and times of their own', async () => {
    const { id } = await world().account();
    const reference = await world().buy(id);
    await world().send(reference, delivered);
    const at = '2026-11-22T12:00:05.123456+00:00';
    await world().db.$executeRaw`
      UPDATE purchase SET reviewed_at = '2026-11-22T13:00:00Z', review_note = 'asked them',
             contradicted_by = ${JSON.stringify({ goal: 'failed', cause: 'provider_reversed_040', at, attempt: 1 })}::jsonb
       WHERE request_ref = ${reference}`;
    const { result, records } = (await get(`/purchases/${reference}`).expect(200)).body;
    expect(Object.keys(result)).not.toContain('contradicted_by');
    const facts = { says: 'Failed', cause: 'Reversed by the provider (040).', attempt: '1' };
    expect(records).toEqual([
      { title: 'Contradicted by', at, facts },
      { title: 'Reviewed', at: '2026-11-22T13:00:00.000Z', facts: { note: 'asked them' } },
    ]);
  });

  test('each attempt has its provider, its reference, what became of it and why it went there', async () => {
    const { id } = await world().account();
    const reference = await world().buy(id);
    await world().sendAlong(reference, { vtpass: floatEmpty, reloadly: delivered });
    const { body } = await get(`/purchases/${reference}`).expect(200);
    const time = expect.stringMatching(/^20.*Z$/);
    const sent = { sends: 1, sentAt: time, endedAt: time, providerRef: expect.any(String), contradicted: false };
    expect(body.attempts).toEqual([
      {
        ...sent,
        number: 1,
        provider: 'vtpass',
        cost: null,
        outcome: 'Refused',
        answers: [],
        basis: 'Answer of the provider to the order (code 018).',
        why: 'No routing decision was needed.',
      },
      {
        ...sent,
        number: 2,
        provider: 'reloadly',
        cost: '97.00',
        outcome: 'Delivered',
        answers: [],
        basis: 'Delivered by the provider.',
        why: 'Default order of PROVIDERS. Skipped: VTpass (an earlier attempt there did not deliver).',
      },
    ]);
    const [first, second] = body.attempts;
    expect(body.timeline.map(({ text, code }: { text: string; code?: string }) => [text, code])).toEqual([
      ['Accepted and paid from the wallet.', 'initiated · accepted'],
      [`Sent to VTpass with reference ${first.providerRef}.`, undefined],
      ['VTpass: refused. Next: Reloadly.', 'next_attempt'],
      [`Sent to Reloadly with reference ${second.providerRef}.`, undefined],
      ['Delivered by the provider.', undefined],
      ['Successful.', 'success · provider_delivered'],
      [expect.any(String), undefined], // its event
    ]);
    for (const { providerRef } of [first, second])
      expect((await pages(`/purchases?search=${providerRef}`)).rows).toMatchObject([{ reference }]);
  });

  test('an attempt that sent nothing is not shown as sent', async () => {
    const { id } = await world().account();
    const reference = await world().buy(id);
    await world().sendAlong(reference, {
      vtpass: { kind: 'unsent', code: 'unreachable', reason: 'ECONNREFUSED' },
      reloadly: delivered,
    });
    const { body } = await get(`/purchases/${reference}`).expect(200);
    expect(body.attempts[0]).toMatchObject({
      provider: 'vtpass',
      outcome: 'Not sent',
      basis: 'The order was not sent: ECONNREFUSED.',
      sentAt: null,
    });
    expect(body.timeline.filter(({ kind }: { kind: string }) => kind === 'sent')).toMatchObject([
      { text: `Sent to Reloadly with reference ${body.attempts[1].providerRef}.` },
    ]);
  });
});

describe('an operator acts on the purchase of another account with the same reference', () => {
  test('without an account nothing is done and the accounts are named; with one, it is that purchase', async () => {
    const reference = `shared-${Date.now()}`;
    const [one, other, third] = [await world().account(), await world().account(), await world().account()];
    for (const { id } of [one, other]) await world().buy(id, 'AIRTIME', reference);
    const path = `/purchases/${reference}`;
    const names = [one.name, other.name].sort().join(', ');
    for (const answer of [
      await get(path),
      await post(`${path}/settle`, { decision: 'refund', note: 'asked them' }),
      await post(`${path}/requery`),
    ]) {
      expect([answer.status, answer.body.code]).toEqual([409, 'several_purchases']);
      expect(answer.body.message).toContain(`"${reference}" (${names})`);
    }
    const { rows } = await pages(`/purchases?search=${reference}`);
    expect(rows.map(({ account }) => account)).toEqual([other, one]);

    expect((await get(`${path}?account=${other.id}`).expect(200)).body).toMatchObject({ reference, account: other });
    const decision = { decision: 'refund', note: 'asked them' };
    await post(`${path}/settle?account=${other.id}`, decision).expect(200);
    const statusOf = async (id: string) => (await get(`${path}?account=${id}`)).body.status;
    expect([await statusOf(one.id), await statusOf(other.id)]).toEqual(['initiated', 'refunded']);
    const actionsOf = async (id: string) => (await get(`${path}?account=${id}`)).body.actions.length;
    expect([await actionsOf(one.id), await actionsOf(other.id)]).toEqual([0, 1]);
    await get(`${path}?account=${third.id}`).expect(404);
    await get(`${path}?account=odd`).expect(400);
  });
});
