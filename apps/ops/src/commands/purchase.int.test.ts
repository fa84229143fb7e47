import { randomUUID } from 'node:crypto';
import { findAccount, setWebhookUrl } from '@topup/core/account';
import {
  acceptPurchase,
  createAccepter,
  createClaimer,
  createNextAttempts,
  createSettler,
  findPurchase,
  type NextAttempts,
} from '@topup/core/purchase';
import { listPurchasesUnderReview, readPurchaseRecord } from '@topup/core/reporting';
import { createRouter } from '@topup/core/routing';
import { systemClock, tokenFields, toWire } from '@topup/core/shared';
import { insertRequeryEvent } from '@topup/core/webhook';
import { giveMoney, switchApprovalsOff } from '@topup/testkit';
import { TIME, useOpsWorld } from '../testing/ops-world';
import { recordToJson } from './purchase-record';

const PHONE = '08031234567';

const world = useOpsWorld();
const { ops, json } = world;
beforeAll(() => switchApprovalsOff(world.db)); // guarded.int.test.ts is about approvals

describe('an operator sees too little of a purchase, or too much of a customer', () => {
  test('all fields, moves, entries and events are shown; the phone is masked unless --full', async () => {
    const { id, ref } = await purchase('shown');
    await claim(id);
    await settle(id, 'success');
    await insertRequeryEvent(world.db, id, null);

    const shown = await ops('purchase', 'show', ref, '--json');
    expect(shown.stdout).not.toContain(PHONE);
    expect(JSON.parse(shown.stdout)).toMatchObject({
      reference: ref,
      account: { name: 'shown' },
      status: 'success',
      amount: '100.00',
      cost: '97.00',
      providerRef: `ref-${id}`,
      sends: 1,
      sentAt: TIME,
      finalAt: TIME,
      nextCheckAt: null,
      needsReview: false,
      recipient: '*******4567',
      details: { network: 'mtn', phone: '*******4567' },
      description: 'MTN airtime for *******4567',
      history: [
        { from: null, to: 'initiated', cause: 'accepted', at: TIME },
        { from: 'initiated', to: 'success', cause: 'provider_delivered', at: TIME },
      ],
      entries: [{ kind: 'debit', amount: '-100.00', balanceBefore: '5000.00', balanceAfter: '4900.00' }],
      events: [
        { event: 'airtime.purchase.success', status: 'success', state: 'queued', host: null },
        { event: 'transaction.requery', status: 'success', state: 'queued' },
      ],
    });
    expect(await json('purchase', 'show', ref, '--full')).toMatchObject({
      recipient: PHONE,
      details: { phone: PHONE },
    });

    const { stdout: text } = await ops('purchase', 'show', ref);
    expect(text).not.toContain(PHONE);
    expect(text).toMatch(/^status +success$/m);
    expect(text).toMatch(/initiated +success +provider_delivered$/m);
  });

  test.each(tokenFields)('%s is masked unless --full, even in what contradicts the outcome', async (field) => {
    const { id, ref } = await purchase(`with ${field}`);
    const [own, other] = ['1'.repeat(20), '2'.repeat(20)];
    const contradicts = { goal: 'success', cause: 'x', at: new Date(), [field]: other };
    await world.db.$executeRaw`
      UPDATE purchase SET result = ${JSON.stringify({ [field]: own })}::jsonb, cause = ${`operator: it is ${own}`},
                          contradicted_by = ${JSON.stringify(contradicts)}::jsonb WHERE id = ${id}::uuid`;
    const { stdout } = await ops('purchase', 'show', ref);
    for (const token of [own, other]) expect(stdout).not.toContain(token);
    const { stdout: full } = await ops('purchase', 'show', ref, '--full');
    for (const token of [own, other]) expect(full).toContain(token);
  });

  test('each attempt is shown: its provider, what became of it, what proves that, and why it went there', async () => {
    const { id, ref } = await purchase('elsewhere');
    const providers = ['vtpass', 'monnify'].map((name) => ({ name, ownWords: true }));
    const router = createRouter({ providers, stopOf: () => null, sicknessOf: () => null });
    const nextAttempts = createNextAttempts({ db: world.db, router, log });
    const refused = { outcome: 'refused', basis: 'answer', evidence: { refused_code: '018' } } as const;
    expect(await nextAttempts.open(await claim(id), refused)).toBe(true);

    const shown = (await json('purchase', 'show', ref)) as { attempts: unknown; history: { cause: string }[] };
    expect(shown.attempts).toEqual([
      {
        number: 1,
        provider: 'vtpass',
        providerRef: `ref-${id}`,
        sends: 1,
        sentAt: TIME,
        endedAt: TIME,
        outcome: 'refused',
        basis: 'Answer of the provider to the order (code 018).',
        cost: null,
        contradictedAt: null,
        decision: null,
      },
      {
        number: 2,
        provider: 'monnify',
        providerRef: null,
        sends: 0,
        sentAt: null,
        endedAt: null,
        outcome: 'unsent',
        basis: null,
        cost: null,
        contradictedAt: null,
        decision: { version: null, chosen: 'monnify', passed: [{ provider: 'vtpass', why: 'tried' }], elsewhere: true },
      },
    ]);
    expect(shown.history.at(-1)).toMatchObject({ cause: 'vtpass: refused. Next: monnify.' });
    const { stdout } = await ops('purchase', 'show', ref);
    expect(stdout).toMatch(
      /^1 +vtpass +ref-.* +Refused +- +Answer of the provider to the order \(code 018\)\. +No routing decision was needed\.$/m,
    );
    expect(stdout).toMatch(
      /^2 +monnify +- +- +Not sent yet +- +- +Default order of PROVIDERS\. Skipped: vtpass \(an earlier attempt there did not deliver\)\.$/m,
    );
  });

  test('only the host of a webhook URL is shown, because its path may be a secret', async () => {
    const { id, ref } = await purchase('hooked');
    await claim(id);
    await settle(id, 'success');
    await world.sql.query(
      `UPDATE webhook_event SET url = 'https://client.example/hidden/path', state = 'undelivered', claimed_at = now(), finished_at = now() WHERE purchase_id = $1`,
      [id],
    );
    await world.sql.query(
      `INSERT INTO webhook_event (account_id, purchase_id, event, status, details, resent_from, asked_by)
       SELECT account_id, purchase_id, event, status, details, id, 'somebody' FROM webhook_event WHERE purchase_id = $1`,
      [id],
    );

    const { stdout } = await ops('purchase', 'show', ref, '--json');

    expect(JSON.parse(stdout)).toMatchObject({
      events: [{ state: 'undelivered', host: 'client.example', resentFrom: null }, { state: 'queued' }],
    });
    expect(stdout).not.toContain('hidden');
    expect((await ops('purchase', 'show', ref)).stdout).toContain('airtime.purchase.success (again)');
    expect((await ops('account', 'list', '--json')).stdout).not.toContain('hidden');
  });
});

