import { createAccount } from '@topup/core/account';
import { createKey } from '@topup/core/api-key';
import { NO_ORIGIN } from '@topup/core/audit';
import { requestApproval } from '@topup/core/operator-guard';
import { closeByHand } from '@topup/core/provider';
import { newId } from '@topup/core/shared';
import { AS_OPS, BY_TEST, insertSold } from '@topup/testkit';
import type { Router } from 'express';
import { openOperatorWorld, PHONE } from '../testing/operator-world';
import { unknown } from '../testing/seller';
import { signedInUser } from '../testing/signed-in-user';
import { operatorRoutes } from './operator.routes';

type Row = Record<string, unknown>;

const { world, get, pages } = openOperatorWorld();
let account: { id: string; name: string };

/** Files whose rows stand in another answer than that of the path without `.csv`. */
const ELSEWHERE: Record<string, { path: string; rows(body: Record<string, Row[]>): Row[] | undefined }> = {
  '/accounts/:id/keys.csv': { path: '/accounts/:id', rows: ({ keys }) => keys },
  '/accounts/:id/users.csv': { path: '/accounts/:id', rows: ({ users }) => users },
  '/provider/breakers.csv': { path: '/provider', rows: ({ breakers }) => breakers },
  '/mappings.csv': { path: '/mappings', rows: ({ mappings }) => mappings },
  '/mappings/unmapped.csv': { path: '/mappings', rows: ({ unmapped }) => unmapped },
  '/margin.csv': { path: '/margin', rows: ({ rows }) => rows },
  '/earnings.csv': { path: '/earnings', rows: ({ rows }) => rows },
  '/service-report.csv': { path: '/service-report', rows: ({ rows }) => rows },
};

/** Answers that are no list: one thing, a preview, or what is counted at this moment. */
const NO_LISTS = [
  ...['/overview', '/overview/sales', '/accounts/by-payment-reference', '/accounts/:id', '/approvals/:id', '/limits'],
  '/collections',
  ...['/purchases/:reference', '/provider', '/routing', '/routing/simulation', '/queues', '/backlog', '/tiers/preview'],
  ...['/catalogue/sync', '/mappings', '/prices/preview', '/prices/clear/preview', '/discounts/preview', '/margin'],
  ...['/earnings', '/books/:id'],
  ...['/reconciliation', '/reconciliation/days/:provider/:day', '/search', '/services', '/service-report'],
  '/reconciliation/evidence/:id', // of one purchase, in the dialog that settles it
  '/margin/purchases', // its file is /margin.csv?by=purchase: margin.int.test.ts
];

/** The query parameters that a list requires. */
const NEEDED: Record<string, string> = { '/catalogue': 'tier=standard' };

/** Lists of what holds now, or without a time. */
const WITHOUT_DAYS = [
  ...['/accounts', '/accounts/:id/keys', '/accounts/:id/users', '/operators', '/tiers', '/catalogue'],
  ...['/mappings', '/mappings/unmapped', '/provider/breakers', '/discounts', '/earnings', '/service-report'],
  '/collections/accounts',
];

const paths = () =>
  operatorRoutes(world().deps).flatMap((router: Router) =>
    router.stack.flatMap(({ route }) => (route?.stack.some(({ method }) => method === 'get') ? [route.path] : [])),
  );
const files = () => paths().filter((path) => path.endsWith('.csv'));
const ofAccount = (path: string) => path.replace(':id', account.id);

/** Every row of a list. */
async function rowsOf(file: string, query: string): Promise<Row[]> {
  const elsewhere = ELSEWHERE[file];
  if (elsewhere !== undefined) {
    const { body } = await get(`${ofAccount(elsewhere.path)}?${query}`).expect(200);
    return elsewhere.rows(body) ?? [];
  }
  const path = `${ofAccount(file.replace('.csv', ''))}?${query}`;
  const { body } = await get(path).expect(200);
  return Array.isArray(body) ? body : (await pages(path)).rows;
}

