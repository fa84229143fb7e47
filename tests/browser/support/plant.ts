import { randomUUID } from 'node:crypto';
import { setWebhookUrl } from '@topup/core/account';
import { reconcile, recordPull, recordRows } from '@topup/core/reconciliation';
import { systemClock } from '@topup/core/shared';
import { lagosMidnight } from '@topup/core/time';
import { eventually } from '@topup/testkit';
import { numberOf } from '../../journey/support/products';
import type { Person } from './dashboard-world';
import { operatorAtWork } from './operators';
import type { DashboardInUse } from './use-dashboard';

/** More than a page of a list, which has 50. */
const PURCHASES = 54;

export type Planted = {
  owner: Person & { accountId: string };
  operator: Person;
  /** For the addresses of router.tsx that have parameters: one with something to show. */
  examples: Record<string, string>;
};

/**
 * Fills a service with what each page of the dashboard can show. It needs the providers vtpass, monnify and reloadly,
 * and takes about 20 s.
 */
export async function plant(service: DashboardInUse): Promise<Planted> {
  const { db, dashboard } = service;
  const [owner, atWork] = [await service.addOwner(100_000), await operatorAtWork(service)];
  const { accountId } = owner;
  await service.addMember(accountId);
  const post = async (path: string, data: object): Promise<Record<string, unknown>> => {
    const headers = { origin: dashboard.url };
    const answer = await atWork.page.request.post(`${dashboard.url}/api/operator${path}`, { data, headers });
    if (!answer.ok()) throw new Error(`${path}: ${await answer.text()}`);
    return answer.json();
  };

  // the first event is delivered, all others are not
  service.receiver.answerWith(() => ({ kind: 'answer', status: service.receiver.received.length > 1 ? 500 : 200 }));
  await setWebhookUrl(db, accountId, service.receiver.url);
  for (const [product, of] of [
    ['AIRTIME', 'glo'],
    ['CABLE_TV', 'dstv'],
  ])
    await post('/discounts', { tier: 'standard', product, service: of, percent: '2.5', allowLoss: true });
  const client = await service.sellerFor(accountId, 'Shop server');
  for (let n = 0; n < PURCHASES; n += 6)
    await Promise.all(
      Array.from({ length: 6 }, (_, k) => client.buyAirtime({ ref: `order-${n + k}`, amount: 100 + n + k })),
    );
  await client.buyAirtime({ ref: randomUUID(), amount: 1_500, network: 'glo', phone: numberOf('01') });
  await client.buyAirtime({ ref: 'in-doubt', amount: 400, network: 'airtel', phone: numberOf('04') });
  await client.buyAirtime({ ref: 'refused', amount: 1 });
  for (const request_ref of ['order-2', 'order-3'])
    await client.call('POST', '/v1/transaction/claim', { request_ref, note: 'No airtime came on 08031234567.' });
  await post(`/purchases/order-3/claim/confirm?account=${accountId}`, { proof: 'MTN, ticket 4713' });

  await post('/catalogue/sync', {});
  const funding = { amount: '2000000', reference: 'bank-1', note: 'seen on the statement' };
  await post(`/accounts/${accountId}/fund`, { ...funding, approvalNote: 'line 7' });
  await post('/routing/versions', {
    rules: 'AIRTIME mtn: reloadly 100-500, vtpass off',
    note: 'ticket 7',
    activate: false,
  });
  const { id: books } = await post('/books', {});
  const [since, seenAt] = [new Date(), new Date(Date.now() + 600_000)];
  const breaker = { provider: 'vtpass', breaker: 'mtn', reason: 'unreachable', state: 'open', since, seenAt };
  await db.providerBreaker.create({ data: { process: 'worker@x:1', ...breaker } });
  const closed = { provider: 'vtpass', breaker: 'gotv', reason: 'ticket 22', closedBy: 'ada@example.com' };
  await db.providerSwitch.create({ data: closed });
  await post('/services/announce', {
    ...{ product: 'AIRTIME', service: 'mtn', until: '2100-01-01T00:00:00Z' },
    message: 'MTN works on its systems until the morning. Some purchases may take longer than usual.',
  });
  const { id: dataPlanId } = await plantPlans(service);
  const facts = { reference: 'order-1', price: '110.00', cost: '960.00' };
  await db.planStop.create({ data: { dataPlanId, reason: 'sold_below_cost', facts } });
  await plantFinding(service);
  await plantTransfers(service, accountId);

  const request = await eventually(
    () => db.requestLog.findFirst({ where: { reference: 'order-1' } }),
    (found) => found !== null,
  );
  const [delivery, approval] = await Promise.all([
    db.webhookEvent.findFirstOrThrow({ where: { state: 'undelivered' } }),
    db.approval.findFirstOrThrow(),
  ]);
  const examples = {
    $: '/no-such-page',
    '/buy/batches/$id': `/buy/batches/${await plantBatch(service, accountId)}`,
    '/transactions/$reference': '/transactions/order-2',
    '/transactions/$reference/receipt': '/transactions/order-1/receipt',
    '/developers/deliveries/$id': `/developers/deliveries/${delivery.id}`,
    '/developers/requests/$id': `/developers/requests/${request?.id}`,
    '/operator/accounts/$id': `/operator/accounts/${accountId}`,
    '/operator/purchases/$reference': '/operator/purchases/in-doubt',
    '/operator/approvals/$id': `/operator/approvals/${approval.id}`,
    '/operator/books/$id': `/operator/books/${books}`,
  };
  return { owner, operator: await service.addOperator(), examples };
}