describe('an operator’s decision gives a customer both the value and the money, or neither', () => {
  test('--refund of an open purchase under review returns the money, sends an event and ends the review', async () => {
    const { id, ref } = await doubtful('asker');
    const [listed] = ((await json('purchase', 'review')) as { reference: string }[]).filter(
      ({ reference }) => reference === ref,
    );
    expect(listed).toEqual({
      reference: ref,
      account: 'asker',
      productType: 'AIRTIME',
      status: 'initiated',
      amount: '100.00',
      recipient: '*******4567',
      reason: 'nothing about *******4567',
      sentAt: TIME,
      createdAt: TIME,
    });

    expect(await decide(ref, '--refund')).toEqual({ reference: ref, status: 'failed', changed: true });

    expect(await recordOf(ref)).toMatchObject({
      status: 'failed',
      needsReview: false,
      history: [{}, { from: 'initiated', to: 'failed', cause: 'operator: asked them' }],
      entries: [{ kind: 'debit' }, { kind: 'refund', amount: '100.00', balanceAfter: '5000.00' }],
      events: [{ event: 'airtime.purchase.failed', status: 'failed' }],
    });
    expect(await underReview(ref)).toBe(false);
    expect(await eventsOf(id)).toBe(1);
  });

  test('--success makes an open purchase a success, without a refund', async () => {
    const { ref } = await doubtful('lucky');

    expect(await decide(ref, '--success')).toEqual({ reference: ref, status: 'success', changed: true });

    expect(await recordOf(ref)).toMatchObject({
      entries: [{ kind: 'debit' }],
      events: [{ event: 'airtime.purchase.success' }],
    });
  });

  test('prepaid electricity that becomes a success without its token says that the customer gets none', async () => {
    const { id, ref } = await doubtful('dark');
    const order = { serviceId: 'ikeja-electric', variationCode: 'prepaid', contactPhone: PHONE };
    await world.db.$transaction([
      world.db.$executeRaw`SET LOCAL session_replication_role = replica`, // an order never changes
      world.db.$executeRaw`UPDATE purchase SET product_type = 'ELECTRICITY', provider_order = ${order}::jsonb
                            WHERE id = ${id}::uuid`,
    ]);
    const settle = ['purchase', 'settle', ref, '--success', '--note', 'seen on the meter'];
    expect((await ops(...settle)).lines).toEqual([expect.stringContaining('--without-token')]);
    const { stdout } = await ops(...settle, '--without-token');
    expect(stdout).toBe(`Purchase ${ref} is now success. It has no token, so none is sent to the customer.\n`);
  });

  test('nothing is decided while a send may be in progress', async () => {
    const { id, ref } = await purchase('hasty');
    await claim(id);

    const results = await Promise.all(
      ['--success', '--refund'].map((decision) => ops('purchase', 'settle', ref, decision, '--note', 'n', '--json')),
    );
    const refused = {
      code: 1,
      stdout: '',
      lines: [
        expect.stringMatching(/^The order may be on its way to the provider until 20[^ ]+Z\. Wait for the outcome/),
      ],
    };
    expect(results).toEqual([refused, refused]);
  });

  test('a purchase that was never sent cannot be a success, and --refund ends it', async () => {
    const { ref } = await purchase('unsent');

    expect(await ops('purchase', 'settle', ref, '--success', '--note', 'n')).toMatchObject({
      code: 1,
      lines: [expect.stringContaining('This purchase was never sent')],
    });
    expect(await decide(ref, '--refund')).toEqual({ reference: ref, status: 'refunded', changed: true });
    expect(await recordOf(ref)).toMatchObject({
      cause: 'operator: asked them',
      events: [{ event: 'airtime.purchase.failed' }],
    });
  });

  test('a success is reversed once, with its event, and cannot be a success again', async () => {
    const { id, ref } = await purchase('regret');
    await claim(id);
    await settle(id, 'success');

    expect(await decide(ref, '--refund')).toEqual({ reference: ref, status: 'refunded', changed: true });
    expect(await decide(ref, '--refund')).toEqual({ reference: ref, status: 'refunded', changed: false });
    expect(await ops('purchase', 'settle', ref, '--success', '--note', 'n')).toMatchObject({
      code: 1,
      lines: [expect.stringMatching(/^This purchase is refunded and .* If the customer has the value after all, /)],
    });
    expect((await findAccount(world.db, 'regret'))?.balanceKobo).toBe(500_000n);
    expect(await recordOf(ref)).toMatchObject({
      events: [
        { event: 'airtime.purchase.success', status: 'success' },
        { event: 'airtime.purchase.failed', status: 'failed' },
      ],
    });
  });

  test('--success of a contradicted success ends the review and keeps the note', async () => {
    const { id, ref } = await purchase('contested');
    await claim(id);
    await settle(id, 'success');
    await settle(id, 'failed');
    expect(await underReview(ref)).toBe(true);

    expect(await decide(ref, '--success')).toEqual({ reference: ref, status: 'success', changed: false });

    expect(await recordOf(ref)).toMatchObject({
      needsReview: false,
      result: { contradicted_by: { goal: 'failed' }, reviewed: { note: 'asked them' } },
    });
  });
});

