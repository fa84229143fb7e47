import type { Delivery, ListedProduct, ProviderOrder, RequeryOutcome, SendOutcome } from '@topup/core/provider';
import { newId } from '@topup/core/shared';
import { createProviders, type LiveProvider } from '@topup/providers';
import { providersAt, type SandboxProcess, startSandbox } from '@topup/testkit';
import { onSale } from './on-sale';

/** Those that sell electricity. */
const NAMES = ['vtpass', 'monnify'] as const;
const DEADLINE_MS = 5_000;

let sandbox: SandboxProcess;
let providers: LiveProvider[];
beforeAll(async () => {
  sandbox = await startSandbox({ SANDBOX_PENDING_REQUERIES: '1' });
  providers = createProviders({ PROVIDERS: NAMES, ...providersAt(sandbox.url) }, { onOddity: () => undefined });
});
afterAll(() => sandbox?.kill());

/** Sends an order for the meter that ends in 7770N, and requeries it twice. */
async function courseOf(name: string, form: number): Promise<(SendOutcome | RequeryOutcome)[]> {
  const provider = providers.find((each) => each.name === name);
  if (provider === undefined) throw new Error(`no provider ${name}`);
  const { serviceId, product }: ListedProduct = await onSale(provider, 'ELECTRICITY');
  const order: ProviderOrder = {
    provider: name,
    accountId: newId(),
    providerRef: provider.mintRef(newId(), new Date()),
    productType: 'ELECTRICITY',
    serviceId: serviceId ?? '',
    contactPhone: '08030000001',
    amountKobo: 200_000n,
    recipient: `4501237770${form}`,
    variationCode: 'prepaid',
    subscriptionType: null,
    ...(name !== 'vtpass' && { product }),
  };
  const end = performance.now() + DEADLINE_MS;
  const sent = await provider.send(order, { remainingMs: () => end - performance.now() });
  return [sent, await provider.requery(order), await provider.requery(order)];
}

/** How many tokens change the key; `in doubt` where the tokens are left out. */
function read(outcome: SendOutcome | RequeryOutcome): number | 'in doubt' {
  if (outcome.kind !== 'delivered') throw new Error(outcome.kind);
  const { goods: meter, mismatch }: Delivery = outcome;
  if (meter === null || meter.token === null) {
    expect({ mismatch, keys: meter?.keyChangeTokens }).toEqual({ mismatch: expect.any(String), keys: [] });
    return 'in doubt';
  }
  expect(mismatch).toBeNull();
  expect(new Set([meter.token, ...meter.keyChangeTokens]).size).toBe(meter.keyChangeTokens.length + 1);
  return meter.keyChangeTokens.length;
}

describe.each(NAMES)('%s writes several tokens in a way that its adapter cannot read', (name) => {
  test.each([
    [0, 0],
    [1, 2],
    [2, 4],
    [3, 2],
    [4, 2],
    [5, 3],
    [7, 0],
    [9, 0],
  ])('form %d: all are read, %d that change the key, in each answer', async (form, keys) => {
    expect((await courseOf(name, form)).map(read)).toEqual([keys, keys, keys]);
  });

  test('form 6: none until they have labels', async () => {
    expect((await courseOf(name, 6)).map(read)).toEqual(['in doubt', 'in doubt', 2]);
  });

  test('form 8: none, because one is missing', async () => {
    expect((await courseOf(name, 8)).map(read)).toEqual(['in doubt', 'in doubt', 'in doubt']);
  });
});
