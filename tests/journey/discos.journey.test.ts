import { randomUUID } from 'node:crypto';
import { type Disco, discos, type MeterType, meterTypes } from '@topup/core/catalogue';
import { type ApiAnswer, eventually, type LogEntry, startWorld, type World } from '@topup/testkit';
import { entriesOf, expectSound, soldFor } from './support/books';
import { expectDiscreet } from './support/discreet';
import { issuedAt } from './support/sandbox';

/** The provider's answer to Kano never brings the token; the second requery after it does. */
const TOKEN_ALWAYS_LATER: Disco = 'kano-electric';

type Meter = { disco: Disco; meter_type: MeterType; meter_number: string; phone: string; ref: string };

const meters: Meter[] = discos.flatMap((disco, d) =>
  meterTypes.map((meter_type, t) => ({
    disco,
    meter_type,
    meter_number: `4501234${d}${t}678`,
    phone: `08031234${d}${t}9`, // of its own, so that each SMS can be told from the others
    ref: randomUUID(),
  })),
);
const prepaid = meters.filter(({ meter_type }) => meter_type === 'prepaid');
const postpaid = meters.filter(({ meter_type }) => meter_type === 'postpaid');

let world: World;
const bought = new Map<Meter, ApiAnswer>();

beforeAll(async () => {
  world = await startWorld({ sandboxSettings: { SANDBOX_PENDING_REQUERIES: '1' } });
  const buy = async (meter: Meter) => {
    const { ref, ...order } = meter;
    bought.set(
      meter,
      await world.client.call('POST', '/v1/electricity/purchase', { ...order, amount: 5000, request_ref: ref }),
    );
  };
  await Promise.all(meters.map(buy));
});
afterAll(() => world?.stop());

test.each(prepaid)(
  'a customer of $disco stands in the dark: the token that was issued is told, stays to be had, and leaves by SMS once',
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
    const { token, units } = await issuedAt(world, row?.provider_ref);
    expect(token).toMatch(/^[0-9]{20}$/);
    expect(units).toBeGreaterThan(0);

    const told = { token, units: String(units), customer_name: expect.any(String), address: expect.any(String) };
    if (!late) expect(answer?.body.data).toMatchObject(told);
    expect(await world.client.status(ref)).toMatchObject({ status: 200, body: { data: { ...facts, ...told } } });
    expect(await entriesOf(world, ref)).toEqual(['debit -500000']);
    expect(await soldFor(world, row?.provider_ref)).toEqual({ posts: ['delivered'], vends: 1 });

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

test.each(postpaid)(
  'a bill of $disco is paid and then refunded for want of a token: it is a success without one, and there is no SMS',
  async (meter) => {
    const { ref, disco, meter_number } = meter;
    const expected = { amount: '5000.00', disco, meter_number, token: '', units: null };
    expect(bought.get(meter)).toMatchObject({ status: 200, body: { status: 'successful', data: expected } });
    expect(await world.client.status(ref)).toMatchObject({ status: 200, body: { data: expected } });
    const row = await world.purchase(ref);
    expect(row).toMatchObject({ status: 'success', needs_review: false });
    expect(await soldFor(world, row?.provider_ref)).toEqual({ posts: ['delivered'], vends: 1 });
    expect(await world.sql('SELECT FROM notification WHERE purchase_id = $1', [row?.id])).toEqual([]);
  },
);

test('Eko’s free energy gets lost: its bonus token is told beside the other, and nobody else has one', async () => {
  const bonuses = await Promise.all(
    prepaid.map(async ({ ref }) => (await world.client.status(ref)).body.data?.bonus_token),
  );
  const given = prepaid.flatMap(({ disco }, i) => (bonuses[i] === undefined ? [] : [[disco, bonuses[i]]]));
  expect(given).toEqual([['eko-electric', expect.stringMatching(/^\d{20}$/)]]);
});

test('a customer is shown the word null for a name: where the disco gives none, name and address are empty', async () => {
  const ibadan = meters.filter(({ disco }) => disco === 'ibadan-electric');
  const answers = await Promise.all(ibadan.map(({ ref }) => world.client.status(ref)));
  expect(answers.map(({ body }) => [body.data?.customer_name, body.data?.address])).toEqual([
    ['', ''],
    ['', ''],
  ]);
});

test('a disco’s own form costs money, or puts tokens into the log: the books add up, and no log holds a number', async () => {
  await expectSound(world);
  await expectDiscreet(world);
});

function textsTo(phone: string): LogEntry[] {
  return world.workers.flatMap((worker) => worker.logs()).filter(({ to }) => to === `…${phone.slice(-4)}`);
}