/** The rows of the file of a list, by the titles of its columns. */
async function fileOf(file: string, query: string): Promise<Record<string, string>[]> {
  const { text } = await get(`${ofAccount(file)}?${query}`)
    .expect(200)
    .expect('content-type', /^text\/csv/);
  const cells = [...text.matchAll(/("(?:[^"]|"")*"|[^,\r\n]*)(,|\r\n)/g)];
  const lines: string[][] = [[]];
  for (const [, cell = '', end] of cells) {
    lines.at(-1)?.push(cell.replace(/^"|"$/g, '').replaceAll('""', '"'));
    if (end !== ',') lines.push([]);
  }
  const [titles = [], ...rows] = lines.slice(0, -1);
  return rows.map((row) => Object.fromEntries(row.map((cell, n) => [titles[n] ?? '', cell])));
}

/** Expects a line of a file to equal its row, in the columns that are named like the parts of the row. */
function expectSame(line: Record<string, string>, row: Row): void {
  for (const [title, cell] of Object.entries(line)) {
    const value = row[title.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase())];
    if (value === undefined || (typeof value === 'object' && value !== null)) continue;
    const isTime = typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value);
    expect([title, isTime ? Date.parse(cell) : cell]).toEqual([
      title,
      isTime ? Date.parse(value) : String(value ?? ''),
    ]);
  }
}

/** A row of each list. */
beforeAll(async () => {
  const { db } = world();
  account = await world().account();
  await insertSold(db, [{ accountId: account.id, at: new Date() }]);
  await world().send(await world().buy(account.id), unknown);
  const { id: purchaseId } = await world().stored(await world().buy(account.id, 'ELECTRICITY'));
  await db.claim.create({ data: { purchaseId, accountId: account.id, note: `nothing on ${PHONE}` } });
  await signedInUser(db, { role: 'owner', accountId: account.id });
  const { userId, email, sessionId } = await signedInUser(db, { role: 'operator', accountId: null });
  const actor = { kind: 'user', userId, email, sessionId, role: 'operator', accountId: null } as const;
  await createKey({ db, masterKey: Buffer.alloc(32, 7) }, account.id, 'shop');
  const step = { kind: 'fund', accountId: account.id, amountKobo: 150_000_000n, reference: newId() } as const;
  await requestApproval(db, { actor, origin: NO_ORIGIN }, step, 'seen at the bank');
  await closeByHand(db, BY_TEST, { name: 'vtpass', services: [] }, { service: null, reason: 'maintenance' });
  await db.booksCheck.create({ data: { id: newId(), startedBy: 'ada' } });
  const plan = { planId: 'm1', network: 'MTN', name: '1 GB', planName: '1 GB', validity: '30 days', costKobo: 100n };
  const { id: dataPlanId } = await db.dataPlan.create({
    data: { ...plan, providerService: 'mtn-data', providerCode: 'm1' },
  });
  await db.planStop.create({ data: { dataPlanId, reason: 'sold_below_cost' } });
  const discount = { tierId: 1, productType: 'AIRTIME', service: 'mtn', bps: 250, costBps: 9_700 };
  await db.discount.create({ data: { ...discount, belowCostAllowed: false } });
  const [day, at] = [new Date('2026-03-04'), new Date('2026-03-04T10:00:00Z')];
  for (const provider of ['monnify', 'vtpass']) {
    await db.reconciliationFinding.create({
      data: { provider, day, kind: 'missing_here', subject: newId(), differenceKobo: 5n },
    });
    await db.statementPull.create({ data: { provider, source: 'api', since: day, until: at, rows: 1, added: 1 } });
    const kobo = { openingKobo: 0n, debitsKobo: 0n, creditsKobo: 0n, unlistedKobo: 0n, closingKobo: 0n, costKobo: 0n };
    const float = { earlierKobo: 0n, floatOpeningKobo: 0n, entriesKobo: 0n, floatClosingKobo: 0n, carriedKobo: 0n };
    const signed = { opensAt: day, closesAt: at, closedBy: 'ada' };
    await db.closedDay.create({
      data: { provider, day, basis: 'rows', rows: 1, attempts: 1, ...kobo, ...float, ...signed },
    });
  }
  await db.fundingAccount.create({ data: { accountId: account.id, collector: 'monnify' } });
  await db.$executeRaw`
    SELECT record_collection('monnify', 'MNFY|1', ${account.id}::uuid, 500, 490, 'paid', '', 'ADA', 'GTBank', 1000)`;
  await db.$executeRaw`
    INSERT INTO collection_day (collector, day, listed, listed_kobo, booked, booked_kobo)
    VALUES ('monnify', '2026-03-04', 1, 500, 1, 500)`;
  await db.routingVersion.create({ data: { number: 1, note: 'first', createdBy: 'ada' } });
});

