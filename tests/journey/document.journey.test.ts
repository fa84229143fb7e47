import { randomUUID } from 'node:crypto';
import { cableProducts, discos } from '@topup/core/catalogue';
import { type ApiAnswer, eventually, redisAvailable, testRedis, type World } from '@topup/testkit';
import { entriesOf, expectSound, soldFor, storedEventsOf } from './support/books';
import { expectDiscreet } from './support/discreet';
import { type DocumentWorld, type End, startDocumentWorld } from './support/document-world';
import { issuedAt, listAt, settleAt } from './support/sandbox';
import {
  airtime,
  buy,
  cable,
  data,
  numberOf,
  PACKAGE,
  PLAN,
  postpaid,
  prepaid,
  WARES,
  type Ware,
} from './support/wares';
import { eventsOf, expectEachSentOnce } from './support/webhooks';

// Sections 2 to 4 of the service's document, row by row.

let here: DocumentWorld;
let world: World;

beforeAll(async () => {
  here = await startDocumentWorld(redisAvailable() ? { redisUrl: (await testRedis()).url } : {});
  world = here.world;
});
afterAll(() => world?.stop());

const post = (path: string, body: unknown) => here.client.call('POST', path, body);
const balance = async () => Number((await here.client.balance()).body.data?.balance);
const plans = async () => (await here.client.dataPlans()).body.data ?? [];
const eventName = ({ productType }: Ware, what: string) => `${productType.toLowerCase()}.purchase.${what}`;
const fixed = (naira: number) => naira.toFixed(2);

/** The events of a purchase itself, once there are so many. */
async function eventsAbout(ref: string, count: number): Promise<string[]> {
  const own = () => eventsOf(world.receiver, ref).filter((event) => !event.startsWith('transaction.requery'));
  return eventually(own, (events) => events.length >= count);
}

const ends: { end: End; first: 200 | 202 | 424; last: 200 | 424; state: string }[] = [
  { end: 'delivered', first: 200, last: 200, state: 'success' },
  { end: 'rejected', first: 424, last: 424, state: 'failed' },
  { end: 'late', first: 202, last: 200, state: 'success' },
  { end: 'reversed', first: 202, last: 424, state: 'failed' },
];
const everyEnd = WARES.flatMap((ware) => ends.map((each) => ({ ...each, ware })));
const TOLD: Record<number, string> = { 200: 'successful', 202: 'pending', 424: 'failed' };

function expectEnvelope({ status, body }: ApiAnswer, expected: number, ref: string): void {
  expect(Object.keys(body).sort()).toEqual(['data', 'message', 'reference', 'status', 'status_code']);
  expect({ status, ...body }).toMatchObject({
    status: TOLD[expected],
    status_code: expected,
    message: expect.stringMatching(/\w/),
    reference: ref,
  });
  expect(status).toBe(expected);
  expect(typeof body.data).toBe('object');
}

