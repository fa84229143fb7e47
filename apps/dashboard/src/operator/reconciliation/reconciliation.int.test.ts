import { reconcile, recordPull, recordRows } from '@topup/core/reconciliation';
import { insertSold } from '@topup/testkit';
import { OPERATOR, openOperatorWorld } from '../../testing/operator-world';

const { world, get, post } = openOperatorWorld();
const DAY = '2026-11-20';
const NEXT = '2026-11-21';

/** An order that was booked with NGN 100 and charged with NGN 105, in a file that covers its day and the hour after. */
async function charged(day: string, reference: string, balanceKobo: bigint): Promise<void> {
  const { db } = world();
  const at = new Date(`${day}T09:00:00+01:00`);
  await insertSold(db, [{ accountId: (await world().account()).id, at, reference }]);
  const { providerRef } = await db.purchase.findFirstOrThrow({ where: { requestRef: reference } });
  const row = { at, kind: 'sale', providerTransactionId: null, raw: {} } as const;
  await recordRows(db, 'vtpass', 'csv', [
    {
      ...row,
      rowId: `row of ${reference}`,
      direction: 'debit',
      amountKobo: 10_500n,
      providerRef,
      balanceBeforeKobo: balanceKobo,
      balanceAfterKobo: balanceKobo - 10_500n,
    },
  ]);
  const since = new Date(`${day}T00:00:00+01:00`);
  const until = new Date(since.getTime() + 86_400_000 + 3_600_000);
  await recordPull(db, { provider: 'vtpass', source: 'csv', since, until, rows: 1, added: 1, fault: null });
  await reconcile(db, 'vtpass');
}

describe('an operator cannot see where a provider and we do not agree', () => {
  test('a finding is shown with its purchase, resolved with a note, and then the day is signed', async () => {
    await charged(DAY, 'sold', 100_000n);
    const { body: overview } = await get('/reconciliation').expect(200);
    expect(overview.providers).toEqual([
      {
        name: 'vtpass',
        coveredFrom: '2026-11-19T23:00:00.000Z',
        coveredTo: '2026-11-21T00:00:00.000Z',
        closedUpTo: null,
        nextDay: expect.any(String),
        open: 1,
        overcharged: '5.00',
      },
    ]);
    expect(overview.points).toHaveLength(30);
    const { id } = await world().db.purchase.findFirstOrThrow({ where: { requestRef: 'sold' } });
    expect((await get(`/reconciliation/evidence/${id}`).expect(200)).body).toEqual([
      {
        row: 'row of sold',
        provider: 'vtpass',
        attempt: 1,
        at: '2026-11-20T08:00:00.000Z',
        direction: 'debit',
        kind: expect.any(String),
        amount: '105.00',
        suggested: false,
      },
    ]);

    const { body: list } = await get('/reconciliation/findings?state=open&kind=amount_differs').expect(200);
    expect(list).toMatchObject({
      next: null,
      rows: [{ kind: 'amount_differs', difference: '5.00', reference: 'sold' }],
    });
    const close = () => post('/reconciliation/close', { provider: 'vtpass', day: DAY });
    expect((await close().expect(409)).body).toMatchObject({ code: 'day_has_findings' });
    const path = `/reconciliation/findings/${list.rows[0].id}/resolve`;
    const wrong = await post(path, { resolution: 'matched', note: 'x' }).expect(409);
    expect(wrong.body).toMatchObject({ code: 'nothing_suggested' });
    expect((await post(path, { resolution: 'accepted', note: 'they raised it' }).expect(200)).body).toEqual({
      id: list.rows[0].id,
      resolution: 'accepted',
      float: '-5.00',
    });
    await post(path, { resolution: 'explained', note: 'x' }).expect(409);
    expect((await get(`/reconciliation/days/vtpass/${DAY}`).expect(200)).body).toMatchObject({
      opening: '1000.00',
      debits: '105.00',
      closing: '895.00',
      cost: '100.00',
      entries: '-5.00',
      drift: '0.00',
    });
    const { body: signed } = await close().expect(200);
    expect(signed).toMatchObject({ floatClosing: '895.00', openFindings: 0, closedBy: OPERATOR });
    await world().db.$transaction([
      world().db.$executeRaw`SET LOCAL session_replication_role = replica`,
      world().db.$executeRaw`UPDATE purchase SET cost_kobo = 1 WHERE id = ${id}::uuid`,
    ]);
    expect((await get(`/reconciliation/days/vtpass/${DAY}`).expect(200)).body).toEqual(signed);
    expect((await get('/reconciliation/days').expect(200)).body.rows).toEqual([signed]);
    expect((await get('/reconciliation/pulls').expect(200)).body.rows).toEqual([
      expect.objectContaining({ provider: 'vtpass', source: 'csv', rows: 1, added: 1, fault: null }),
    ]);
    expect((await close().expect(409)).body).toMatchObject({ code: 'day_closed_before' });
    const [closed] = await world().db.closedDay.findMany();
    expect(closed?.closedBy).toContain('@');
    const actions = await world().db.auditLog.findMany({ where: { action: { startsWith: 'reconciliation' } } });
    expect(actions.map(({ action, actorKind }) => [action, actorKind])).toEqual([
      ['reconciliation.resolve', 'operator'],
      ['reconciliation.close', 'operator'],
    ]);
  });

  test('a mistyped amount leaves a drift, which is a finding that the operator accepts', async () => {
    await charged(NEXT, 'sold next', 89_500n);
    const findings = async () => (await get('/reconciliation/findings?state=open').expect(200)).body.rows;
    const accept = async (more = {}) => {
      const path = `/reconciliation/findings/${(await findings())[0].id}/resolve`;
      return (await post(path, { resolution: 'accepted', note: 'they raised it', ...more }).expect(200)).body;
    };
    expect(await accept({ amount: '-50.00' })).toMatchObject({ float: '-50.00' });
    const close = () => post('/reconciliation/close', { provider: 'vtpass', day: NEXT });
    expect((await close().expect(409)).body).toMatchObject({ code: 'day_drifts' });
    expect(await findings()).toMatchObject([{ kind: 'day_drifts', day: NEXT, difference: '-45.00', reference: null }]);
    expect(await accept()).toMatchObject({ float: '45.00' });
    expect((await close().expect(200)).body).toMatchObject({ entries: '-5.00', floatClosing: '790.00' });
  });

  test('what is not there is said so', async () => {
    await get('/reconciliation/days/vtpass/2026-02-30').expect(404);
    await get('/reconciliation/findings?kind=other').expect(400);
    await post('/reconciliation/findings/999999/resolve', { resolution: 'explained', note: 'x' }).expect(404);
    await post('/reconciliation/close', { provider: 'nobody', day: DAY }).expect(400);
  });
});
