import { type ProductType, productTypes } from '@topup/core/product';
import type { ListedProduct, ProviderOrder, RequeryOutcome, SendOutcome } from '@topup/core/provider';
import { newId } from '@topup/core/shared';
import { createProviders, declarationOf, declarations, type LiveProvider } from '@topup/providers';
import { allInFullRun, FULL_RUN, providersAt, type SandboxProcess, startSandbox } from '@topup/testkit';
import { BREAKS, type BreakingProxy, FIELDS, startBreakingProxy } from './break-answers';
import { onSale } from './on-sale';

/** Every adapter, by the name of its provider. A new one needs a look-alike in the sandbox. */
const NAMES = declarations.map(({ profile }) => profile.name);

/** A full run has all; data goes the way of airtime, and packages that of meters. */
const PRODUCTS: ProductType[] = FULL_RUN ? [...productTypes] : ['ELECTRICITY', 'AIRTIME'];
/** The outcomes of docs/reference/sandbox.md. */
const NUMBERS = Array.from({ length: 18 }, (_, n) => String(n).padStart(2, '0'));
/** Those whose calls get an answer that can be broken. */
const ANSWERED = NUMBERS.filter((number) => !['05', '06', '07', '08', '14', '16'].includes(number));
/** Long enough for an answer of the sandbox, and short for those that never come. */
const DEADLINE_MS = 1_000;
const LIMITS = { timeoutMs: 400, lookupTimeoutMs: 5_000 };

let sandbox: SandboxProcess;
let proxy: BreakingProxy;
let direct: Map<string, LiveProvider>;
let broken: Map<string, LiveProvider>;
beforeAll(async () => {
  sandbox = await startSandbox();
  proxy = await startBreakingProxy(sandbox.url);
  direct = providersBy(sandbox.url);
  broken = providersBy(proxy.url);
});
afterAll(async () => {
  await proxy.stop();
  await sandbox.kill();
});
afterEach(() => proxy.breakWith(null));

function providersBy(url: string): Map<string, LiveProvider> {
  const settings = { PROVIDERS: NAMES, ...providersAt(url) };
  const all = createProviders(settings, { onOddity: () => undefined, ...LIMITS });
  return new Map(all.map((each) => [each.name, each]));
}

function providerOf(all: Map<string, LiveProvider>, name: string): LiveProvider {
  const provider = all.get(name);
  if (provider === undefined) throw new Error(`no provider ${name}`);
  return provider;
}
const sells = (name: string, product: ProductType) => providerOf(direct, name).sells?.includes(product) ?? true;
const deadlineIn = (ms: number) => {
  const end = performance.now() + ms;
  return { remainingMs: () => end - performance.now() };
};

/** How often the order of each reference was vended, by anybody. */
async function vends(): Promise<(order: ProviderOrder) => number> {
  type Ledger = { deliveries: { request_id: string }[] };
  const { deliveries } = (await (await fetch(`${sandbox.url}/ledger`)).json()) as Ledger;
  return ({ providerRef }) => deliveries.filter(({ request_id }) => request_id === providerRef).length;
}

function orderOf(
  provider: LiveProvider,
  { productType, serviceId, product, costKobo, meterType }: ListedProduct,
  number: string,
): ProviderOrder {
  const recipient = `0800${number}00123`;
  return {
    provider: provider.name,
    accountId: newId(),
    providerRef: provider.mintRef(newId(), new Date()),
    productType,
    serviceId: serviceId ?? '',
    recipient,
    contactPhone: '08030000001',
    amountKobo: costKobo ?? 150_000n,
    variationCode: productType === 'AIRTIME' ? null : (meterType ?? product.code),
    subscriptionType: productType === 'CABLE_TV' ? 'change' : null,
    ...(!declarationOf(provider.name).profile.ownWords && { product }),
  };
}

/** Requeries until something final is said, it stays open, or it is not answered again. */
async function askToTheEnd(provider: LiveProvider, order: ProviderOrder): Promise<RequeryOutcome> {
  let outcome: RequeryOutcome = { kind: 'unanswered', reason: 'not asked' };
  for (let [times, unanswered] = [0, 0]; times < 5 && unanswered < 2; times += 1) {
    outcome = await provider.requery(order);
    if (outcome.kind === 'delivered' || outcome.kind === 'rejected' || outcome.kind === 'refused') return outcome;
    if (outcome.kind === 'unanswered') unanswered += 1;
  }
  return outcome;
}

