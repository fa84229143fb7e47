import { freezeServiceDay } from '@topup/core/reporting';
import { lagosMidnight } from '@topup/core/time';
import { insertSold } from '@topup/testkit';
import { openOperatorWorld } from '../../testing/operator-world';

const { world, get } = openOperatorWorld();

/** Midnight in Lagos is 23:00 in UTC. */
const [FIRST, LAST] = [new Date('2026-02-28T23:00:00Z'), new Date('2026-03-31T22:59:59Z')];

beforeAll(async () => {
  const { id: accountId } = await world().account();
  const glo = { accountId, product: 'AIRTIME', service: 'glo', code: null } as const;
  await insertSold(world().db, [
    { accountId, at: FIRST },
    { ...glo, at: FIRST, status: 'failed', cause: 'provider_unreachable', tookMs: 40_000 },
    { ...glo, at: LAST, status: 'pending', answer: '=status pending' },
    { ...glo, at: new Date(FIRST.getTime() - 1) },
    { ...glo, at: new Date(LAST.getTime() + 1_000) },
    { accountId, at: lagosMidnight(new Date(), 1) },
  ]);
});

const read = async (query: string) => (await get(`/service-report?${query}`).expect(200)).body;

describe('operators see other figures than they hand in', () => {
  test('of a day, with its failures by reason, its refund times and whether it is final', async () => {
    const body = await read('day=2026-03-01');
    expect(body).toMatchObject({ period: '2026-03-01', days: [{ day: '2026-03-01', finalAt: null }] });
    expect(body.rows).toMatchObject([
      {
        ...{ product: 'AIRTIME', service: 'glo', accepted: 1, sold: 0, failed: 1 },
        failures: { provider_rejected: 0, provider_unreachable: 1, not_sent: 0, refunded_by_operator: 0 },
        refund: { max: 40, over30: 1 },
        known: { p50: 0, p95: 0, max: 0, over30: 0 },
      },
      { product: 'DATA', service: 'mtn', accepted: 1, sold: 1, refund: { p50: null } },
    ]);
    expect(body.total).toMatchObject({ accepted: 2, sold: 1, failed: 1, refund: { max: 40, over30: 1 } });
  });

  test('of a month, its days together; yesterday, when nobody says which', async () => {
    const body = await read('month=2026-03');
    expect(body.days).toHaveLength(31);
    expect(body.total).toMatchObject({ accepted: 3, sold: 1, failed: 1, open: 1, openLong: 1 });
    expect(body.rows[0]).toMatchObject({ reasons: [{ reason: '=status pending', purchases: 1 }] });
    expect(await read('')).toMatchObject({ days: [expect.anything()], total: { accepted: 1, sold: 1 } });
  });

  test('the file has the same rows, and no reason is a formula', async () => {
    const { text, headers } = await get('/service-report.csv?month=2026-03').expect(200);
    const [titles, airtime, data] = text.split('\r\n');
    expect(titles).toMatch(/^period,is_final,product,service,accepted,sold,failed,provider_rejected,/);
    expect(airtime).toMatch(/^2026-03,false,AIRTIME,glo,2,0,1,0,1,0,0,0,0,1,1,1 =status pending,/);
    expect(data).toMatch(/^2026-03,false,DATA,mtn,1,1,0,/);
    expect(headers['content-disposition']).toBe('attachment; filename="service-report-2026-03.csv"');
  });

  test('a day that a worker froze is final', async () => {
    const day = await freezeServiceDay(world().db);
    expect(await read(`day=${day}`)).toMatchObject({ days: [{ day, finalAt: expect.any(String) }], rows: [] });
  });

  test.each([
    'day=2999-01-01',
    'month=2999-01',
    'day=2026-02-30',
    'day=x',
    'month=2026-13',
    'day=2026-03-01&month=2026-03',
  ])('it declines %s', async (wrong) => {
    expect((await get(`/service-report?${wrong}`).expect(400)).body.code).toBe('validation_failed');
  });
});
