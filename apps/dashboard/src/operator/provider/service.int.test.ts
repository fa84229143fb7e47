import { judgeServices } from '@topup/core/routing';
import type { ServiceRow } from '@topup/dashboard-contract';
import { declarationOf } from '@topup/providers';
import { OPERATOR, openOperatorWorld } from '../../testing/operator-world';

const { world, get, post } = openOperatorWorld();

const MTN = { product: 'AIRTIME', service: 'mtn' };
const until = new Date(Date.now() + 3_600_000).toISOString();
const seen = async (): Promise<ServiceRow[]> => (await get('/services').expect(200)).body;
const mtn = async () => (await seen()).find((row) => row.productType === 'AIRTIME' && row.service === 'mtn');

describe('an operator cannot tell clients why a service fails, or nobody knows who did', () => {
  beforeAll(() => judgeServices(world().db, [declarationOf('vtpass').profile]));

  test('each service on sale has its state, and a message until an operator withdraws it', async () => {
    const none = { productType: 'AIRTIME', state: 'available', since: expect.any(String), message: null };
    expect((await seen()).slice(0, 2)).toEqual([
      { ...none, service: 'mtn', messageUntil: null },
      { ...none, service: 'glo', messageUntil: null },
    ]);
    const message = 'MTN works on its systems.';
    const announced = { ...MTN, message };
    expect(
      (await post('/services/announce', { ...announced, message: ` ${message} `, until }).expect(200)).body,
    ).toEqual(announced);
    expect(await mtn()).toMatchObject({ message, messageUntil: until });
    expect((await post('/services/withdraw', MTN).expect(200)).body).toEqual({ ...MTN, message: null });
    expect(await mtn()).toMatchObject({ message: null, messageUntil: null });
    const recorded = { note: message, before: null, after: null, userEmail: OPERATOR };
    expect(await world().recordedOf('AIRTIME mtn')).toEqual([
      { ...recorded, action: 'service.announce', details: { until } },
      { ...recorded, action: 'service.withdraw', details: {} },
    ]);
    expect((await post('/services/withdraw', MTN).expect(404)).body).toMatchObject({
      message: 'AIRTIME mtn has no message.',
    });
  });

  test.each([
    [{ service: 'mtnn' }, { service: expect.stringContaining('AIRTIME has no service "mtnn".') }],
    [{ product: 'SHOES' }, { product: expect.stringContaining('must be one of') }],
    [{ message: 'x'.repeat(201) }, { message: 'message must be one line of 1 to 200 characters' }],
    [{ until: '2020-01-01T00:00:00Z' }, { until: 'The end of a message must be in the future.' }],
    [{ until: '2100-01-01' }, { until: expect.stringContaining('must be a time with its offset') }],
    [{ until: '' }, { until: expect.stringContaining('must be a time with its offset') }],
  ])('a wrong message names what is wrong: %j', async (wrong, fields) => {
    const body = { ...MTN, message: 'x', until, ...wrong };
    expect((await post('/services/announce', body).expect(400)).body).toMatchObject({ fields });
    expect(await mtn()).toMatchObject({ message: null });
  });
});