/** A screenful more plans than the providers sell. @returns the first of theirs, once the sync has brought them */
async function plantPlans({ db }: DashboardInUse): Promise<{ id: number }> {
  const synced = await eventually(
    () => db.dataPlan.findFirst({ where: { network: 'MTN' } }),
    (found) => found !== null,
  );
  const plans = Array.from({ length: 40 }, (_, n) => ({
    planId: `night-${n}`,
    network: 'MTN',
    name: `MTN ${n + 1} GB, 1 night`,
    planName: `${n + 1} GB`,
    validity: '1 night',
    providerService: 'mtn-data',
    providerCode: `night-${n}`,
    costKobo: 10_000n,
  }));
  await db.dataPlan.createMany({ data: plans });
  return synced ?? { id: 0 };
}

/** A number into which the account transfers, a transfer that a wallet has, and two that wait. */
async function plantTransfers({ db }: DashboardInUse, accountId: string): Promise<void> {
  const banks = [{ bankCode: '035', bankName: 'Wema bank', accountNumber: '5000000001', accountName: 'Ada Stores' }];
  await db.fundingAccount.create({ data: { accountId, collector: 'monnify', banks, readAt: new Date() } });
  for (const [account, kobo, payer] of [
    [accountId, 250_000n, 'ADA OBI'],
    [accountId, 150_000_000n, 'ADA OBI STORES AND SONS LIMITED'],
    [null, 700_000n, 'BOLA ADE'],
  ] as const)
    await db.$executeRaw`
      SELECT record_collection('monnify', ${`MNFY|05|20261120090000|${kobo}`}, ${account}::uuid, ${kobo}::bigint, NULL,
                               'paid', '', ${payer}, 'GTBank', 100000000)`;
}

/** A file that is paused: one of its purchases is delivered, one waits. @returns its id */
async function plantBatch({ db }: DashboardInUse, accountId: string): Promise<string> {
  const [id, confirmedAt] = [randomUUID(), new Date()];
  await db.account.update({ where: { id: accountId }, data: { buyingCapKobo: 5_000_000n } });
  const { id: by } = await db.dashboardUser.findFirstOrThrow({ where: { accountId, role: 'owner' } });
  const bought = await db.purchase.findFirstOrThrow({ where: { accountId, requestRef: 'order-2' } });
  const paused = { code: id.slice(-8), source: 'file', fileName: 'staff.csv', state: 'paused', pausedFor: 'person' };
  const confirmed = { openedBy: by, confirmedBy: by, confirmedAt };
  await db.purchaseBatch.create({ data: { id, accountId, ...paused, ...confirmed, rows: 2, totalKobo: 20_200n } });
  const row = { batchId: id, accountId, productType: 'AIRTIME' };
  const accepted = { state: 'accepted', acceptedAt: confirmedAt, purchaseId: bought.id, amountKobo: bought.amountKobo };
  await db.batchRow.create({ data: { ...row, ...accepted, n: 2, requestRef: bought.requestRef } });
  const providerOrder = { serviceId: 'mtn', variationCode: null, subscriptionType: null, contactPhone: '08031234567' };
  const ordered = { productType: 'AIRTIME', amountKobo: '10000', recipient: '08031234567', details: {}, providerOrder };
  await db.batchRow.create({ data: { ...row, n: 3, requestRef: `${paused.code}-3`, amountKobo: 10_000n, ordered } });
  return id;
}

/** A sale of the day before yesterday that a statement has at another amount. */
async function plantFinding({ db }: DashboardInUse): Promise<void> {
  const since = lagosMidnight(systemClock.now(), 2);
  const [at, until] = [new Date(since.getTime() + 3_600_000), new Date(since.getTime() + 25 * 3_600_000)];
  const row = { at, kind: 'sale', providerTransactionId: null, raw: {}, rowId: 't1', direction: 'debit' } as const;
  const money = { amountKobo: 10_500n, balanceBeforeKobo: 100_000n, balanceAfterKobo: 89_500n };
  await recordRows(db, 'vtpass', 'csv', [{ ...row, ...money, providerRef: 'unknown-to-us' }]);
  await recordPull(db, { provider: 'vtpass', source: 'csv', since, until, rows: 1, added: 1, fault: null });
  await reconcile(db, 'vtpass');
}