/** Lists what is untrue of an adapter's outcome for the send of an order. */
function untrueOfSend(sent: SendOutcome, vended: number): string[] {
  if (vended > 1) return [`vended ${vended} times`];
  if (sent.kind === 'delivered' && vended === 0) return ['said to be delivered, and not vended'];
  if ((sent.kind === 'rejected' || sent.kind === 'unsent') && vended === 1)
    return [`vended, and said to be ${sent.kind}`];
  return [];
}

/** Lists what is untrue of an adapter's last outcome for an order whose send was unknown. */
function untrueOfRequery(sent: SendOutcome, said: RequeryOutcome, vended: number): string[] {
  if (said.kind === 'delivered' && vended === 0) return ['found delivered, and not vended'];
  const isDenied = said.kind === 'rejected' || said.kind === 'refused' || said.kind === 'missing';
  if (isDenied && vended === 1) return [`vended, and a requery says ${said.kind}`];
  if (said.kind === 'missing' && sent.kind === 'unknown' && sent.orderSeen) return ['seen, and then not found'];
  return [];
}

/** Sends an order for each number, requeries what is unknown, and says what was untrue, by number. */
async function untrueWords(provider: LiveProvider, product: ProductType, numbers: readonly string[]) {
  const listed = await onSale(providerOf(direct, provider.name), product);
  const orders = numbers.map((number) => ({ number, order: orderOf(provider, listed, number) }));
  const send = async (one: (typeof orders)[number]) => ({
    ...one,
    sent: await provider.send(one.order, deadlineIn(DEADLINE_MS)),
  });
  const sent = await Promise.all(orders.map(send));
  const first = await vends();
  const open = sent.filter((one) => one.sent.kind === 'unknown');
  const asked = await Promise.all(open.map(async (one) => ({ ...one, said: await askToTheEnd(provider, one.order) })));
  const last = await vends();
  return [
    ...sent.flatMap((one) => untrueOfSend(one.sent, first(one.order)).map((what) => `${one.number}: ${what}`)),
    ...asked.flatMap((one) =>
      untrueOfRequery(one.sent, one.said, last(one.order)).map((what) => `${one.number}: ${what}`),
    ),
  ];
}

describe.each(NAMES)('%s: money moves on a wrong word', (name) => {
  test.each(PRODUCTS)('%s: what it says of each outcome is what was vended', async (product) => {
    if (!sells(name, product)) return;
    expect(await untrueWords(providerOf(direct, name), product, NUMBERS)).toEqual([]);
  });

  // fault S6
  test.each(PRODUCTS.flatMap((product) => BREAKS.map((each) => [product, each.name, each] as const)))(
    '%s, with each answer %s: what it says is what was vended',
    async (product, _, each) => {
      if (!sells(name, product)) return;
      proxy.breakWith(each);
      expect(await untrueWords(providerOf(broken, name), product, ANSWERED)).toEqual([]);
    },
  );

  // the tables of the adapters have these too
  // fault S6
  test.each(allInFullRun(...PRODUCTS))('%s, with each answer without one of its fields: likewise', async (product) => {
    if (!sells(name, product)) return;
    for (const each of FIELDS) {
      proxy.breakWith(each);
      const untrue = await untrueWords(providerOf(broken, name), product, ['00', '01', '12']);
      expect([each.name, untrue]).toEqual([each.name, []]);
    }
  });

  test('an answer that arrives whole through the same way is believed', async () => {
    const provider = providerOf(broken, name);
    const sent = await provider.send(orderOf(provider, await onSale(provider, 'AIRTIME'), '00'), deadlineIn(5_000));
    expect(sent.kind).toBe('delivered');
  });

  test('what goes elsewhere was never vended, and says so', async () => {
    const provider = providerOf(direct, name);
    const order = orderOf(provider, await onSale(provider, 'AIRTIME'), '12');
    const sent = await provider.send(order, deadlineIn(5_000));
    if (sent.kind === 'rejected') expect(sent.elsewhere).toBe(true);
    expect((await vends())(order)).toBe(0);
    expect(['missing', 'refused']).toContain((await provider.requery(order)).kind);
  });

  test('an unknown reference is not found, and the float is read to the kobo', async () => {
    const provider = providerOf(direct, name);
    const order = orderOf(provider, await onSale(provider, 'AIRTIME'), '00');
    expect((await provider.requery(order)).kind).toBe('missing');
    const before = await provider.balance();
    const sent = await provider.send(order, deadlineIn(5_000));
    const after = await provider.balance();
    if (before.kind !== 'found' || after.kind !== 'found' || sent.kind !== 'delivered' || sent.costKobo === null)
      throw new Error(JSON.stringify([before.kind, sent, after.kind]));
    expect(before.value - after.value).toBe(sent.costKobo);
  });
});
