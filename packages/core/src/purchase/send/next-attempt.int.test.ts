import { fundedAccount, fundedTwin, useDatabase } from '@topup/testkit';
import { expectSoundBooks } from '../../testing/books';
import { itemFor, purchasesIn } from '../../testing/purchases';
import { findSentPurchase, takeClosedAttempts } from '../requery/due.store';
import { type NextAttemptItem, openNextAttempts } from './next-attempt.store';

const database = useDatabase({ max: 8 });
const { accept, claim, settle, sent, row, history } = purchasesIn(() => database.db);

let accountId: string;
beforeEach(async () => {
  accountId = await fundedAccount(database.db, 1_000_000n);
});
afterEach(() => expectSoundBooks(database.db));

/** Closes the attempt of a purchase as refused, and opens one at Monnify. */
async function open(id: string, differing: Partial<NextAttemptItem> = {}): Promise<boolean> {
  const { attempt, providerOrder } = await row(id);
  const item = {
    id,
    attempt,
    outcome: 'refused',
    basis: 'answer',
    missingCount: 0,
    evidence: { refused_code: '018' },
    provider: 'monnify',
    providerOrder: { ...(providerOrder as object), product: { code: '11', amount: null } },
    decision: { version: null, chosen: 'monnify', passed: [{ provider: 'vtpass', why: 'tried' }] },
    ...differing,
  } as NextAttemptItem;
  const [opened] = await openNextAttempts(database.db, [item], { leastLeftMs: 6_000, startMs: 2_000 });
  return opened ?? false;
}

const closedOf = (purchaseId: string) =>
  database.db.closedAttempt.findMany({ where: { purchaseId }, orderBy: { number: 'asc' } });
const attemptsOf = (id: string) =>
  database.db.$queryRaw<{ number: number; provider: string; outcome: string }[]>`
    SELECT number, provider, outcome FROM attempt WHERE purchase_id = ${id}::uuid ORDER BY number`;
const change = (id: string, set: string) =>
  database.db.$executeRawUnsafe(`UPDATE purchase SET ${set} WHERE id = '${id}'`);

describe('a refusal of one provider fails a purchase that another can serve', () => {
  test('the attempt is closed with what it was, and the next one begins unsent', async () => {
    const id = await sent(accountId, 'AIRTIME');
    const { providerOrder, sentAt } = await row(id);
    expect(await open(id)).toBe(true);
    expect(await row(id)).toMatchObject({
      attempt: 2,
      provider: 'monnify',
      sends: 0,
      providerRef: null,
      sentAt: null,
      status: 'initiated',
      claimToken: null,
      claimExpiresAt: null,
      checks: 0,
      orderSeen: false,
      missingCount: 0,
      decision: { chosen: 'monnify' },
    });
    expect(await closedOf(id)).toMatchObject([
      {
        number: 1,
        provider: 'vtpass',
        providerRef: `ref-${id}`,
        sends: 1,
        sentAt,
        providerOrder,
        outcome: 'refused',
        evidence: { refused_code: '018' },
        contradictedAt: null,
      },
    ]);
    expect((await history(id)).at(-1)).toMatchObject({
      fromStatus: 'initiated',
      toStatus: 'initiated',
      causeCode: 'next_attempt',
      cause: 'vtpass: refused, next: monnify',
    });
    expect(await attemptsOf(id)).toEqual([
      { number: 1, provider: 'vtpass', outcome: 'refused' },
      { number: 2, provider: 'monnify', outcome: 'unsent' },
    ]);
  });

  test('each attempt has a reference of its own, and the third is the last', async () => {
    const id = await sent(accountId, 'DATA');
    expect(await open(id)).toBe(true);
    expect(await claim([id])).toMatchObject([{ providerRef: `ref-${id}x2`, attempt: 2, provider: 'monnify' }]);
    expect(await open(id, { provider: 'reloadly' })).toBe(true);
    expect(await claim([id])).toMatchObject([{ providerRef: `ref-${id}x3`, attempt: 3, provider: 'reloadly' }]);
    expect(await open(id, { provider: 'a fourth' })).toBe(false);
    await settle({ id, attempt: 3, target_status: 'success', basis: 'answer', cost_kobo: '9000' });
    expect((await attemptsOf(id)).map(({ provider, outcome }) => [provider, outcome])).toEqual([
      ['vtpass', 'refused'],
      ['monnify', 'refused'],
      ['reloadly', 'delivered'],
    ]);
  });

  test('what was never claimed goes elsewhere too, and an order that was never received', async () => {
    const unsent = itemFor(accountId, 'AIRTIME');
    await accept([unsent]);
    expect(await open(unsent.id, { outcome: 'not_sent', basis: 'never_sent' })).toBe(true);
    expect(await closedOf(unsent.id)).toMatchObject([{ sends: 0, providerRef: null, outcome: 'not_sent' }]);
    const lost = await sent(accountId, 'AIRTIME');
    await change(lost, "missing_count = 3, missing_since = now(), claim_expires_at = now() - interval '1 second'");
    expect(await open(lost, { outcome: 'never_received', basis: 'not_found', missingCount: 2 })).toBe(false);
    expect(await open(lost, { outcome: 'never_received', basis: 'not_found', missingCount: 3 })).toBe(true);
  });
});

