import { eventually, fundedAccount, useDatabase } from '@topup/testkit';
import type { ProductType } from '../../product/products';
import type { GatedOrder, Stop } from '../../provider/breakers.port';
import type { ProviderOrder, RequeryOutcome, SendOutcome } from '../../provider/provider.port';
import { createRouter } from '../../routing/create-router';
import { systemClock } from '../../shared/clock';
import { expectSoundBooks } from '../../testing/books';
import { itemFor, purchasesIn } from '../../testing/purchases';
import { delivered, rules } from '../../testing/verdicts';
import { takeDuePurchases } from '../requery/due.store';
import { requeryPurchase } from '../requery/requery-purchase';
import { createSettler } from '../settle/settler';
import { createClaimer } from './claimer';
import { createNextAttempts } from './next-attempt';
import { sendPurchase } from './send-purchase';
import { createWaitingRoom, waitForProvider } from './waiting-room';

const database = useDatabase({ max: 8 });
const { accept, row, sent } = purchasesIn(() => database.db);

const NAMES = ['vtpass', 'monnify', 'reloadly'] as const;
type Name = (typeof NAMES)[number];

let accountId: string;
beforeEach(async () => {
  accountId = await fundedAccount(database.db, 10_000n);
});
afterEach(() => expectSoundBooks(database.db));

const FLOAT_EMPTY: SendOutcome = {
  kind: 'rejected',
  code: '018',
  reason: 'No float.',
  fault: 'account',
  elsewhere: true,
};
const BAD_NUMBER: SendOutcome = { kind: 'rejected', code: '016', reason: 'No such number.', fault: 'order' };
const UNREACHABLE: SendOutcome = { kind: 'unsent', code: 'incomplete', reason: 'no product' };
const TIMED_OUT: SendOutcome = { kind: 'unknown', reason: 'late', rejection: null, orderSeen: false };

/** A process that sells through three scripted providers. `orders`: what each was sent, in order. */
function process(answers: Partial<Record<Name, SendOutcome>>, stop: (order: GatedOrder) => Stop | null = () => null) {
  const { db } = database;
  const orders: ProviderOrder[] = [];
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
  const listeners: (() => void)[] = [];
  const onChange = (listener: () => void) => {
    listeners.push(listener);
    return () => undefined;
  };
  const gate = { restricted: () => true, stopOf: stop, admit: stop, onChange };
  const providers = NAMES.map((name) => ({ name, ownWords: true }));
  const router = createRouter({ providers, stopOf: stop, sicknessOf: () => null });
  const deps = {
    provider: {
      mintRef: (id: string) => `ref-${id}`,
      send: async (order: ProviderOrder) => {
        orders.push(order);
        return answers[order.provider as Name] ?? delivered;
      },
    },
    nextAttempts: createNextAttempts({ db, router, log }),
    claimer: createClaimer({ db, log, serves: NAMES, leaseMs: 75_000, startDeadlineMs: 1_800_000 }),
    settler: createSettler(db),
    waitingRoom: createWaitingRoom({ db, gate, clock: systemClock, maxWaitMs: 10_000 }),
    observer: { settled: () => undefined, claimed: () => undefined },
    enqueueEvent: () => undefined,
    enqueueNotification: () => undefined,
    clock: systemClock,
    settleWithinMs: 1_000,
    providerTimeoutMs: 10_000,
    rules,
    log,
  };
  return {
    deps,
    orders,
    async send(id: string) {
      await sendPurchase(deps, id);
      return row(id);
    },
    wait: (id: string) => waitForProvider(deps, id),
    changed: () => listeners.forEach((listener) => void listener()),
  };
}

async function accepted(product: ProductType = 'AIRTIME'): Promise<string> {
  const item = itemFor(accountId, product);
  await accept([item]);
  return item.id;
}

const closed = async (purchaseId: string) =>
  (await database.db.closedAttempt.findMany({ where: { purchaseId }, orderBy: { number: 'asc' } })).map(
    ({ provider, outcome }) => [provider, outcome],
  );
const entries = async (purchaseId: string) =>
  (await database.db.ledgerEntry.findMany({ where: { purchaseId }, orderBy: { id: 'asc' } })).map(({ kind }) => kind);

