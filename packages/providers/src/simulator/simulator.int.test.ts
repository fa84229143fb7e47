import type { ProviderOrder, RequeryOutcome, SendOutcome } from '@topup/core/provider';
import { newId } from '@topup/core/shared';
import { type SandboxProcess, sandboxKeys, startSandbox, useDatabase } from '@topup/testkit';
import { deadlineIn, ORDER } from '../../test/stub-provider';
import { createVtpass } from '../vtpass/vtpass.adapter';
import { createSimulatedLookups, createSimulator } from './simulator';

const PHONES = Array.from({ length: 17 }, (_, n) => `0800${String(n).padStart(2, '0')}00123`);
const SEND_MS = 1_500;
const REQUERIES = 4;

const database = useDatabase();
let sandbox: SandboxProcess;
beforeAll(async () => {
  sandbox = await startSandbox();
});
afterAll(() => sandbox?.stop());

const simulator = () => createSimulator({ db: database.db });
const vtpass = () => {
  const { VTPASS_API_KEY: apiKey, VTPASS_PUBLIC_KEY: publicKey, VTPASS_SECRET_KEY: secretKey } = sandboxKeys;
  return createVtpass({ baseUrl: `${sandbox.url}/api`, apiKey, publicKey, secretKey, timeoutMs: SEND_MS });
};

const orderFor = (changes: Partial<ProviderOrder>): ProviderOrder => {
  const id = newId();
  return { ...ORDER, accountId: id, providerRef: simulator().mintRef(id, new Date()), ...changes };
};
const METER: Partial<ProviderOrder> = {
  productType: 'ELECTRICITY',
  serviceId: 'ikeja-electric',
  variationCode: 'prepaid',
  amountKobo: 200_000n,
};

/** What decides about the money; not the words, nor what was drawn or charged. */
function essence(outcome: SendOutcome | RequeryOutcome): string {
  if (outcome.kind === 'delivered') return `delivered${outcome.meter ? `, token ${outcome.meter.token !== null}` : ''}`;
  if (outcome.kind === 'rejected')
    return `rejected ${outcome.code}${'reversed' in outcome && outcome.reversed ? ' R' : ''}`;
  if (outcome.kind === 'unknown') return `unknown${outcome.orderSeen ? ', seen' : ''}${outcome.rejection?.code ?? ''}`;
  return outcome.kind;
}

async function courseOf(provider: Pick<ReturnType<typeof simulator>, 'send' | 'requery'>, order: ProviderOrder) {
  const course = [essence(await provider.send(order, deadlineIn(SEND_MS)))];
  for (let n = 0; n < REQUERIES; n += 1) course.push(essence(await provider.requery(order)));
  return course;
}

describe('a test purchase takes another course than the same one at the sandbox', () => {
  test.each(PHONES)('%s', async (recipient) => {
    for (const changes of [{ recipient }, { ...METER, recipient }]) {
      const [simulated, real] = await Promise.all([
        courseOf(simulator(), orderFor({ ...changes, provider: 'simulator' })),
        courseOf(vtpass(), orderFor(changes)),
      ]);
      expect(simulated).toEqual(real);
    }
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

test('another process knows the order, and its token stays the same', async () => {
  const order = orderFor({ ...METER, recipient: '45012345678' });
  const sent = await simulator().send(order, deadlineIn(SEND_MS));
  expect(sent).toMatchObject({ kind: 'delivered', meter: { token: expect.stringMatching(/^[0-9]{20}$/) } });
  expect(await simulator().requery(order)).toEqual(sent);
});

describe('the look-ups of a test account', () => {
  const packages = async () => [
    { code: 'dstv-padi', name: 'DStv Padi', priceKobo: 185_000n },
    { code: 'dstv-yanga', name: 'DStv Yanga', priceKobo: 256_500n },
  ];
  const lookups = createSimulatedLookups(packages);

  test('a card is always the same one, and an even number renews for a tenth less', async () => {
    const card = await lookups.verifySmartcard('dstv', '7023456780');
    expect(await lookups.verifySmartcard('dstv', '7023456780')).toEqual(card);
    if (card.kind !== 'found') throw new Error(card.kind);
    const [owned] = (await packages()).filter(({ code }) => code === card.value.currentPackageCodes[0]);
    expect(card.value.renewalAmountKobo).toBe(((owned?.priceKobo ?? 0n) * 9n) / 10n);
    const odd = await lookups.verifySmartcard('dstv', '7023456781');
    const [whole] = (await packages()).filter(
      ({ code }) => odd.kind === 'found' && code === odd.value.currentPackageCodes[0],
    );
    expect(odd).toMatchObject({ value: { renewalAmountKobo: whole?.priceKobo } });
    expect(await lookups.verifySmartcard('startimes', '02012345678')).toMatchObject({
      value: { currentPackageCodes: [], renewalAmountKobo: null },
    });
  });

  test.each([
    ['08001500123', 'not_recognised'],
    ['45012399999', 'not_recognised'],
    ['08000900123', 'unavailable'],
    ['08000100123', 'found'],
    ['45012345678', 'found'],
    ['A/a0-9', 'found'],
  ])('meter %s: %s', async (number, kind) => {
    expect(await lookups.verifyMeter('ikeja-electric', number, 'prepaid')).toMatchObject({ kind });
  });
});