describe('a command acts on the purchase of another account with the same reference', () => {
  test('with several accounts it lists them and changes nothing, until one is named', async () => {
    const ref = `shared-${randomUUID()}`.slice(0, 50);
    const [one, two] = [await purchase('shared one', ref), await purchase('shared two', ref)];
    for (const words of [
      ['show', ref],
      ['settle', ref, '--refund', '--note', 'n'],
    ]) {
      const { code, lines } = await ops('purchase', ...words);
      expect(code).toBe(1);
      expect(lines).toEqual([
        `Several accounts have a purchase "${ref}" (shared one, shared two). Choose the account. Add --account <id or name>.`,
        expect.stringMatching(/^ACCOUNT +ID +PRODUCT +STATUS +CHARGED +CREATED$/),
        expect.stringMatching(/^shared one +[0-9a-f-]{36} +AIRTIME +initiated +100\.00 +20/),
        expect.stringMatching(/^shared two +[0-9a-f-]{36} +AIRTIME +initiated +100\.00 +20/),
      ]);
    }

    expect(await json('purchase', 'show', ref, '--account', 'shared two')).toMatchObject({ id: two.id });
    await json('purchase', 'settle', ref, '--account', 'shared one', '--refund', '--note', 'asked them');
    expect((await findPurchase(world.db, one))?.status).toBe('refunded');
    expect((await findPurchase(world.db, two))?.status).toBe('initiated');
    expect(await ops('purchase', 'show', ref, '--account', 'shown')).toMatchObject({
      code: 1,
      lines: [expect.stringContaining('There is no purchase')],
    });
  });
});