describe('§2 resources and their fields', () => {
  test.each(everyEnd)('§2.1 envelope of a $end purchase: $ware.title', ({ ware, end, first }) => {
    const { answer, ref } = here.of(ware, end);
    expectEnvelope(answer, first, ref);
  });

  test.each(everyEnd)(
    '§2.1 envelope, reference and data required on status responses: $end $ware.title',
    async ({ ware, end, last }) => {
      const { ref } = here.of(ware, end);
      expectEnvelope(await here.client.status(ref), last, ref);
    },
  );

  test.each([
    { ware: airtime, keys: ['amount', 'network', 'phone'] },
    { ware: data, keys: ['amount', 'phone', 'plan'] },
    { ware: cable, keys: ['amount', 'package_code', 'smartcard_number'] },
    { ware: prepaid, keys: ['address', 'amount', 'customer_name', 'disco', 'meter_number', 'token', 'units'] },
  ])('§2.1 keys inside data on success, all values strings: $ware.title', ({ ware, keys }) => {
    const told = here.of(ware, 'delivered').answer.body.data ?? {};
    expect(Object.keys(told).sort()).toEqual(keys);
    expect(Object.values(told).map((value) => typeof value)).toEqual(keys.map(() => 'string'));
    expect(told).toMatchObject(ware.data(numberOf('00'), ware.naira));
  });

  test('§2.1 token and units | populated only for successful prepaid purchases', () => {
    expect(here.of(prepaid, 'delivered').answer.body.data).toMatchObject({
      token: expect.stringMatching(/^\d{20}$/),
      units: expect.any(String),
    });
    for (const sold of here.sold.filter(
      ({ ware, end }) => ware === postpaid || (ware === prepaid && end !== 'delivered'),
    )) {
      expect(sold.answer.body.data).toMatchObject({ token: '', units: null });
    }
  });

  test.each(WARES)('§2.2 transaction_type, amount, balances, description, created_at: $title', async (ware) => {
    const ref = randomUUID();
    await buy(here.client, ware, ref);
    const [after, { body }, row] = [await balance(), await here.client.status(ref), await world.purchase(ref)];
    expect(body.data).toMatchObject({
      transaction_type: ware.productType,
      amount: fixed(ware.naira),
      previous_balance: fixed(after + ware.naira),
      new_balance: fixed(after),
      description: row?.description,
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d+Z$/),
    });
    expect(new Date(String(body.data?.created_at))).toEqual(row?.created_at);
  });

  test.each(WARES)(
    '§2.2 identified by the request_ref, unique per transaction: a second $title with it is 400 and changes nothing',
    async (ware) => {
      const { ref } = here.of(ware, 'delivered');
      const before = await balance();
      expect((await buy(here.client, ware, ref)).status).toBe(400);
      expect(await balance()).toBe(before);
      expect(await entriesOf(world, ref)).toEqual([`debit -${ware.naira * 100}`]);
    },
  );

  test('§2.3 every field of a plan, its network one of the four', async () => {
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
      });
      expect(Number.isInteger(plan.id)).toBe(true);
    }
    expect(new Set(listed.map(({ network }) => network))).toEqual(new Set(['MTN', 'GLO', 'AIRTEL', '9MOBILE']));
  });

  test('§2.3 plan_id null | listed, cannot be bought', async () => {
    const { id } = await here.ops<{ id: number }>(
      'catalogue',
      'announce',
      '--network',
      'mtn',
      '--name',
      'N500 2GB - 7 days',
      '--cost',
      '450',
    );
    expect(await plans()).toContainEqual(
      expect.objectContaining({ id, plan_id: null, name: 'N500 2GB - 7 days', price: '495.00' }),
    );
    for (const plan_id of [null, String(id), 'null', '']) {
      expect((await buy(here.client, data, randomUUID(), undefined, { plan_id })).status).toBe(400);
    }
  });

  test('§2.3 price | priced for the caller’s tier; equals the amount debited', async () => {
    const listed = (await plans()).find(({ plan_id }) => plan_id === PLAN.plan_id);
    expect(listed?.price).toBe(fixed(PLAN.naira));
    expect(await entriesOf(world, here.of(data, 'delivered').ref)).toEqual([`debit -${PLAN.naira * 100}`]);
    const gold = await world.addAccount(1_000);
    await here.ops('tier', 'create', '--name', 'gold', '--markup', '2.5');
    await here.ops('account', 'set-tier', '--account', gold.id, '--tier', 'gold');
    const [api] = world.apis;
    const theirs = api && world.clientOf(api, gold);
    const answer = await theirs?.dataPlans();
    expect(answer?.body.data).toContainEqual(expect.objectContaining({ plan_id: PLAN.plan_id, price: '102.50' }));
    const ref = randomUUID();
    expect(theirs && (await buy(theirs, data, ref))).toMatchObject({
      status: 200,
      body: { data: { amount: '102.50' } },
    });
    expect(await entriesOf(world, ref)).toEqual(['debit -10250']);
  });

  test.each(cableProducts)('§2.4 packages of %s: package_code, package_name, price', async (product_type) => {
    const { status, body } = await post('/v1/cabletv/variations', { product_type });
    const priced = (await listAt(world, product_type)).filter(({ variation_amount }) => Number(variation_amount) > 0);
    expect({ status, data: body.data }).toEqual({
      status: 200,
      data: {
        product_type,
        packages: priced.map(({ variation_code, name, variation_amount }) => ({
          package_code: variation_code,
          package_name: name,
          price: variation_amount,
        })),
      },
    });
  });

  test.each(cableProducts)('§2.5 smartcard details of %s, all strings', async (product_type) => {
    const { status, body } = await post('/v1/cabletv/verify', { product_type, smartcard_number: '7029416318' });
    expect({ status, data: body.data }).toEqual({
      status: 200,
      data: {
        customer_name: expect.stringMatching(/\w/),
        customer_number: '7029416318',
        customer_type: expect.any(String),
        status: expect.any(String),
        due_date: expect.any(String),
      },
    });
  });

  test.each(discos)('§2.6 meter details of %s, all strings', async (disco) => {
    const { status, body } = await post('/v1/electricity/verify', {
      disco,
      meter_number: '45012345678',
      meter_type: 'prepaid',
    });
    const told = { meter_number: '45012345678', customer_name: expect.any(String), address: expect.any(String), disco };
    expect({ status, data: body.data }).toEqual({ status: 200, data: told });
  });

  test('§2.7 one webhook URL per account; setting again replaces it', async () => {
    const other = world.receiver.url.replace('/webhooks', '/elsewhere');
    await here.client.setWebhook(other);
    expect((await here.client.call('GET', '/v1/webhook/get')).body.data).toEqual({ webhook_url: other });
    await here.client.setWebhook(world.receiver.url);
    expect((await here.client.call('GET', '/v1/webhook/get')).body.data).toEqual({ webhook_url: world.receiver.url });
  });
});

