import { products } from '@topup/core/product';
import {
  type Delivery,
  type Lookup,
  NO_GOODS,
  type ProviderOrder,
  type RequeryOutcome,
  type SendOutcome,
  type Variation,
} from '@topup/core/provider';
import { newId, systemClock } from '@topup/core/shared';
import { type SandboxProcess, sandboxKeys, startSandbox, useDatabase } from '@topup/testkit';
import { deadlineIn, ORDER } from '../../test/stub-provider';
import { createVtpass } from '../vtpass/vtpass.adapter';
import { createSimulatedLookups } from './lookups';
import { createSimulator } from './simulator';

const { services: discos, variations: meterTypes } = products.ELECTRICITY;
const OUTCOMES = Array.from({ length: 17 }, (_, n) => `0800${String(n).padStart(2, '0')}00123`);
const SEND_MS = 1_500;
const LOOKUP_MS = 500;

const database = useDatabase();
let sandbox: SandboxProcess;
beforeAll(async () => {
  sandbox = await startSandbox();
  // the first answer of a new process takes longer than the others
  await vtpass().send(orderFor({}), deadlineIn(30_000));
});
afterAll(() => sandbox?.stop());

const simulator = () => createSimulator({ db: database.db });
const vtpass = () => {
  const { VTPASS_API_KEY: apiKey, VTPASS_PUBLIC_KEY: publicKey, VTPASS_SECRET_KEY: secretKey } = sandboxKeys();
  const keys = { apiKey, publicKey, secretKey };
  return createVtpass({ baseUrl: `${sandbox.url}/api`, ...keys, timeoutMs: SEND_MS, lookupTimeoutMs: LOOKUP_MS });
};

const orderFor = (changes: Partial<ProviderOrder>): ProviderOrder => {
  const id = newId();
  return { ...ORDER, accountId: id, providerRef: simulator().mintRef(id, new Date()), ...changes };
};
const METER = {
  productType: 'ELECTRICITY',
  serviceId: 'ikeja-electric',
  variationCode: 'prepaid',
  amountKobo: 200_000n,
} as const satisfies Partial<ProviderOrder>;

type Course = (SendOutcome | RequeryOutcome)[];

/** The answer without what was drawn and what we paid, and without why nothing is known: each provider words that. */
function shown(outcome: Course[number]): object {
  switch (outcome.kind) {
    case 'delivered': {
      const { token, bonusToken, keyChangeTokens, ...meter } = outcome.goods ?? NO_GOODS;
      const tokens = {
        token: token !== null,
        bonusToken: bonusToken !== null,
        keyChangeTokens: keyChangeTokens.length,
      };
      return { kind: 'delivered', mismatch: outcome.mismatch, ...tokens, ...meter };
    }
    case 'rejected': {
      const { fault: _, elsewhere: __, ...rejection } = outcome; // the float of a test account is nobody's
      return rejection;
    }
    case 'unknown':
      return { kind: 'unknown', orderSeen: outcome.orderSeen, rejection: outcome.rejection };
    case 'unanswered':
      return { kind: 'unanswered' };
    default:
      return outcome;
  }
}

async function courseOf(
  provider: Pick<ReturnType<typeof simulator>, 'send' | 'requery'>,
  changes: Partial<ProviderOrder>,
  requeries: number,
): Promise<object[]> {
  const order = orderFor(changes);
  const course: Course = [await provider.send(order, deadlineIn(SEND_MS))];
  for (let n = 0; n < requeries; n += 1) course.push(await provider.requery(order));
  // nobody answers a simulated order, so there is no answer to keep
  return course.map(({ answer: _, ...outcome }) => shown(outcome));
}

async function expectSameCourse(changes: Partial<ProviderOrder>, requeries = 4): Promise<object[]> {
  const [simulated, real] = await Promise.all([
    courseOf(simulator(), { ...changes, provider: 'simulator' }, requeries),
    courseOf(vtpass(), changes, requeries),
  ]);
  expect(simulated).toEqual(real);
  return simulated;
}

describe('a test purchase takes another course than the same one at the sandbox', () => {
  test.each(OUTCOMES)('%s', async (recipient) => {
    await Promise.all([expectSameCourse({ recipient }), expectSameCourse({ ...METER, recipient })]);
  });

  test.each(discos)('%s: what it names, its tokens, and when they come', async (serviceId) => {
    for (const variationCode of meterTypes) {
      for (const recipient of ['45012345678', '08000200123', '08001300123']) {
        const course = await expectSameCourse({ ...METER, serviceId, variationCode, recipient }, 6);
        expect(course.at(-1)).toMatchObject({ kind: 'delivered', token: variationCode === 'prepaid' });
      }
    }
  });

  test.each([1, 2, 3, 4, 5, 6, 7, 8, 9])(
    'a meter that ends in 7770%d: which tokens and charges it names',
    async (n) => {
      for (const variationCode of meterTypes)
        await expectSameCourse({ ...METER, variationCode, recipient: `45012377700${n}` });
      await expectSameCourse({ ...METER, recipient: `4501237770${n}` });
    },
  );

  test.each(discos)('%s: what it sells at least and at most', async (serviceId) => {
    const codes: unknown[] = [];
    for (const naira of [99, 499, 999, 1_099, 1_100, 99_999, 200_001, 500_001, 1_000_001, 10_000_001]) {
      const order = { ...METER, serviceId, recipient: '45012345678', amountKobo: BigInt(naira) * 100n };
      codes.push(...(await expectSameCourse(order, 1)).flatMap((each) => ('code' in each ? [each.code] : [])));
    }
    expect(codes).toEqual(expect.arrayContaining(['013', '017']));
  });

  test.each([400n, 500n, 20_000_000n, 20_000_100n])('airtime for %d kobo', async (amountKobo) => {
    await expectSameCourse({ amountKobo }, 1);
  });

  test('the seconds of a number, and a caller who does not wait for them', async () => {
    const order = orderFor({ recipient: '08000001123' });
    const startedMs = performance.now();
    expect(await simulator().send(order, deadlineIn(5_000))).toMatchObject({ kind: 'delivered' });
    expect(performance.now() - startedMs).toBeGreaterThan(990);

    const late = orderFor({ recipient: '08000001123' });
    expect(await simulator().send(late, deadlineIn(200))).toMatchObject({ kind: 'unknown' });
    expect(await simulator().requery(late)).toEqual({ kind: 'missing' });
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    expect(await simulator().requery(late)).toMatchObject({ kind: 'delivered' });
  });
});