// the last test, because it verifies what all others have done
test('after all these decisions the books are sound', async () => {
  expect(await json('books', 'verify')).toMatchObject({ sound: true, kept: true });
});

function decide(ref: string, decision: '--success' | '--refund'): Promise<unknown> {
  return json('purchase', 'settle', ref, decision, '--note', 'asked them');
}

// ---- purchases, made by the functions that the service uses

/** A purchase of 100 naira by a new account with 5,000. */
async function purchase(accountName: string, ref: string = randomUUID()): Promise<{ id: string; ref: string }> {
  const accountId = await world.openAccount(accountName);
  await giveMoney(world.db, accountId, 500_000n, 'opening');
  await setWebhookUrl(world.db, accountId, 'https://client.example/hidden/path');
  const deps = { accepter: createAccepter({ db: world.db, clock: systemClock }), provider: { name: 'vtpass' } };
  const order = {
    productType: 'AIRTIME' as const,
    requestRef: ref,
    amountKobo: 10_000n,
    recipient: PHONE,
    details: { network: 'mtn', phone: PHONE },
    description: `MTN airtime for ${PHONE}`,
    providerOrder: { serviceId: 'mtn', variationCode: null, subscriptionType: null, contactPhone: PHONE },
  };
  const { id } = await acceptPurchase(deps, { accountId, keyId: null }, order, 15_000);
  return { id, ref };
}

/** A purchase that was sent, has an unknown outcome and is under review. */
async function doubtful(accountName: string): Promise<{ id: string; ref: string }> {
  const made = await purchase(accountName);
  await claim(made.id);
  await createSettler(world.db).settle({
    id: made.id,
    attempt: 1,
    basis: 'answer',
    targetStatus: 'open',
    nextCheckMs: null,
    orderSeen: false,
    tokenAwaited: false,
    refusedWith: null,
    delivered: {},
    evidence: { answer: `nothing about ${PHONE}` },
    review: true,
  });
  return made;
}

const log = { info: () => undefined, warn: () => undefined, error: () => undefined };

async function claim(id: string): Promise<Parameters<NextAttempts['open']>[0]> {
  const claimer = createClaimer({ serves: ['vtpass'], db: world.db, log, leaseMs: 75_000, startDeadlineMs: 60_000 });
  const claimed = await claimer.submit({ id, providerRef: `ref-${id}` });
  if (claimed === 'not_yours') throw new Error(`${id} cannot be sent`);
  expect(claimed).toMatchObject({ id, providerRef: `ref-${id}` });
  return claimed;
}

async function settle(id: string, targetStatus: 'success' | 'failed'): Promise<void> {
  const answer = { id, attempt: 1, basis: 'answer', message: targetStatus, evidence: {} } as const;
  await createSettler(world.db).settle(
    targetStatus === 'failed'
      ? { ...answer, targetStatus, cause: { code: 'provider_rejected', detail: '016' } }
      : {
          ...answer,
          targetStatus,
          cause: { code: 'provider_delivered', detail: null },
          costKobo: 9_700n,
          delivered: {},
          review: false,
        },
  );
}

async function recordOf(ref: string): Promise<unknown> {
  const { id } = await world.db.purchase.findFirstOrThrow({ where: { requestRef: ref } });
  const record = await readPurchaseRecord(world.db, { id });
  return record && toWire(recordToJson(record, true, []));
}

async function underReview(ref: string): Promise<boolean> {
  return (await listPurchasesUnderReview(world.db)).some(({ requestRef }) => requestRef === ref);
}

async function eventsOf(purchaseId: string): Promise<number> {
  const { rows } = await world.sql.query(
    'SELECT count(*)::integer AS events FROM webhook_event WHERE purchase_id = $1',
    [purchaseId],
  );
  return rows[0].events;
}