describe('§3 states and transitions', () => {
  test.each(WARES)(
    '§3 (none) → in progress: wallet debited and provider called while the client waits: $title',
    ({ title }) => {
      const waited = here.sold.filter(({ ware, end }) => ware.title === title && end === 'late');
      for (const { ware, early } of waited) {
        expect(early).toEqual({
          status: expect.stringMatching(/^(initiated|pending)$/),
          sends: 1,
          entries: [`debit -${ware.naira * 100}`],
        });
      }
      expect(waited).toHaveLength(1);
    },
  );

  test.each(WARES)(
    '§3 (none) → in progress only with a valid payload, a sufficient balance, an unused reference: $title',
    async (ware) => {
      const poor = await world.addAccount(1);
      const [api] = world.apis;
      const [invalid, broke] = [randomUUID(), randomUUID()];
      expect((await buy(here.client, ware, invalid, 'nobody!')).status).toBe(400);
      const refused = api && (await buy(world.clientOf(api, poor), ware, broke));
      expect(refused).toMatchObject({
        status: 400,
        body: { status: 'error', message: expect.stringContaining('balance') },
      });
      for (const ref of [invalid, broke]) expect(await world.purchase(ref)).toBeUndefined();
      expect((await buy(here.client, ware, broke)).status).toBe(200); // so that reference was still unused
    },
  );

  test.each(WARES)('§3 in progress → provider confirms → successful (200): $title', async (ware) => {
    const { ref, answer } = here.of(ware, 'delivered');
    const row = await world.purchase(ref);
    expect(answer.status).toBe(200);
    expect(row).toMatchObject({ status: 'success', sends: 1, checks: 0 });
    expect(await soldFor(world, row?.provider_ref)).toEqual({ posts: ['delivered'], vends: 1 });
    expect(await eventsAbout(ref, ware.synchronous ? 0 : 1)).toEqual(
      ware.synchronous ? [] : [`${eventName(ware, 'success')} success`],
    );
  });

  test.each(WARES)('§3 in progress → provider still processing → pending (202): $title', async (ware) => {
    const { ref, answer } = here.of(ware, 'reversed');
    expect(answer.status).toBe(202);
    const early = (await eventsAbout(ref, 0)).filter((event) => event.endsWith(' pending'));
    expect(early).toEqual(ware === airtime ? ['airtime.purchase.pending pending'] : []);
  });

  test.each(WARES)(
    '§3 in progress → provider rejects → failed (424): wallet refunded, failed event: $title',
    async (ware) => {
      const { ref, answer } = here.of(ware, 'rejected');
      expect(answer.status).toBe(424);
      const kobo = ware.naira * 100;
      expect(await entriesOf(world, ref)).toEqual([`debit -${kobo}`, `refund ${kobo}`]);
      expect(await eventsAbout(ref, ware.synchronous ? 0 : 1)).toEqual(
        ware.synchronous ? [] : [`${eventName(ware, 'failed')} failed`],
      );
      expect(await soldFor(world, (await world.purchase(ref))?.provider_ref)).toMatchObject({ vends: 0 });
    },
  );

  test.each(everyEnd.filter(({ first }) => first === 202))(
    '§3 pending → later resolves → $state, matching event: $ware.title',
    async (row) => {
      const { ware, end, state } = row;
      const { ref } = here.of(ware, end);
      const kobo = ware.naira * 100;
      expect(await world.purchase(ref)).toMatchObject({ status: state });
      expect(await entriesOf(world, ref)).toEqual(
        state === 'failed' ? [`debit -${kobo}`, `refund ${kobo}`] : [`debit -${kobo}`],
      );
      const told = ware === airtime ? ['airtime.purchase.pending pending'] : [];
      if (!ware.synchronous) told.push(`${eventName(ware, state)} ${state}`);
      expect(await eventsAbout(ref, told.length)).toEqual(told);
    },
  );

  test.each(WARES)(
    '§3 any stored state → status query → unchanged, a transaction.requery event mirrors it: $title',
    async (ware) => {
      const { ref } = here.of(ware, 'rejected');
      const before = await world.purchase(ref);
      const count = () =>
        eventsOf(world.receiver, ref).filter((event) => event === 'transaction.requery failed').length;
      const told = count();
      await here.client.status(ref);
      await eventually(count, (now) => now === told + 1);
      expect(await world.purchase(ref)).toEqual(before);
    },
  );

  test('§3 a success never moves back to pending: the database itself refuses it', async () => {
    const { ref } = here.of(airtime, 'delivered');
    for (const status of ['pending', 'initiated', 'failed']) {
      await expect(
        world.sql('UPDATE purchase SET status = $2 WHERE request_ref = $1', [ref, status]),
      ).rejects.toThrow();
    }
    expect((await here.client.status(ref)).status).toBe(200);
  });

  test('§3 initiated and refunded, as decided: accepted purchases begin as initiated; a success taken back is refunded, 424, and no event but the requery', async () => {
    const histories = await world.sql<{ first: string }>(
      'SELECT (array_agg(to_status ORDER BY id))[1] AS first FROM purchase_history GROUP BY purchase_id',
    );
    expect(new Set(histories.map(({ first }) => first))).toEqual(new Set(['initiated']));
    for (const [ware, events] of [
      [airtime, ['airtime.purchase.success success']],
      [prepaid, []],
    ] as const) {
      const ref = randomUUID();
      await buy(here.client, ware, ref);
      await eventsAbout(ref, events.length);
      await settleAt(world, (await world.purchase(ref))?.provider_ref, 'reversed');
      await here.ops('purchase', 'settle', ref, '--refund', '--note', 'the provider took it back');
      const { status, body } = await here.client.status(ref);
      expect({ status, body }).toMatchObject({ status: 424, body: { status: 'failed' } });
      if (ware === prepaid) expect(body.data).toMatchObject({ token: '', units: null }); // it had one
      expect(await entriesOf(world, ref)).toEqual([`debit -${ware.naira * 100}`, expect.stringMatching(/ \d+00$/)]);
      await world.receiver.waitFor((webhook) => webhook.body?.reference === ref && webhook.body.status === 'refunded');
      expect(eventsOf(world.receiver, ref)).toEqual([...events, 'transaction.requery refunded']);
    }
  });
});