describe('a purchase fails that another provider would have served', () => {
  test.each<[string, Partial<Record<Name, SendOutcome>>, string[][]]>([
    ['the float of the first is empty', { vtpass: FLOAT_EMPTY }, [['vtpass', 'refused']]],
    ['the first cannot be sent to', { vtpass: UNREACHABLE }, [['vtpass', 'not_sent']]],
    [
      'two of three do not serve it',
      { vtpass: FLOAT_EMPTY, monnify: UNREACHABLE },
      [
        ['vtpass', 'refused'],
        ['monnify', 'not_sent'],
      ],
    ],
  ])('%s: the client gets one success for one debit', async (_, answers, attempts) => {
    const { send, orders } = process(answers);
    const id = await accepted();
    expect(await send(id)).toMatchObject({ status: 'success' });
    expect([await closed(id), await entries(id)]).toEqual([attempts, ['debit']]);
    const refs = new Set(orders.map(({ providerRef }) => providerRef));
    expect(refs.size).toBe(attempts.length + 1);
  });

  test('one that is stopped is passed by before it is sent', async () => {
    const away = ({ provider }: GatedOrder): Stop | null =>
      provider === 'vtpass' ? { breaker: 'provider', reason: 'unreachable' } : null;
    const { wait, send, orders } = process({}, away);
    const id = await accepted();
    expect(await wait(id)).toBe(true);
    expect(await send(id)).toMatchObject({ status: 'success' });
    expect([await closed(id), orders.map(({ provider }) => provider)]).toEqual([[['vtpass', 'not_sent']], ['monnify']]);
    expect(await row(id)).toMatchObject({ decision: { chosen: 'monnify', passed: [{ provider: 'vtpass' }] } });
  });

  test('one that waits for a stopped provider goes to another as soon as that is back', async () => {
    const away = new Set<string>(NAMES);
    const { wait, send, changed } = process({}, ({ provider }) =>
      away.has(provider) ? { breaker: 'provider', reason: 'unreachable' } : null,
    );
    const id = await accepted();
    const waiting = wait(id);
    await eventually(
      () => row(id),
      ({ nextCheckAt, createdAt }) => Number(nextCheckAt) > Number(createdAt) + 9_000, // held by the waiting room
    );
    away.delete('reloadly');
    changed();
    expect(await waiting).toBe(true);
    expect(await send(id)).toMatchObject({ status: 'success' });
    expect(await row(id)).toMatchObject({ provider: 'reloadly', attempt: 2 });
  });

  test('when all refuse, it fails once and is refunded once', async () => {
    const { send, orders } = process({ vtpass: FLOAT_EMPTY, monnify: FLOAT_EMPTY, reloadly: FLOAT_EMPTY });
    const id = await accepted();
    await send(id);
    expect(await row(id)).toMatchObject({ status: 'failed', attempt: 3, causeCode: 'provider_rejected' });
    expect(orders.map(({ provider }) => provider)).toEqual(NAMES);
    expect(await entries(id)).toEqual(['debit', 'refund']);
  });

  test('a process that dies between two attempts leaves the next one to the sweeper', async () => {
    const { deps } = process({});
    const id = await accepted();
    const purchase = await deps.claimer.submit({ id, providerRef: 'r' });
    if (purchase === 'not_yours') throw new Error('not claimed');
    expect(await deps.nextAttempts.open(purchase, { outcome: 'refused', basis: 'answer', evidence: {} })).toBe(true);
    await database.db.$executeRaw`UPDATE purchase SET next_check_at = now() WHERE id = ${id}::uuid`;
    const due = await takeDuePurchases(database.db, ['AIRTIME'], { sent: false, limit: 5, except: [], holdMs: 1_000 });
    expect(due).toMatchObject([{ id, provider: 'monnify', attempt: 2, sends: 0 }]);
    expect(await process({}).send(id)).toMatchObject({ status: 'success' });
  });
});

describe('a purchase is delivered twice, by two providers', () => {
  test.each<[string, ProductType, SendOutcome, string]>([
    ['its outcome is unknown', 'AIRTIME', TIMED_OUT, 'initiated'],
    ['the provider has the order', 'AIRTIME', { ...TIMED_OUT, orderSeen: true }, 'initiated'],
    [
      'a requery has to confirm its refusal',
      'AIRTIME',
      {
        ...TIMED_OUT,
        rejection: { code: '091', reason: 'no', fault: 'account', elsewhere: true },
      },
      'initiated',
    ],
    ['only its token is missing', 'ELECTRICITY', { ...delivered, goods: null }, 'pending'],
    ['it was refused for the customer’s own data', 'AIRTIME', BAD_NUMBER, 'failed'],
  ])('not when %s', async (_, product, answer, status) => {
    const { send, orders } = process({ vtpass: answer });
    const id = await accepted(product);
    await send(id);
    expect([orders.length, await closed(id), (await row(id)).status]).toEqual([1, [], status]);
  });

  test.each<[string, RequeryOutcome, number | undefined, string[][], string]>([
    ['after its settling time', BAD_NUMBER as never, 600_000, [['vtpass', 'confirmed_failed']], 'initiated'],
    ['before it', BAD_NUMBER as never, 700_000, [], 'failed'],
    ['of a provider whose settling time is not known', BAD_NUMBER as never, undefined, [], 'failed'],
  ])('a requery that says failed, %s', async (_, said, settlesWithinMs, attempts, status) => {
    const { deps } = process({});
    const id = await sent(accountId, 'AIRTIME', { leaseOver: true });
    const purchase = { ...(await row(id)), ageMs: 660_000, sinceSendMs: 660_000, missingSpanMs: null } as never;
    const provider = { requery: async () => ({ ...said, reversed: false }) };
    await requeryPurchase({ ...deps, db: database.db, provider, settlesWithinMs: () => settlesWithinMs }, purchase);
    expect([await closed(id), (await row(id)).status]).toEqual([attempts, status]);
  });
});
