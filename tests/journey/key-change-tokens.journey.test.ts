import { randomUUID } from 'node:crypto';
import { type ApiAnswer, eventually, journeyMode, startWorld, type WebhookReceiver, type World } from '@topup/testkit';
import { expectConsistent } from './support/books';
import { expectLogsMasked } from './support/expect-masked';
import { operatorsOf } from './support/ops';
import { buy, prepaid } from './support/products';
import { orderAtProvider } from './support/sandbox';
import { startTermii, TERMII_API_KEY, TERMII_TAKES } from './support/termii';

let world: World;
let termii: WebhookReceiver;

beforeAll(async () => {
  const started = await startTermii();
  termii = started.termii;
  termii.answerWith(TERMII_TAKES);
  world = await startWorld({ settings: started.settings, sandboxSettings: { SANDBOX_PENDING_REQUERIES: '1' } });
});
afterAll(async () => {
  await world?.stop();
  await termii?.stop();
});

/** The meter that ends in 7770N (docs/reference/sandbox.md), with a phone of its own. */
const meterOf = (form: string) => `4501237770${form}`;
const phoneOf = (form: string) => `0805123098${form}`;
const rowOf = async (ref: string) => (await world.purchase(ref)) ?? { status: 'unknown', needs_review: null };
const isSold = ({ status }: { status: string }) => status === 'success';

async function buyFor(form: string): Promise<{ ref: string; answer: ApiAnswer }> {
  const ref = randomUUID();
  return { ref, answer: await buy(world.client, prepaid, ref, meterOf(form), { phone: phoneOf(form) }) };
}

/** Returns the provider's tokens, as its sandbox writes them in a requery; null where a test purchase asked nobody. */
async function issuedFor(ref: string): Promise<{ token: string; keys: string[] } | null> {
  if (world.mode === 'test') return null;
  const { purchased_code, token, tokens, ...fields } = await orderAtProvider(
    world,
    (await world.purchase(ref))?.provider_ref,
  );
  const text = String(purchased_code);
  const named = ['kct1', 'kct2', 'kct3', 'resetToken', 'configureToken'].map((name) => fields[name] ?? 'N/A');
  const labelled = [...text.matchAll(/KCT\d : (\d{20})/g)].map(([, digits]) => digits);
  return {
    token: String(/Token : (\d{20})/.exec(text)?.[1] ?? (tokens as string[])[0]),
    keys: [...named.filter((each) => each !== 'N/A'), ...labelled].map(String),
  };
}

const smsOf = (form: string): string[] =>
  termii.received
    .filter(({ body }) => body?.to === `234${phoneOf(form).slice(1)}`)
    .map(({ body }) => String(body?.sms));

/** The numbers of a text, as the customer enters them. */
const tokensIn = (text: string | undefined) =>
  [...(text ?? '').matchAll(/(?:\d{4}-){4}\d{4}/g)].map(([token]) => token.replaceAll('-', ''));

describe('a meter that needs a new key takes no token, because a key change token was lost or sold as energy', () => {
  test.each<[string, string, number, 200 | 202]>([
    ['1', 'kct1 and kct2 beside the token', 2, 200],
    ['2', 'with resetToken and configureToken', 4, 200],
    ['3', 'purchased_code: KCT1, KCT2, Token', 2, 200],
    ['4', 'token: Token, KCT1, KCT2', 2, 200],
    ['5', 'three of them', 3, 200],
    ['6', 'three numbers without labels, until a requery', 2, 202],
    ['7', 'a list with the token', 0, 200],
  ])('form %s, %s: the answer and the status have every token, and all are sent', async (form, _what, count, http) => {
    const { ref, answer } = await buyFor(form);
    expect(answer).toMatchObject({ status: http });
    if (http === 202) expect(answer.body.data).toMatchObject({ token: '', units: null });
    const row = await eventually(() => rowOf(ref), isSold);
    const { body } = await world.client.status(ref);
    const { token, key_change_tokens } = body.data ?? {};
    const keys = key_change_tokens === undefined ? [] : String(key_change_tokens).split(',');
    expect(token).toMatch(/^\d{20}$/);
    expect(new Set([token, ...keys]).size).toBe(count + 1);
    expect({ token, keys }).toEqual((await issuedFor(ref)) ?? { token, keys });
    if (http === 200) expect(answer.body.data).toMatchObject({ token, ...(count > 0 && { key_change_tokens }) });
    if (count === 0) expect(body.data).not.toHaveProperty('key_change_tokens');
    // three unknown numbers are for a person to look at, too
    expect(row.needs_review).toBe(http === 202);
    const listed = await world.client.call('GET', `/v1/transactions?search=${ref}`);
    expect(listed.body.data).toEqual([expect.objectContaining({ token, ...(count > 0 && { key_change_tokens }) })]);

    if (journeyMode === 'test') return; // no customer gets an SMS about test money (specification 1.4)
    const [text, ...more] = await eventually(
      () => smsOf(form),
      (texts) => texts.length > 0,
    );
    expect(more).toEqual([]);
    expect(tokensIn(text)).toEqual([...keys, token]);
  });

  test('what absent key change tokens look like: no such key (specification 4.9)', async () => {
    const { ref, answer } = await buyFor('0');
    expect(answer).toMatchObject({ status: 200, body: { data: { token: expect.stringMatching(/^\d{20}$/) } } });
    for (const name of ['key_change_tokens', 'debt_deducted', 'vat']) expect(answer.body.data).not.toHaveProperty(name);
    expect((await issuedFor(ref))?.keys ?? []).toEqual([]);
  });

  test('the answer has debt and VAT, and verification names arrears and a minimum', async () => {
    const { answer } = await buyFor('9');
    expect(answer).toMatchObject({
      status: 200,
      body: { data: { amount: '2000.00', debt_deducted: '200.00', vat: '125.58', units: '26.8' } },
    });
    const query = { disco: 'ikeja-electric', meter_number: meterOf('9'), meter_type: 'prepaid' };
    expect((await world.client.call('POST', '/v1/electricity/verify', query)).body.data).toMatchObject({
      minimum_amount: '1500.00',
      arrears: '4500.00',
    });
  });

  test('KCT1 without KCT2 stays pending, until an operator gives all of them', async () => {
    const { ref, answer } = await buyFor('8');
    expect(answer).toMatchObject({ status: 202, body: { data: { token: '', units: null } } });
    await eventually(
      () => world.purchase(ref),
      (row) => (row?.checks ?? 0) > 1,
    );
    expect(await rowOf(ref)).toMatchObject({ status: 'pending', needs_review: true });
    expect((await world.client.status(ref)).status).toBe(202);
    expect(smsOf('8')).toEqual([]);

    const [k1, k2, token] = ['1', '2', '3'].map((digit) => digit.repeat(20)) as [string, string, string];
    const words = ['purchase', 'settle', ref, '--success', '--note', 'the disco named all', '--token', token];
    await operatorsOf(world)(...words, '--key-change-tokens', `${k1},${k2}`);
    expect(await world.client.status(ref)).toMatchObject({
      status: 200,
      body: { data: { token, key_change_tokens: `${k1},${k2}` } },
    });
    if (journeyMode === 'test') return;
    const [text] = await eventually(
      () => smsOf('8'),
      (texts) => texts.length > 0,
    );
    expect(tokensIn(text)).toEqual([k1, k2, token]);
  });

  test('no log contains one of the tokens, and the books add up', async () => {
    await expectConsistent(world);
    await expectLogsMasked(world, TERMII_API_KEY);
  });
});