/** A body that each endpoint takes, and for each of its fields something that it does not. */
const BAD: { path: string; good: () => Record<string, unknown>; bad: Record<string, unknown> }[] = [
  ...WARES.map((ware) => ({
    path: ware.path,
    good: () => ({ ...ware.body('08031234567', ware.naira), request_ref: randomUUID() }),
    bad: {
      ...Object.fromEntries(Object.keys(ware.body('08031234567', ware.naira)).map((name) => [name, '\u0000'])),
      request_ref: 'x'.repeat(51),
    } as Record<string, unknown>,
  })),
  { path: '/v1/cabletv/variations', good: () => ({ product_type: 'dstv' }), bad: { product_type: 'DSTV' } },
  {
    path: '/v1/cabletv/verify',
    good: () => ({ product_type: 'gotv', smartcard_number: '7029416318' }),
    bad: { product_type: 'showmax', smartcard_number: 7029416318 },
  },
  {
    path: '/v1/electricity/verify',
    good: () => ({ disco: 'jos-electric', meter_number: '45012345678', meter_type: 'postpaid' }),
    bad: { disco: 'yola-electric', meter_number: '', meter_type: 'smart' },
  },
  {
    path: '/v1/transaction/status',
    good: () => ({ request_ref: here.of(airtime, 'delivered').ref }),
    bad: { request_ref: 7 },
  },
  { path: '/v1/webhook/set', good: () => ({ webhook_url: world.receiver.url }), bad: { webhook_url: 'not a URL' } },
];
const fields = BAD.flatMap(({ path, good, bad }) =>
  Object.entries(bad).map(([field, value]) => ({ path, field, good, value })),
);

