import { reportBreakers } from '@topup/core/provider';
import { OPERATOR, openOperatorWorld } from '../../testing/operator-world';

const { world, get, post } = openOperatorWorld();

const closed = async () => (await get('/provider').expect(200)).body.breakers;

describe('an operator does not see what is stopped, or cannot stop what goes wrong', () => {
  afterEach(() => world().db.providerSwitch.deleteMany());

  test('a service that is closed is listed with who, why and since when, until it is opened', async () => {
    await post('/provider/close', { service: 'mtn-data', reason: ' ticket 17 ' }).expect(200);
    await post('/provider/close', { service: null, reason: 'ticket 18' }).expect(200);
    const row = { reason: 'operator', state: 'open', accounts: null, processes: null, since: expect.any(String) };
    expect(await closed()).toEqual([
      { ...row, breaker: 'mtn-data', detail: `${OPERATOR}: ticket 17` },
      { ...row, breaker: 'provider', detail: `${OPERATOR}: ticket 18` },
    ]);
    await post('/provider/open', { service: 'mtn-data' }).expect(200);
    await post('/provider/open', { service: null }).expect(200);
    expect(await closed()).toEqual([]);
    expect(await world().recordedOf('vtpass mtn-data')).toEqual([
      { action: 'provider.close', note: 'ticket 17', details: {}, userEmail: OPERATOR },
      {
        action: 'provider.open',
        note: null,
        details: { reason: 'ticket 17', closed_at: expect.any(String) },
        userEmail: OPERATOR,
      },
    ]);
    expect(await world().recordedOf('vtpass')).toHaveLength(2);
  });

  test('what is closed is not closed again, and what is open is not opened: nothing is recorded', async () => {
    await post('/provider/close', { service: 'dstv', reason: 'ticket 19' }).expect(200);
    expect((await post('/provider/close', { service: 'dstv', reason: 'x' }).expect(409)).body).toMatchObject({
      code: 'already_closed',
      message: 'Service "dstv" is closed by hand already.',
    });
    expect((await post('/provider/open', { service: 'gotv' }).expect(409)).body).toMatchObject({ code: 'not_closed' });
    expect((await post('/provider/open', { service: null }).expect(409)).body).toMatchObject({ code: 'not_closed' });
    expect(await world().recordedOf('vtpass dstv')).toHaveLength(1);
  });

  test.each([
    [{ service: 'mtnn', reason: 'x' }, { service: 'The provider sells no service "mtnn".' }],
    [{ service: 'mtn' }, { reason: expect.stringContaining('must be one line') }],
    [{ reason: 'x' }, { service: expect.stringContaining('must be one line') }],
  ])('a wrong order names what is wrong: %j', async (body, fields) => {
    expect((await post('/provider/close', body).expect(400)).body).toMatchObject({ fields });
    expect(await closed()).toEqual([]);
  });

  test('breakers of running processes are listed, with what is left of the float', async () => {
    const since = new Date('2026-11-22T12:00:00Z');
    const base = { state: 'open' as const, accounts: null, leftKobo: null, detail: null, since };
    await reportBreakers(world().db, { process: 'worker@x:1', provider: 'vtpass' }, [
      { ...base, breaker: 'provider', reason: 'float', leftKobo: 60_000n },
      { ...base, breaker: 'mtn', reason: 'silent', accounts: 3 },
    ]);
    const row = { state: 'open', processes: ['worker@x:1'], since: since.toISOString() };
    expect(await closed()).toEqual([
      { ...row, breaker: 'mtn', reason: 'silent', accounts: 3, detail: null },
      { ...row, breaker: 'provider', reason: 'float', accounts: null, detail: 'Orders above NGN 600.00 are stopped.' },
    ]);
    expect((await get('/provider')).body.services).toEqual(expect.arrayContaining(['mtn', 'mtn-data', 'dstv']));
  });
});
