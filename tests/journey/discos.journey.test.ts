import { randomUUID } from 'node:crypto';
import { products } from '@topup/core/product';
import { type ApiAnswer, eventually, type LogEntry, startWorld, type World } from '@topup/testkit';
import { expectConsistent, expectSold, ledgerEntriesOf } from './support/books';
import { expectLogsMasked } from './support/expect-masked';
import { tokenIssuedFor } from './support/sandbox';

/** The provider's first answer for Kano never has the token; the second requery has it. */
const TOKEN_ALWAYS_LATER = 'kano-electric';

const { services: discos, variations: meterTypes } = products.ELECTRICITY;
const meters = discos.flatMap((disco, d) =>
  meterTypes.map((meter_type, t) => ({
    disco,
    meter_type,
    meter_number: `4501234${d}${t}678`,
    phone: `08031234${d}${t}9`, // one per meter, so that each SMS can be recognised
    ref: randomUUID(),
  })),
);
type Meter = (typeof meters)[number];
const prepaid = meters.filter(({ meter_type }) => meter_type === 'prepaid');
const postpaid = meters.filter(({ meter_type }) => meter_type === 'postpaid');

let world: World;
const bought = new Map<Meter, ApiAnswer>();

beforeAll(async () => {
  world = await startWorld({ sandboxSettings: { SANDBOX_PENDING_REQUERIES: '1' } });
  // one after another: each has all of its 15 s for itself, even on a busy machine
  for (const meter of meters) {
    const { ref, ...order } = meter;
    const body = { ...order, amount: 5000, request_ref: ref };
    bought.set(meter, await world.client.call('POST', '/v1/electricity/purchase', body));
  }
});
afterAll(() => world?.stop());

describe('a customer pays for electricity and gets no token', () => {
  test.each(prepaid)(
    '$disco: the issued token is in the answer, stays in the status, and is sent by SMS once',
    async (meter) => {
      const { ref, disco, meter_number, phone } = meter;
      const late = disco === TOKEN_ALWAYS_LATER;
      const answer = bought.get(meter);
      const facts = { amount: '5000.00', disco, meter_number };
      expect(answer).toMatchObject(
        late
          ? { status: 202, body: { data: { ...facts, token: '', units: null } } }
          : { status: 200, body: { data: facts } },
      );
      const row = await eventually(
        () => world.purchase(ref),
        (purchase) => purchase?.status === 'success',
      );
      expect(row).toMatchObject({ needs_review: false, sends: 1 });
      const { token, units } = await tokenIssuedFor(world, row?.provider_ref);
      expect(token).toMatch(/^[0-9]{20}$/);
      expect(units).toBeGreaterThan(0);

      const expected = { token, units: String(units), customer_name: expect.any(String), address: expect.any(String) };
      if (!late) expect(answer?.body.data).toMatchObject(expected);
      expect(await world.client.status(ref)).toMatchObject({ status: 200, body: { data: { ...facts, ...expected } } });
      expect(await ledgerEntriesOf(world, ref)).toEqual(['debit -500000']);
      await expectSold(world, ref);

      if (world.mode === 'test') {
        // no customer gets an SMS about test money (specification 1.4)
        expect(await world.sql('SELECT FROM notification WHERE purchase_id = $1', [row?.id])).toEqual([]);
        return;
      }
      const [text, ...more] = await eventually(
        () => textsTo(phone),
        (texts) => texts.length > 0,
      );
      expect(more).toEqual([]);
      expect(text).toMatchObject({
        to: `…${phone.slice(-4)}`,
        text: expect.stringContaining(`token: …${token.slice(-4)}`),
      });
      expect(JSON.stringify(text)).not.toContain(token.slice(0, 12));
    },
  );
});

describe('a disco that answers in its own form is misread', () => {
  test.each(postpaid)('$disco: a postpaid bill is a success without a token, and there is no SMS', async (meter) => {
    const { ref, disco, meter_number } = meter;
    const expected = { amount: '5000.00', disco, meter_number, token: '', units: null };
    expect(bought.get(meter)).toMatchObject({ status: 200, body: { status: 'successful', data: expected } });
    expect(await world.client.status(ref)).toMatchObject({ status: 200, body: { data: expected } });
    const row = await world.purchase(ref);
    expect(row).toMatchObject({ status: 'success', needs_review: false });
    await expectSold(world, ref);
    expect(await world.sql('SELECT FROM notification WHERE purchase_id = $1', [row?.id])).toEqual([]);
  });

  test('only eko-electric has a bonus token, beside the other', async () => {
    const bonuses = await Promise.all(
      prepaid.map(async ({ ref }) => (await world.client.status(ref)).body.data?.bonus_token),
    );
    const given = prepaid.flatMap(({ disco }, i) => (bonuses[i] === undefined ? [] : [[disco, bonuses[i]]]));
    expect(given).toEqual([['eko-electric', expect.stringMatching(/^\d{20}$/)]]);
  });

  test('name and address are empty where the disco gives none', async () => {
    const ibadan = meters.filter(({ disco }) => disco === 'ibadan-electric');
    const answers = await Promise.all(ibadan.map(({ ref }) => world.client.status(ref)));
    expect(answers.map(({ body }) => [body.data?.customer_name, body.data?.address])).toEqual([
      ['', ''],
      ['', ''],
    ]);
  });

  test('the books add up, and no log contains a number or a token', async () => {
    await expectConsistent(world);
    await expectLogsMasked(world);
  });
});

function textsTo(phone: string): LogEntry[] {
  return world.workers.flatMap((worker) => worker.logs()).filter(({ to }) => to === `…${phone.slice(-4)}`);
}
