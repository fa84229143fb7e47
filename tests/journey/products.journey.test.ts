import { randomUUID } from 'node:crypto';
import { products } from '@topup/core/product';
import { eventually, startWorld, type World } from '@topup/testkit';
import { expectConsistent, ledgerEntriesOf } from './support/books';
import { expectLogsMasked } from './support/expect-masked';
import { type Ops, operatorsOf } from './support/ops';
import { airtime, buy, cable, data, numberOf, PACKAGE, PLAN, PRODUCTS, postpaid, prepaid } from './support/products';
import { priceListOf, soldAs, tokenIssuedFor } from './support/sandbox';
import { DOCUMENTED_WINDOWS } from './support/world-with-purchases';

// The endpoints of each product: what they list, look up, take and sell (specification 4.2 to 4.9).

const { services: discos } = products.ELECTRICITY;

let world: World;
let ops: Ops;

beforeAll(async () => {
  world = await startWorld({ settings: DOCUMENTED_WINDOWS });
  ops = operatorsOf(world);
  await ops('catalogue', 'sync');
});
afterAll(() => world?.stop());

const post = (path: string, body: unknown) => world.client.call('POST', path, body);
const plans = async () => (await world.client.dataPlans()).body.data ?? [];
const fixed = (naira: number) => naira.toFixed(2);

describe('airtime is sold to the wrong network, or for another amount', () => {
  test.each(['mtn', 'glo', 'airtel', 'etisalat'])(
    'specification 4.2: the provider receives the network as sent: %s',
    async (network) => {
      const ref = randomUUID();
      expect((await buy(world.client, airtime, ref, undefined, { network })).body.data).toMatchObject({ network });
      expect(await soldAs(world, ref)).toMatchObject({ serviceID: network });
    },
  );

  test('specification 2.4: the network is not derived from the number', async () => {
    const answer = await buy(world.client, airtime, randomUUID(), '08031234567', { network: 'glo' }); // an MTN prefix
    expect(answer).toMatchObject({ status: 200, body: { data: { network: 'glo' } } });
  });

  test.each([
    [100, '100.00'],
    ['100', '100.00'],
    ['100.5', '100.50'],
    [99.99, '99.99'],
  ])(
    'specification 3.1, 3.2: the amount %p is a number or a string, and comes back as a string',
    async (amount, answered) => {
      expect((await buy(world.client, airtime, randomUUID(), undefined, { amount })).body.data).toMatchObject({
        amount: answered,
      });
    },
  );

  test.each([9.99, 50_000.01])('specification 4.2: airtime of ₦%p is outside the bounds', async (amount) => {
    const answer = await buy(world.client, airtime, randomUUID(), undefined, { amount });
    expect(answer).toMatchObject({ status: 400, body: { error: 'amount must be between 10.00 and 50000.00' } });
  });
});

