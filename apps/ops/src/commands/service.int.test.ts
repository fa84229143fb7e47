import { productTypes } from '@topup/core/product';
import { judgeServices } from '@topup/core/routing';
import { declarationOf } from '@topup/providers';
import { TIME, useOpsWorld } from '../testing/ops-world';

const world = useOpsWorld();
const { ops, json, refusal } = world;

const MTN = ['--product', 'airtime', '--service', 'mtn'];
const MESSAGE = 'MTN works on its systems.';
const say = (until: string) => ['service', 'announce', ...MTN, '--message', MESSAGE, '--until', until];
const SAID = ['--message', 'x', '--until', '2100-01-01'];
const OFF = 'The product EXAM_PIN is off, so nothing was changed. Set EXAM_PINS=on first.';

describe('an operator without the console cannot tell clients why they cannot buy', () => {
  test('a message about a service is listed with its end until it is withdrawn, and both are recorded', async () => {
    expect((await ops('service', 'list')).stdout).toBe('No worker has noted a state yet.\n');
    await judgeServices(world.db, [declarationOf('vtpass').profile]);
    const until = new Date(Date.now() + 3_600_000).toISOString();
    expect(await json(...say(until))).toEqual({ product: 'AIRTIME', service: 'mtn', message: MESSAGE, until });
    const mtn = { product: 'AIRTIME', service: 'mtn', state: 'available', since: TIME };
    const [first, second] = (await json('service', 'list')) as object[];
    expect(first).toEqual({ ...mtn, message: MESSAGE, until });
    expect(second).toEqual({ ...mtn, service: 'glo', message: null, until: null });
    const lines = (await ops('service', 'list')).stdout.split('\n');
    expect(lines[0]).toMatch(/^PRODUCT +SERVICE +STATE +SINCE +MESSAGE +UNTIL$/);
    expect(lines).toContainEqual(expect.stringMatching(/^CABLE_TV +dstv +available +20\S+Z +- +-$/));
    expect(lines[1]).toMatch(new RegExp(`^AIRTIME +mtn +available +20\\S+Z +${MESSAGE} +${until}$`));

    expect((await ops('service', 'withdraw', ...MTN)).stdout).toBe(
      'Clients no longer see a message about AIRTIME mtn.\n',
    );
    expect(await json('service', 'list')).toContainEqual({ ...mtn, since: TIME, message: null, until: null });
    const recorded = { userEmail: 'ops', subject: 'AIRTIME mtn', note: MESSAGE };
    expect(await world.db.auditLog.findMany({ orderBy: { id: 'asc' } })).toMatchObject([
      { ...recorded, action: 'service.announce', details: { until } },
      { ...recorded, action: 'service.withdraw' },
    ]);
  });

  test('a service that is not sold, an end in the past, and what has no message are refused', async () => {
    const data = ['--product', 'data', '--service', 'mtn'];
    expect(await refusal('service', 'announce', ...data, ...SAID)).toBe(
      'DATA has no service "mtn". It must be one of MTN, GLO, AIRTEL, 9MOBILE.',
    );
    expect(await refusal(...say('2020-01-01'))).toBe('The end of a message must be in the future.');
    expect(await refusal('service', 'withdraw', ...data)).toBe(
      'DATA mtn has no message. `service list` shows those that there are.',
    );
    expect(await refusal('service', 'announce', '--product', 'exam-pin', '--service', 'waec', ...SAID)).toBe(OFF);
    const shoes = await ops('service', 'withdraw', '--product', 'shoes', '--service', 'mtn');
    expect([shoes.code, shoes.lines.join(' ')]).toEqual([
      2,
      expect.stringContaining(`It must be one of ${productTypes.join(', ').toLowerCase()}.`),
    ]);
  });
});