describe('a purchase is sent to a second provider while the first may deliver it', () => {
  test.each<[string, string, Partial<NextAttemptItem>]>([
    ['its client has a response', "status = 'pending', window_ends_at = NULL", {}],
    ['its window is over', "window_ends_at = now() + interval '5 seconds'", {}],
    ['an operator has to look at it', 'needs_review = true', {}],
    ['it was quarantined', 'quarantined_at = now()', {}],
    ['the provider has shown the order', 'order_seen = true', {}],
    ['only its token is missing', 'token_awaited = true', { outcome: 'confirmed_failed', basis: 'requery' }],
    ['something contradicts it', `contradicted_by = '{}'`, {}],
    ['somebody judged another attempt', 'checks = 0', { attempt: 2 }],
    ['the next provider is the same', 'checks = 0', { provider: 'vtpass' }],
    ['the next provider is the simulator', 'checks = 0', { provider: 'simulator' }],
    ['nobody can know that it was not sent', 'checks = 0', { outcome: 'not_sent', basis: 'never_sent' }],
  ])('not when %s', async (_, set, differing) => {
    const id = await sent(accountId, 'ELECTRICITY');
    await change(id, set);
    const before = await row(id);
    expect(await open(id, differing)).toBe(false);
    expect([await row(id), await closedOf(id)]).toEqual([before, []]);
  });

  test('nor when it is final, nor for a test account', async () => {
    const done = await sent(accountId, 'AIRTIME');
    await settle({ id: done, target_status: 'failed', basis: 'answer' });
    expect(await open(done)).toBe(false);
    expect(await open(await sent(await fundedTwin(database.db, 100_000n), 'AIRTIME'))).toBe(false);
  });

  test('of 20 at once one opens the next attempt, and one claim gets it', async () => {
    const id = await sent(accountId, 'AIRTIME');
    const opened = await Promise.all(
      Array.from({ length: 20 }, (_, n) => open(id, { attempt: 1, provider: n % 2 === 0 ? 'monnify' : 'reloadly' })),
    );
    expect(opened.filter(Boolean)).toHaveLength(1);
    const claims = await Promise.all(Array.from({ length: 20 }, () => claim([id])));
    expect(claims.flat()).toHaveLength(1);
    expect(await closedOf(id)).toHaveLength(1);
  });

  test('a provider that was tried is not tried again', async () => {
    const id = await sent(accountId, 'AIRTIME');
    await open(id);
    await claim([id]);
    expect(await open(id, { provider: 'vtpass' })).toBe(false);
  });

  test('a process that does not know the next provider cannot claim it', async () => {
    const id = await sent(accountId, 'AIRTIME');
    await open(id);
    expect(await claim([id], ['vtpass'])).toEqual([]);
  });
});