describe('an operator cannot take a list along, or its file shows other rows', () => {
  test('every route of the console is a list with a file, or is known to be no list', () => {
    const lists = paths().filter((path) => files().includes(`${path}.csv`));
    expect(
      paths()
        .filter((path) => !path.endsWith('.csv') && !lists.includes(path))
        .sort(),
    ).toEqual(NO_LISTS.filter((path) => !files().includes(`${path}.csv`)).sort());
    expect(files().length).toBeGreaterThan(18);
  });

  test('each list has a row here, and its file has the same rows in the same order', async () => {
    for (const file of files()) {
      const query = NEEDED[file.replace('.csv', '')] ?? '';
      const [rows, lines] = [await rowsOf(file, query), await fileOf(file, query)];
      if (!['/mappings.csv', '/mappings/unmapped.csv', '/margin.csv', '/service-report.csv'].includes(file))
        expect([file, rows.length > 0]).toEqual([file, true]);
      expect([file, lines.length]).toEqual([file, rows.length]);
      for (const [n, line] of lines.entries()) expectSame(line, rows[n] ?? {});
    }
  });

  test('each list whose rows have a time takes days, and its file the same ones', async () => {
    const dated = files().filter((file) => !WITHOUT_DAYS.includes(file.replace('.csv', '')));
    for (const file of dated) {
      await get(`${ofAccount(file)}?from=soon`).expect(400);
      if (file === '/margin.csv') continue; // of at most 366 days
      const all = await rowsOf(file, '');
      for (const [query, expected] of [
        ['from=2020-01-01&to=2100-01-01', all.length],
        ['from=2100-01-01', 0],
        ['to=2020-01-01', 0],
      ]) {
        expect([file, query, (await rowsOf(file, String(query))).length]).toEqual([file, query, expected]);
        expect([file, query, (await fileOf(file, String(query))).length]).toEqual([file, query, expected]);
      }
    }
    for (const file of WITHOUT_DAYS) {
      const { body } = await get(`${ofAccount(file)}.csv?from=2026-03-04`).expect(400);
      expect([file, body.fields.from]).toEqual([file, '"from" is not a parameter of this request']);
    }
  });

  test('days of findings and of closed days are those of Lagos, both included', async () => {
    for (const path of ['/reconciliation/findings', '/reconciliation/days'])
      for (const [query, found] of [
        ['from=2026-03-04&to=2026-03-04', 2],
        ['to=2026-03-03', 0],
        ['from=2026-03-05', 0],
      ])
        expect([path, query, (await rowsOf(`${path}.csv`, String(query))).length]).toEqual([path, query, found]);
  });

  test('numbers are masked as in the list, and a name that is a formula is a text', async () => {
    await world().db.account.update({ where: { id: account.id }, data: { name: '=SUM(A1)' } });
    const [purchase] = await fileOf('/purchases.csv', `account=${account.id}`);
    expect(purchase).toMatchObject({ account: "'=SUM(A1)", amount: '100.00', reference: expect.any(String) });
    expect((await get('/purchases.csv')).text).not.toContain(PHONE);
    expect((await fileOf('/accounts.csv', ''))[0]).toMatchObject({ name: "'=SUM(A1)" });
  });
});

describe('an operator works off the newest first, or looks for an account at the wrong end', () => {
  test('purchases can be listed the oldest first, page by page', async () => {
    const newest = (await rowsOf('/purchases.csv', '')).map(({ id }) => id);
    expect((await rowsOf('/purchases.csv', 'sort=oldest')).map(({ id }) => id)).toEqual(newest.toReversed());
    expect((await fileOf('/purchases.csv', 'sort=oldest')).map(({ id }) => id)).toEqual(newest.toReversed());
  });

  test('accounts are in the order of their names, in whichever case, also from page to page', async () => {
    for (let n = 0; n < 52; n += 1) {
      const name = `${n % 2 === 0 ? 'shop' : 'SHOP'} ${String(n).padStart(2, '0')}`;
      await createAccount(world().db, { name, tier: 'standard' }, AS_OPS);
    }
    const names = (await rowsOf('/accounts.csv', 'search=shop')).map(({ name }) => String(name).toLowerCase());
    expect(names).toEqual(Array.from({ length: 52 }, (_, n) => `shop ${String(n).padStart(2, '0')}`));
    expect(await fileOf('/accounts.csv', 'search=shop')).toHaveLength(52);
  });
});
