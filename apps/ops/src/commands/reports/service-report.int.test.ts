import { freezeServiceDay } from '@topup/core/reporting';
import { insertSold } from '@topup/testkit';
import { useOpsWorld } from '../../testing/ops-world';

const world = useOpsWorld();
const { ops, json } = world;

const NONE = { p50: null, p95: null, max: null, over30: 0 };
const DAY = '2026-03-02';
/** Midnight in Lagos is 23:00 in UTC. */
const [FIRST, AT] = [new Date('2026-02-28T23:00:00Z'), new Date('2026-03-02T10:00:00Z')];

beforeAll(async () => {
  const shop = await world.openAccount('shop');
  const glo = { accountId: shop, product: 'AIRTIME', service: 'glo', code: null } as const;
  await insertSold(world.db, [
    { accountId: shop, at: FIRST },
    { accountId: shop, at: AT },
    { ...glo, at: AT, status: 'failed', cause: 'provider_rejected', tookMs: 31_000 },
    { ...glo, at: AT, status: 'refunded', cause: 'start_deadline', tookMs: 2_000 },
    { ...glo, at: AT, status: 'pending', answer: '=status pending' },
  ]);
});

describe('an operator hands a regulator figures that nobody can check', () => {
  test('of a day, by product and service, and provisional until it is frozen', async () => {
    expect(await json('report', 'service', '--day', DAY)).toEqual({
      period: DAY,
      days: [{ day: DAY, finalAt: null }],
      rows: [
        {
          product: 'AIRTIME',
          service: 'glo',
          accepted: 3,
          sold: 0,
          failed: 2,
          failures: { provider_rejected: 1, provider_unreachable: 0, not_sent: 1, refunded_by_operator: 0 },
          reversed: 0,
          reversedSince: 0,
          open: 1,
          openLong: 1,
          reasons: [{ reason: '=status pending', purchases: 1 }],
          refund: { p50: expect.closeTo(2, 0), p95: expect.closeTo(31, -1), max: 31, over30: 1 },
          known: { p50: 0, p95: 0, max: 0, over30: 0 },
        },
        expect.objectContaining({ product: 'DATA', service: 'mtn', accepted: 1, sold: 1, refund: NONE }),
      ],
      total: expect.objectContaining({ product: 'Total', service: '', accepted: 4, sold: 1, failed: 2, open: 1 }),
    });
  });

  test('of a month, as text: what is provisional, what failed, how soon it was refunded, what is open', async () => {
    expect(await json('report', 'service', '--month', '2026-03')).toMatchObject({
      days: expect.arrayContaining([{ day: '2026-03-01', finalAt: null }]),
      total: { accepted: 5 },
    });
    const { stdout } = await ops('report', 'service', '--day', DAY);
    expect(stdout.split('\n').map((line) => line.replace(/ {2,}/g, '|'))).toEqual([
      'Provisional: 2026-03-02.',
      '',
      'PRODUCT|SERVICE|ACCEPTED|SOLD|FAILED|REJECTED|UNREACHABLE|NOT SENT|BY OPERATOR|REVERSED|REVERSED SINCE|OPEN|OVER 24 H',
      'AIRTIME|glo|3|0|2|1|0|1|0|0|0|1|1',
      'DATA|mtn|1|1|0|0|0|0|0|0|0|0|0',
      'Total|4|1|2|1|0|1|0|0|0|1|1',
      '',
      'Seconds from the accept to the refund, and from the known failure to the refund:',
      '',
      'PRODUCT|SERVICE|ACCEPT P50|P95|MAX|OVER 30 S|KNOWN P50|P95|MAX|OVER 30 S',
      expect.stringMatching(/^AIRTIME\|glo\|[12](\.\d)?\|3\d(\.\d)?\|31\|1\|0\|0\|0\|0$/),
      'DATA|mtn|-|-|-|0|-|-|-|0',
      expect.stringMatching(/^Total\|/),
      '',
      'Open for more than 24 hours:',
      '',
      'PRODUCT|SERVICE|PURCHASES|REASON',
      'AIRTIME|glo|1|=status pending',
      '',
    ]);
    expect((await ops('report', 'service', '--day', '2026-01-01')).stdout).toBe(
      'Provisional: 2026-01-01.\n\nNothing was accepted then.\n',
    );
  });

  test('as CSV, in which no reason is a formula', async () => {
    const { stdout } = await ops('report', 'service', '--day', DAY, '--csv');
    const [titles, airtime, data, ...others] = stdout.split('\r\n');
    expect(titles).toBe(
      'period,is_final,product,service,accepted,sold,failed,provider_rejected,provider_unreachable,not_sent,' +
        'refunded_by_operator,reversed,reversed_since,open,open_over_24h,open_over_24h_why,' +
        'refund_p50_s,refund_p95_s,refund_max_s,refund_over_30s,known_p50_s,known_p95_s,known_max_s,known_over_30s',
    );
    expect(airtime).toMatch(/^2026-03-02,false,AIRTIME,glo,3,0,2,1,0,1,0,0,0,1,1,1 =status pending,/);
    expect(data).toBe('2026-03-02,false,DATA,mtn,1,1,0,0,0,0,0,0,0,0,0,,,,,0,,,,0');
    expect(others).toEqual(['']);
  });

  test('a day that is frozen says so', async () => {
    const day = await freezeServiceDay(world.db);
    expect((await ops('report', 'service', '--day', String(day))).stdout).toBe(
      'All figures are final.\n\nNothing was accepted then.\n',
    );
    expect(await json('report', 'service', '--day', String(day))).toMatchObject({
      days: [{ day, finalAt: expect.any(String) }],
    });
  });

  test('one of a day and a month is needed, and it must have begun', async () => {
    for (const wrong of [[], ['--day', DAY, '--month', '2026-03'], ['--day', '2026-02-30'], ['--month', '2026-13']])
      expect(await ops('report', 'service', ...wrong)).toMatchObject({ code: 2, stdout: '' });
    const { lines } = await ops('report', 'service', '--month', '2999-01');
    expect(lines.join()).toContain('2999-01 has not begun.');
  });
});