describe('§4 endpoints', () => {
  test.each(BAD)('§4 $path takes what the document says', async ({ path, good }) => {
    expect((await post(path, good())).status).toBe(200);
  });

  test.each(fields)('§4 $path: $field is required, and checked', async ({ path, field, good, value }) => {
    const { [field]: _, ...without } = good();
    for (const body of [without, { ...good(), [field]: value }, { ...good(), [field]: null }]) {
      const answer = await post(path, body);
      expect(answer).toMatchObject({
        status: 400,
        body: { status: 'error', message: expect.any(String), error: expect.stringContaining(field) },
      });
    }
  });

  test.each(['mtn', 'glo', 'airtel', 'etisalat'])('§4.1 network | forwarded verbatim: %s', async (network) => {
    const ref = randomUUID();
    expect((await buy(here.client, airtime, ref, undefined, { network })).body.data).toMatchObject({ network });
    const { deliveries } = await world.ledger();
    const row = await world.purchase(ref);
    expect(deliveries.find(({ request_id }) => request_id === row?.provider_ref)).toMatchObject({ serviceID: network });
  });

  test.each([
    [100, '100.00'],
    ['100', '100.00'],
    ['100.5', '100.50'],
    [99.99, '99.99'],
  ])('§4.1 amount | number or numeric string, always returned as a string: %p', async (amount, told) => {
    expect((await buy(here.client, airtime, randomUUID(), undefined, { amount })).body.data).toMatchObject({
      amount: told,
    });
  });

  test('§4.1, §4.3 202 after the wait, and not before: however soon the provider says pending, the purchase stays initiated and is asked for meanwhile', async () => {
    for (const ware of [airtime, data]) {
      const { ref, waitedMs } = here.of(ware, 'reversed');
      const row = await world.purchase(ref);
      expect(waitedMs).toBeGreaterThanOrEqual(2_000);
      const asked = world.workers
        .flatMap((worker) => worker.logs('requeried'))
        .filter(({ purchase }) => purchase === row?.id);
      expect(asked.length).toBeGreaterThanOrEqual(2);
    }
  });

  test('§4.2 status success, message, and every plan that the provider sells at one price', async () => {
    const { status, body } = await here.client.dataPlans();
    expect({ status, body }).toMatchObject({ status: 200, body: { status: 'success', message: expect.any(String) } });
    const lists = await Promise.all(
      ['mtn-data', 'glo-data', 'glo-sme-data', 'airtel-data', 'etisalat-data'].map((id) => listAt(world, id)),
    );
    const sellable = lists.flat().filter(({ variation_code }) => variation_code !== 'mtn-xtratalk-300'); // listed twice, at two prices
    const listed = (await plans()).flatMap(({ plan_id }) => (plan_id === null ? [] : [plan_id]));
    expect(listed.sort()).toEqual(sellable.map(({ variation_code }) => variation_code).sort());
  });

  test('§4.3 no amount is sent: one that is sent all the same is ignored; unknown or unsupported plan 400', async () => {
    expect((await buy(here.client, data, randomUUID(), undefined, { amount: 1 })).body.data).toMatchObject({
      amount: fixed(PLAN.naira),
    });
    for (const plan_id of ['mtn-xtratalk-300', 'nothing-such', '1']) {
      const { status, body } = await buy(here.client, data, randomUUID(), undefined, { plan_id });
      expect({ status, body }).toEqual({
        status: 400,
        body: { status: 'error', message: expect.stringContaining('plan') },
      });
    }
  });

  test.each([
    [
      '§4.5 424: smartcard not recognised (same shape)',
      '/v1/cabletv/verify',
      { product_type: 'dstv', smartcard_number: numberOf('15') },
    ],
    [
      '§4.7 424: meter not recognised by the disco (same shape)',
      '/v1/electricity/verify',
      { disco: 'ikeja-electric', meter_number: numberOf('15'), meter_type: 'prepaid' },
    ],
  ])('%s', async (_, path, body) => {
    const answer = await post(path, body);
    expect({ status: answer.status, body: answer.body }).toEqual({
      status: 424,
      body: { status: 'failed', status_code: 424, message: expect.stringContaining('not recognised'), data: {} },
    });
  });

  test('§4.6 package_code and amount from the variations list: another package, another amount, no row', async () => {
    for (const changes of [
      { amount: 1 },
      { amount: PACKAGE.naira + 0.01 },
      { package_code: 'dstv79' },
      { package_code: 'gotv-lite' },
    ]) {
      const ref = randomUUID();
      expect(await buy(here.client, cable, ref, undefined, changes)).toMatchObject({
        status: 400,
        body: { status: 'error' },
      });
      expect(await world.purchase(ref)).toBeUndefined();
    }
    expect((await buy(here.client, cable, randomUUID(), undefined, { amount: String(PACKAGE.naira) })).status).toBe(
      200,
    );
  });

  test.each(['renew', 'change'])('§4.6 subscription_type %s', async (subscription_type) => {
    expect((await buy(here.client, cable, randomUUID(), undefined, { subscription_type })).status).toBe(200);
  });

  test('§4.6, §4.8 no long-poll: a provider that says pending is passed on at once, though the client would be waited on for 20 s', async () => {
    for (const ware of [cable, prepaid, postpaid]) {
      const { answer, waitedMs } = here.of(ware, 'late');
      expect(answer.status).toBe(202);
      expect(waitedMs).toBeLessThan(15_000);
    }
  });

  test('§4.8 prepaid units with their token, which also leaves by SMS; a postpaid bill has neither', async () => {
    const sold = here.of(prepaid, 'delivered');
    const { token, units } = await issuedAt(world, (await world.purchase(sold.ref))?.provider_ref);
    expect(sold.answer.body.data).toMatchObject({ token, units: String(units) });
    const sent = world.sql<{ kind: string }>(
      'SELECT n.kind FROM notification n JOIN purchase p ON p.id = n.purchase_id WHERE p.request_ref = ANY ($1)',
      [[sold.ref, here.of(postpaid, 'delivered').ref]],
    );
    expect(await sent).toEqual([{ kind: 'token_sms' }]);
    const texts = world.workers.flatMap((worker) => worker.logs()).filter(({ message }) => message.startsWith('SMS'));
    expect(texts.map(({ text }) => text)).toContainEqual(
      expect.stringContaining(`Ikeja Electric token: …${token.slice(-4)}\n`),
    );
  });

  test('§4.8 a late token is to be had from the status endpoint', async () => {
    const { ref, answer } = here.of(prepaid, 'late');
    expect(answer.body.data).toMatchObject({ token: '', units: null });
    const { token, units } = await issuedAt(world, (await world.purchase(ref))?.provider_ref);
    expect((await here.client.status(ref)).body.data).toMatchObject({ token, units: String(units) });
  });

  test('§4.9 400 without a reference; 404 for one that nobody used; 403 for another account’s, with the same body', async () => {
    const stranger = await world.addAccount(1);
    const [api] = world.apis;
    const none = await here.client.status(randomUUID());
    const theirs = api && (await world.clientOf(api, stranger).status(here.of(airtime, 'delivered').ref));
    expect((await post('/v1/transaction/status', {})).status).toBe(400);
    expect([none.status, theirs?.status]).toEqual([404, 403]);
    expect(theirs?.body).toEqual(none.body);
    expect(none.body).toEqual({ status: 'error', message: expect.any(String) });
  });

  test('§4.9 a transaction.requery only when a webhook URL is configured', async () => {
    const [api] = world.apis;
    const client = api && world.clientOf(api, await world.addAccount(1_000));
    const ref = randomUUID();
    expect(client && (await buy(client, airtime, ref)).status).toBe(200);
    expect((await client?.status(ref))?.status).toBe(200);
    expect(await storedEventsOf(world, ref)).toEqual([]);
  });

  test('§4.10, §4.11 bodies, as decided; null before any was set', async () => {
    const [api] = world.apis;
    const somebody = api && world.clientOf(api, await world.addAccount(1));
    const before = await somebody?.call('GET', '/v1/webhook/get');
    const shape = (webhook_url: string | null) => ({
      status: 'success',
      message: expect.any(String),
      data: { webhook_url },
    });
    expect([before?.status, before?.body]).toEqual([200, shape(null)]);
    const set = await somebody?.setWebhook('https://example.com/hooks?a=1');
    expect([set?.status, set?.body]).toEqual([200, shape('https://example.com/hooks?a=1')]);
    const after = await somebody?.call('GET', '/v1/webhook/get');
    expect([after?.status, after?.body]).toEqual([200, shape('https://example.com/hooks?a=1')]);
  });
});

test('something in the document costs money: everything adds up, and the logs hold no number, token or key', async () => {
  expectEachSentOnce([world.receiver]);
  await expectSound(world);
  await expectDiscreet(world);
});