describe('a data plan is listed that cannot be bought, or costs more than listed', () => {
  test('specification 4.3: the list has every plan that the provider sells at one price', async () => {
    const { status, body } = await world.client.dataPlans();
    expect({ status, body }).toMatchObject({ status: 200, body: { status: 'success', message: expect.any(String) } });
    const lists = await Promise.all(
      ['mtn-data', 'glo-data', 'glo-sme-data', 'airtel-data', 'etisalat-data'].map((id) => priceListOf(world, id)),
    );
    // mtn-xtratalk-300 is listed twice, at two prices
    const sellable = lists.flat().filter(({ variation_code }) => variation_code !== 'mtn-xtratalk-300');
    const listed = (await plans()).flatMap(({ plan_id }) => (plan_id === null ? [] : [plan_id]));
    expect(listed.sort()).toEqual(sellable.map(({ variation_code }) => variation_code).sort());
  });

  test('specification 4.3: a plan has every field, and its network is one of the four', async () => {
    const listed = await plans();
    for (const plan of listed) {
      expect(plan).toEqual({
        id: expect.any(Number),
        plan_id: expect.any(String),
        network: expect.stringMatching(/^(MTN|GLO|AIRTEL|9MOBILE)$/),
        name: expect.stringMatching(/\w/),
        plan_name: expect.stringMatching(/\w/),
        price: expect.stringMatching(/^\d+\.\d\d$/),
        validity: expect.any(String),
        is_active: true,
        size_mb: plan.size_mb === null ? null : expect.any(Number),
        validity_days: plan.validity_days === null ? null : expect.any(Number),
        changed_at: expect.stringMatching(/Z$/),
      });
      expect(Number.isInteger(plan.id)).toBe(true);
    }
    expect(new Set(listed.map(({ network }) => network))).toEqual(new Set(['MTN', 'GLO', 'AIRTEL', '9MOBILE']));
  });

  test('specification 4.3: an announced plan is listed with plan_id null and cannot be bought', async () => {
    const name = 'MTN 2 GB, 7 days';
    const announced = ['--network', 'mtn', '--name', 'N500 2GB - 7 days', '--cost', '450'];
    const { id } = await ops<{ id: number }>('catalogue', 'announce', ...announced);
    expect(await plans()).toContainEqual(expect.objectContaining({ id, plan_id: null, name, price: '495.00' }));
    for (const plan_id of [null, String(id), 'null', '']) {
      expect((await buy(world.client, data, randomUUID(), undefined, { plan_id })).status).toBe(400);
    }
  });

  test('specification 4.3: a withdrawn plan is listed with plan_id null and cannot be bought', async () => {
    const { id } = await ops<{ id: number }>('catalogue', 'withdraw', '--plan', 'glo-100');
    const answer = await world.client.dataPlans();
    expect(answer.body.data).toContainEqual(expect.objectContaining({ id, plan_id: null, name: 'Glo 105 MB, 2 days' }));
    expect((await buy(world.client, data, randomUUID(), undefined, { plan_id: 'glo-100' })).status).toBe(400);
  });

  test('specification 3.4: a plan costs what the list of the caller’s tier says', async () => {
    const listed = (await plans()).find(({ plan_id }) => plan_id === PLAN.plan_id);
    expect(listed?.price).toBe(fixed(PLAN.naira));
    const standard = randomUUID();
    expect((await buy(world.client, data, standard)).status).toBe(200);
    expect(await ledgerEntriesOf(world, standard)).toEqual([`debit -${PLAN.naira * 100}`]);
    const gold = await world.addAccount(1_000);
    await ops('tier', 'create', '--name', 'gold', '--markup', '2.5');
    await ops('account', 'set-tier', '--account', gold.liveId, '--tier', 'gold');
    const client = world.clientFor(gold);
    const answer = await client.dataPlans();
    expect(answer.body.data).toContainEqual(expect.objectContaining({ plan_id: PLAN.plan_id, price: '102.50' }));
    const ref = randomUUID();
    expect(await buy(client, data, ref)).toMatchObject({ status: 200, body: { data: { amount: '102.50' } } });
    expect(await ledgerEntriesOf(world, ref)).toEqual(['debit -10250']);
  });

  test('specification 3.4: tier standard adds 10 % to the cost', async () => {
    expect(await ops('tier', 'list')).toContainEqual(
      expect.objectContaining({ name: 'standard', markupPercent: '10.00' }),
    );
    const { body } = await buy(world.client, data, randomUUID());
    expect(body.data).toMatchObject({ amount: '110.00' });
  });

  test('specification 4.4: an amount in the order is ignored; an unknown or unsupported plan returns 400', async () => {
    expect((await buy(world.client, data, randomUUID(), undefined, { amount: 1 })).body.data).toMatchObject({
      amount: fixed(PLAN.naira),
    });
    for (const plan_id of ['mtn-xtratalk-300', 'nothing-such', '1']) {
      const { status, body } = await buy(world.client, data, randomUUID(), undefined, { plan_id });
      expect({ status, body }).toEqual({
        status: 400,
        body: { status: 'error', message: expect.stringContaining('plan') },
      });
    }
  });
});