test('a send that is not answered ends at its deadline, before its lease does', async () => {
  const startedMs = performance.now();
  const sends = Array.from({ length: 10 }, () =>
    simulator().send(orderFor({ recipient: '08000500123' }), deadlineIn(2_000)),
  );
  for (const sent of await Promise.all(sends)) expect(sent).toMatchObject({ kind: 'unknown' });
  expect(performance.now() - startedMs).toBeGreaterThan(1_990);
  expect(performance.now() - startedMs).toBeLessThan(2_600);
});

test('another process knows the order, and its tokens stay the same', async () => {
  const order = orderFor({ ...METER, serviceId: 'eko-electric', recipient: '45012345678' });
  const sent = await simulator().send(order, deadlineIn(SEND_MS));
  const digits = expect.stringMatching(/^[0-9]{20}$/);
  expect(sent).toMatchObject({ kind: 'delivered', goods: { token: digits, bonusToken: digits } });
  expect(await simulator().requery(order)).toEqual(sent);
});

test.each([
  { serviceId: 'jamb', variationCode: 'utme-no-mock', naira: 6_200, digits: 16, serial: null },
  {
    serviceId: 'waec',
    variationCode: 'waecdirect',
    naira: 900,
    digits: 12,
    serial: expect.stringMatching(/^WRN[0-9]{9}$/),
  },
  { serviceId: 'waec-registration', variationCode: 'waec-registraion', naira: 14_450, digits: 19, serial: null },
])('$serviceId: a PIN of $digits digits, which stays the same', async ({ naira, digits, serial, ...exam }) => {
  const recipient = exam.serviceId === 'jamb' ? '0123456789' : ORDER.contactPhone;
  const order = orderFor({ productType: 'EXAM_PIN', ...exam, recipient, amountKobo: BigInt(naira) * 100n });
  for (const provider of [simulator(), vtpass()]) {
    const sent = await provider.send(order, deadlineIn(SEND_MS));
    const goods = { token: expect.stringMatching(new RegExp(`^[0-9]{${digits}}$`)), serial };
    expect(sent).toMatchObject({ kind: 'delivered', mismatch: null, goods });
    expect(await provider.requery(order)).toMatchObject({ goods: (sent as Delivery).goods });
  }
});

test('the tokens of enugu-electric begin with a zero', async () => {
  const order = orderFor({ ...METER, serviceId: 'enugu-electric', recipient: '45012345678' });
  const sent = await simulator().send(order, deadlineIn(SEND_MS));
  expect(sent).toMatchObject({ kind: 'delivered', goods: { token: expect.stringMatching(/^0[0-9]{19}$/) } });
});

describe('a test account looks up another customer than the sandbox', () => {
  const simulated = () => createSimulatedLookups({ packages: listOf, clock: systemClock, lookupTimeoutMs: LOOKUP_MS });

  async function listOf(serviceId: string): Promise<Variation[]> {
    const list = await vtpass().variations(serviceId);
    if (list.kind !== 'found') throw new Error(list.kind);
    return list.value;
  }

  const known = <T>(found: Lookup<T>): object => (found.kind === 'unavailable' ? { kind: found.kind } : found);

  test.each(products.CABLE_TV.services)('smartcards of %s', async (serviceId) => {
    for (const number of ['7029416318', '8061522780', '7012345011', '1212121212', '08001500123', '08000100123']) {
      const found = await simulated().verifySmartcard(serviceId, number);
      expect(found).toEqual(await vtpass().verifySmartcard(serviceId, number));
    }
  });

  test.each(discos)('meters of %s', async (serviceId) => {
    for (const type of meterTypes) {
      for (const number of ['45012345678', '45012377709', '45012399999', '08001500123', '08001200123', 'A/a0-9']) {
        const found = await simulated().verifyMeter(serviceId, number, type);
        expect(found).toEqual(await vtpass().verifyMeter(serviceId, number, type));
      }
    }
  });

  test.each(['0123456789', '0800150012', '0800010012'])('profile %s', async (number) => {
    const asked = ['jamb', number, 'utme-no-mock'] as const;
    expect(await simulated().verifyProfile(...asked)).toEqual(await vtpass().verifyProfile?.(...asked));
  });

  test.each([...OUTCOMES, '08000001123'])('%s, and how long it takes', async (number) => {
    const lookUps = [simulated(), vtpass()].flatMap((each) => [
      timed(() => each.verifyMeter('ikeja-electric', number, 'prepaid')),
      timed(() => each.verifySmartcard('dstv', number)),
    ]);
    const [meter, card, realMeter, realCard] = await Promise.all(lookUps);
    expect([meter, card]).toEqual([realMeter, realCard]);
  });

  async function timed(lookUp: () => Promise<Lookup<unknown>>): Promise<object> {
    const startedMs = performance.now();
    const found = known(await lookUp());
    return { ...found, waited: performance.now() - startedMs > LOOKUP_MS - 10 };
  }
});
