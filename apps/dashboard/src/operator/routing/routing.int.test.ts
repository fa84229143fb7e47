import { productTypes } from '@topup/core/product';
import { insertSwitch } from '@topup/core/provider';
import { OPERATOR, openOperatorWorld } from '../../testing/operator-world';

const { world, get, post } = openOperatorWorld({
  others: [
    {
      name: 'monnify',
      dataServices: [],
      products: async () => ({ kind: 'found', value: [] }),
      variations: async () => ({ kind: 'found', value: [] }),
    },
  ],
});
const state = async () => ({
  ...(await get('/routing').expect(200)).body,
  versions: (await get('/routing/versions').expect(200)).body.rows,
});
const write = (rules: string, activate = false) => post('/routing/versions', { rules, note: 'ticket 7', activate });

describe('an operator cannot say on the page which provider serves which order', () => {
  test('rules are written, activated and taken back, and the page shows all of that', async () => {
    expect(await state()).toMatchObject({ providers: ['vtpass', 'monnify'], version: null, rules: [], versions: [] });
    expect((await write('AIRTIME mtn: monnify 100-5000, vtpass').expect(200)).body).toEqual({
      version: 1,
      active: false,
    });
    expect((await write('AIRTIME: monnify\n# later', true).expect(200)).body).toEqual({ version: 2, active: true });
    await post('/routing/activate', { version: 1 }).expect(200);
    expect(await state()).toMatchObject({
      version: 1,
      rules: ['AIRTIME mtn: monnify 100-5000, vtpass'],
      versions: [
        {
          number: 2,
          createdBy: OPERATOR,
          note: 'ticket 7',
          rules: ['AIRTIME: monnify'],
          activatedAt: expect.any(String),
        },
        { number: 1, activatedAt: expect.any(String) },
      ],
    });
    expect((await post('/routing/activate', { version: 1 }).expect(409)).body).toMatchObject({
      code: 'active_already',
    });
    await post('/routing/activate', { version: 9 }).expect(404);
    await post('/routing/activate', { version: null }).expect(200);
    expect(await state()).toMatchObject({ version: null, rules: [] });
  });

  test('what is wrong with the rules is said at the field, and nothing is written', async () => {
    const before = (await state()).versions.length;
    expect((await write('SHOES: vtpass').expect(400)).body.fields).toEqual({
      rules: `The rules have an error, so nothing was changed. Line 1: "SHOES" is not a product. It must be one of ${productTypes.join(', ')}.`,
    });
    expect((await write('AIRTIME: reloadly').expect(400)).body.fields.rules).toContain(
      'PROVIDERS does not list "reloadly"',
    );
    expect((await state()).versions).toHaveLength(before);
  });

  test('a simulation says who would serve an order, and why not the others, in words', async () => {
    const ask = (query: string) => get(`/routing/simulation?${query}`);
    const order = 'product=AIRTIME&service=mtn&amount=100';
    expect((await ask(order).expect(200)).body).toEqual({
      version: null,
      chosen: 'vtpass',
      cost: null,
      despite: null,
      passed: [],
    });
    await insertSwitch(world().db, { provider: 'vtpass', breaker: 'provider', reason: 'x', closedBy: 'ada' });
    expect((await ask(order).expect(200)).body).toMatchObject({
      chosen: null,
      passed: [
        { provider: 'vtpass', why: 'it is closed by an operator or by the service' },
        { provider: 'monnify', why: 'it does not sell this, or the product is not mapped' },
      ],
    });
    await world().db.providerSwitch.deleteMany();
    expect((await ask('product=DATA&service=mtn&amount=100').expect(400)).body.fields).toHaveProperty('service');
    await ask('product=SHOES&service=mtn&amount=100').expect(400);
    const meter = 'product=ELECTRICITY&service=eko-electric&amount=1000';
    expect((await ask(meter).expect(400)).body.fields.code).toContain('prepaid or postpaid');
    expect((await ask(`${meter}&code=solar`).expect(400)).body.fields.code).toContain('eko-electric/solar');
    expect((await ask(`${meter}&code=prepaid`).expect(200)).body).toMatchObject({ chosen: 'vtpass' });
  });
});