describe('a package is sold for another price than the provider’s', () => {
  const lists = PRODUCTS.flatMap(({ variations, productType }) =>
    variations === undefined ? [] : (products[productType].services ?? []).map((service) => [service, variations]),
  );
  test.each(lists)(
    'specification 4.5: the packages of %s have code, name and price',
    async (product_type = '', path = '') => {
      const { status, body } = await post(path, { product_type });
      const list = await priceListOf(world, product_type);
      const priced = list.filter(({ variation_amount }) => Number(variation_amount) > 0);
      expect({ status, data: body.data }).toEqual({
        status: 200,
        data: {
          product_type,
          packages: priced.map(({ variation_code, name, variation_amount }) => ({
            package_code: variation_code,
            // 'GOtv Lite N410', 'Nova - 900 Naira - 1 Month': the price there is the provider's
            package_name: name.replace(/ N[\d,]+(?= |$)| - [\d,]+ Naira/, ''),
            price: variation_amount,
          })),
        },
      });
    },
  );

  test.each([
    ['dstv', 'dstv-yanga', '2308.50'],
    ['gotv', 'gotv-max', '3240.00'],
    ['startimes', null, null],
  ])(
    'specification 4.6: the details of a smartcard of %s',
    async (product_type, current_package_code, renewal_amount) => {
      const { status, body } = await post('/v1/cabletv/verify', { product_type, smartcard_number: '7029416318' });
      expect({ status, data: body.data }).toEqual({
        status: 200,
        data: {
          customer_name: expect.stringMatching(/\w/),
          customer_number: '7029416318',
          customer_type: expect.any(String),
          status: expect.any(String),
          due_date: expect.any(String),
          current_package_code,
          renewal_amount,
        },
      });
    },
  );

  test('specification 4.7: another package or another amount returns 400 and writes no row', async () => {
    for (const changes of [
      { amount: 1 },
      { amount: PACKAGE.naira + 0.01 },
      { package_code: 'dstv79' },
      { package_code: 'gotv-lite' },
    ]) {
      const ref = randomUUID();
      expect(await buy(world.client, cable, ref, undefined, changes)).toMatchObject({
        status: 400,
        body: { status: 'error' },
      });
      expect(await world.purchase(ref)).toBeUndefined();
    }
    const asText = { amount: String(PACKAGE.naira) };
    expect((await buy(world.client, cable, randomUUID(), undefined, asText)).status).toBe(200);
  });

  test.each<[string, string, string, number]>([
    ['the dearer package for its price', '8061522780', 'gotv-max', 3600],
    ['the dearer package for the renewal amount', '8061522780', 'gotv-max', 369],
    ['a cheaper package for its price', '7012345011', 'dstv-padi', 1850],
    ['the right package for less', '8061522780', 'gotv-lite', 368],
  ])('specification 4.7: a renewal as %s returns 400 and writes no row', async (_what, card, package_code, amount) => {
    const { ref, answer } = await renew(card, package_code, amount);
    expect(answer).toMatchObject({
      status: 400,
      body: { error: expect.stringMatching(/^(package_code|amount) must be/) },
    });
    expect(await world.purchase(ref)).toBeUndefined();
  });

  test.each<[string, string, number, number]>([
    ['8061522780', 'gotv-lite', 369, 369],
    ['8061522780', 'gotv-lite', 410, 369],
    ['7012345011', 'dstv79', 7900, 7900],
  ])('specification 4.7: card %s renews %s for %d, and we pay %d', async (card, package_code, amount, charged) => {
    const { ref, answer } = await renew(card, package_code, amount);
    expect(answer).toMatchObject({ status: 200, body: { data: { amount: fixed(amount), package_code } } });
    const expected = { amount: world.mode === 'live' ? charged : null, variation_code: package_code };
    expect(await soldAs(world, ref)).toMatchObject(expected);
    expect(await world.purchase(ref)).toMatchObject({ status: 'success', needs_review: false });
  });

  /** Card 8061522780 of GOtv has GOtv Lite, at 10 % off; 7012345011 of DStv has Compact, at its price. */
  async function renew(smartcard_number: string, package_code: string, amount: number) {
    const [product_type] = package_code.split(/[-0-9]/);
    const order = { product_type, smartcard_number, package_code, amount, phone: '08031234567' };
    const ref = randomUUID();
    return { ref, answer: await post(cable.path, { ...order, subscription_type: 'renew', request_ref: ref }) };
  }
});

describe('an unknown customer is taken for a known one', () => {
  test.each([
    ['4.6', 'smartcard', '/v1/cabletv/verify', { product_type: 'dstv', smartcard_number: numberOf('15') }],
    [
      '4.8',
      'meter',
      '/v1/electricity/verify',
      { disco: 'ikeja-electric', meter_number: numberOf('15'), meter_type: 'prepaid' },
    ],
  ])('specification %s: an unrecognised %s returns 424 with empty data', async (_section, _what, path, body) => {
    const answer = await post(path, body);
    expect({ status: answer.status, body: answer.body }).toEqual({
      status: 424,
      body: { status: 'failed', status_code: 424, message: expect.stringContaining('not recognised'), data: {} },
    });
  });
});