describe('what is learnt late of a closed attempt moves money', () => {
  test('a failure of it does not refund the purchase, which the next one may deliver', async () => {
    const id = await sent(accountId, 'AIRTIME');
    await open(id);
    for (const basis of ['answer', 'requery', 'never_sent'] as const)
      expect(await settle({ id, target_status: 'failed', basis })).toMatchObject({ outcome: 'declined' });
    await claim([id]);
    expect(await settle({ id, target_status: 'failed', basis: 'requery' })).toMatchObject({ outcome: 'declined' });
    expect(await settle({ id, target_status: 'open', basis: 'requery', next_check_ms: 1 })).toMatchObject({
      outcome: 'declined',
    });
    expect(await settle({ id, attempt: 2, target_status: 'success', basis: 'answer' })).toMatchObject({
      outcome: 'settled',
    });
  });

  test('a delivery of it asks for an operator, and what was not sent since is never sent', async () => {
    const id = await sent(accountId, 'AIRTIME');
    await open(id);
    expect(await settle({ id, target_status: 'success', basis: 'requery' })).toMatchObject({
      outcome: 'contradiction',
      status: 'initiated',
    });
    expect(await row(id)).toMatchObject({ needsReview: true, contradictedBy: { goal: 'success', attempt: 1 } });
    expect(await closedOf(id)).toMatchObject([{ contradictedAt: expect.any(Date) }]);
    expect(await claim([id])).toEqual([]);
    const giveUp = { id, attempt: 2, target_status: 'refunded', basis: 'never_sent' } as const;
    expect(await settle(giveUp)).toMatchObject({ outcome: 'declined' });
    expect(await settle({ id, attempt: 2, target_status: 'success', basis: 'operator' })).toMatchObject({
      outcome: 'settled',
    });
    expect((await attemptsOf(id)).map(({ outcome }) => outcome)).toEqual(['refused', 'not_sent']);
  });

  test.each([
    ['it has delivered', { target_status: 'success' }],
    ['its provider has the order', { target_status: 'open', order_seen: true, next_check_ms: 60_000 }],
  ] as const)('once %s, no failure of the next one refunds the purchase', async (_, late) => {
    const id = await sent(accountId, 'AIRTIME');
    await open(id);
    await claim([id]);
    expect(await settle({ id, basis: 'requery', ...late })).toMatchObject({ outcome: 'contradiction' });
    for (const basis of ['answer', 'requery', 'not_found', 'rejection_repeated'] as const) {
      const failure = {
        id,
        attempt: 2,
        target_status: 'failed',
        basis,
        missing_count: 0,
        only_if_alone: false,
      } as const;
      expect(await settle(failure)).toMatchObject({ outcome: 'declined' });
    }
    expect(await row(id)).toMatchObject({ status: 'initiated', needsReview: true, finalAt: null });
  });

  test('a delivery of both is found, whichever ends first', async () => {
    const id = await sent(accountId, 'AIRTIME');
    await open(id);
    await claim([id]);
    const { claimToken, claimExpiresAt, nextCheckAt } = await row(id);
    await settle({ id, target_status: 'success', basis: 'requery' });
    expect(await row(id)).toMatchObject({ claimToken, claimExpiresAt, nextCheckAt, sends: 1, needsReview: true });
    await settle({ id, attempt: 2, target_status: 'success', basis: 'answer' });
    expect(await row(id)).toMatchObject({ status: 'success', needsReview: true });

    const other = await sent(accountId, 'AIRTIME');
    await open(other);
    await claim([other]);
    await settle({ id: other, attempt: 2, target_status: 'success', basis: 'answer' });
    expect(await settle({ id: other, target_status: 'success', basis: 'requery' })).toMatchObject({
      outcome: 'contradiction',
      status: 'success',
    });
    expect(await row(other)).toMatchObject({ needsReview: true });
  });

  test('its reference still finds the purchase, and each is asked about until its provider answers', async () => {
    const id = await sent(accountId, 'AIRTIME');
    await open(id);
    expect(await findSentPurchase(database.db, `ref-${id}`)).toMatchObject({ id, attempt: 1, provider: 'vtpass' });
    await claim([id]);
    await change(id, "claim_expires_at = now() - interval '1 second'");
    expect(await findSentPurchase(database.db, `ref-${id}x2`)).toMatchObject({ attempt: 2, provider: 'monnify' });
    const take = async (ageMs: number, holdMs: number) =>
      (await takeClosedAttempts(database.db, { ageMs, holdMs, limit: 100 })).filter((one) => one.id === id);
    const closed = { id, attempt: 1, providerRef: `ref-${id}`, isClosed: true };
    expect(await take(60_000, 0)).toEqual([]);
    expect(await take(0, 0)).toMatchObject([closed]);
    expect(await take(0, 60_000)).toMatchObject([closed]); // the one that had taken it has died
    expect(await take(0, 0)).toEqual([]);
  });

  test('of one batch for one purchase, one opens an attempt', async () => {
    const id = await sent(accountId, 'AIRTIME');
    const { providerOrder } = await row(id);
    const item = {
      id,
      attempt: 1,
      outcome: 'refused',
      basis: 'answer',
      missingCount: 0,
      evidence: {},
      providerOrder,
      decision: { version: null, passed: [] },
    };
    const items = ['monnify', 'reloadly'].map((provider) => ({ ...item, provider }) as never as NextAttemptItem);
    await openNextAttempts(database.db, items, { leastLeftMs: 6_000, startMs: 2_000 });
    expect(await closedOf(id)).toHaveLength(1);
    expect((await history(id)).filter(({ causeCode }) => causeCode === 'next_attempt')).toHaveLength(1);
  });
});

describe('a bug or an operator with psql rewrites attempts', () => {
  test.each([
    ['a number that skips', 'attempt = 3, sends = 0, provider_ref = NULL, sent_at = NULL'],
    ['an attempt that begins sent', 'attempt = 2'],
    ['an earlier number', 'attempt = 0, sends = 0, provider_ref = NULL, sent_at = NULL'],
    ['another provider within an attempt', "provider = 'monnify'"],
    ['another decision', `decision = '{"chosen": "x"}'`],
  ])('%s is refused', async (_, set) => {
    await expect(change(await sent(accountId, 'AIRTIME'), set)).rejects.toThrow(/is refused/);
  });

  test('a closed attempt is never changed or removed', async () => {
    const id = await sent(accountId, 'AIRTIME');
    await open(id);
    for (const sql of [
      `UPDATE closed_attempt SET outcome = 'not_sent' WHERE purchase_id = '${id}'`,
      `DELETE FROM closed_attempt WHERE purchase_id = '${id}'`,
      'TRUNCATE closed_attempt',
    ])
      await expect(database.db.$executeRawUnsafe(sql)).rejects.toThrow(/is refused/);
  });
});