describe('a customer pays for electricity and has no token', () => {
  test.each(discos)('specification 4.8: the details of a meter of %s are strings', async (disco) => {
    const { status, body } = await post('/v1/electricity/verify', {
      disco,
      meter_number: '45012345678',
      meter_type: 'prepaid',
    });
    const expected = { meter_number: '45012345678', customer_name: expect.any(String), address: expect.any(String) };
    const { minimum_amount = '1.00', ...data } = body.data ?? {};
    expect({ status, data }).toEqual({ status: 200, data: { ...expected, disco } });
    expect(minimum_amount).toMatch(/^\d+\.\d\d$/);
  });

  test('specification 4.9, 9.3: a prepaid token is in the answer and an SMS; a postpaid bill has neither', async () => {
    const refs = { prepaid: randomUUID(), postpaid: randomUUID() };
    const answer = await buy(world.client, prepaid, refs.prepaid, numberOf('00'));
    expect((await buy(world.client, postpaid, refs.postpaid, numberOf('00'))).status).toBe(200);
    const { token, units } = await tokenIssuedFor(world, (await world.purchase(refs.prepaid))?.provider_ref);
    expect(answer.body.data).toMatchObject({ token, units: String(units) });
    const notifications = await world.sql<{ kind: string }>(
      'SELECT n.kind FROM notification n JOIN purchase p ON p.id = n.purchase_id WHERE p.request_ref = ANY ($1)',
      [Object.values(refs)],
    );
    // in test mode no SMS is sent, so that no stranger's phone gets one (specification 1.4)
    expect(notifications).toEqual(world.mode === 'live' ? [{ kind: 'token_sms' }] : []);
    if (world.mode === 'test') return;
    const texts = () =>
      world.workers
        .flatMap((worker) => worker.logs())
        .flatMap(({ message, text }) => (message.startsWith('SMS') ? [text] : []));
    const [text] = await eventually(texts, (all) => all.length > 0);
    expect(text).toContain(`Ikeja Electric token: …${token.slice(-4)}\n`);
  });

  test.each([
    ['02', 'delivered late'],
    ['13', 'issued after the delivery'],
  ])('specification 4.9: a token that comes late is in the status: %s, %s', async (outcome) => {
    const ref = randomUUID();
    const answer = await buy(world.client, prepaid, ref, numberOf(outcome));
    expect(answer).toMatchObject({ status: 202, body: { status: 'pending', data: { token: '', units: null } } });
    const row = await eventually(
      () => world.purchase(ref),
      (purchase) => purchase?.status === 'success',
    );
    expect(row?.checks).toBeGreaterThan(0);
    const { token, units } = await tokenIssuedFor(world, row?.provider_ref);
    expect(token).toMatch(/^\d{20}$/);
    expect((await world.client.status(ref)).body.data).toMatchObject({ token, units: String(units) });
  });

  test.each(['ikeja-electric', 'kaduna-electric', 'benin-electric'])(
    'specification 4.9: electricity of %s costs ₦1,000 to ₦500,000',
    async (disco) => {
      for (const amount of [999.99, 500_000.01]) {
        const answer = await buy(world.client, postpaid, randomUUID(), undefined, { disco, amount });
        expect(answer).toMatchObject({ status: 400, body: { error: 'amount must be between 1000.00 and 500000.00' } });
      }
    },
  );

  test('specification 4.9: a higher minimum of the meter is the disco’s to enforce: 424, refunded', async () => {
    const ref = randomUUID();
    const answer = await buy(world.client, prepaid, ref, undefined, { disco: 'kaduna-electric', amount: 1000 });
    expect(answer).toMatchObject({
      status: 424,
      body: { message: expect.stringContaining('minimum'), data: { amount: '1000.00', token: '' } },
    });
    expect(await ledgerEntriesOf(world, ref)).toEqual(['debit -100000', 'refund 100000']);
  });
});

describe('the products lose money or reveal customers', () => {
  test('every purchase is accounted for, and the logs contain no number, token or key', async () => {
    await expectConsistent(world);
    await expectLogsMasked(world);
  });
});
