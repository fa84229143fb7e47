import { useDatabase } from '@topup/testkit';
import type { Breakers } from '../provider/breakers.port';
import type { ProviderOrder, ProviderProfile } from '../provider/provider.port';
import { reportBreakers } from '../provider/switch.store';
import { systemClock } from '../shared/clock';
import { createRouting } from './create-routing';
import type { RoutableOrder, Router } from './router.port';
import { simulateRoute } from './simulate-route';

const database = useDatabase({ eachTest: true });

const closed: Breakers = {
  restricted: () => false,
  stopOf: () => null,
  admit: () => null,
  onChange: () => () => undefined,
  statuses: () => [],
  setSwitches: () => undefined,
};
const providers = ['vtpass', 'monnify'].map((name) => ({
  name,
  mode: 'live' as const,
  mintRef: (id: string) => id,
  send: async (_order: ProviderOrder) => ({
    kind: 'unknown' as const,
    reason: 'late',
    rejection: null,
    orderSeen: false,
  }),
  requery: async () => ({ kind: 'missing' as const }),
  balance: async () => ({ kind: 'found' as const, value: 1_000_000n }),
}));
const profiles = providers.map(({ name }): ProviderProfile => ({ name, ownWords: true, dataServices: [] }));
const processOf = () => createRouting({ providers, breakers: closed, clock: systemClock, watchesHealth: true });

const terms = { serviceId: 'mtn', variationCode: null, subscriptionType: null, contactPhone: '08031234567' };
const asked = (accountId: string, serviceId = 'mtn'): RoutableOrder => ({
  accountId,
  productType: 'AIRTIME',
  amountKobo: 100_00n,
  terms: { ...terms, serviceId },
});
const sent = (accountId: string): ProviderOrder => ({
  ...terms,
  provider: 'vtpass',
  accountId,
  providerRef: accountId,
  productType: 'AIRTIME',
  recipient: '08031234567',
  amountKobo: 100_00n,
});
const reads = () => ({ db: database.db });
const log = { info: () => undefined, warn: () => undefined, error: () => undefined };

/** A process that has seen ten unknown outcomes of two accounts at vtpass, and has reported that. */
async function sickProcess() {
  const process = processOf();
  for (const account of ['a', 'b']) for (let n = 0; n < 5; n += 1) await process.providers[0]?.send(sent(account));
  const statuses = process.breakers.statuses();
  await reportBreakers(database.db, 'worker@x:1', statuses);
  return statuses;
}

/** Routes as a process does that has just read what it goes by. */
async function withApi(work: (router: Router) => void): Promise<void> {
  const api = processOf();
  const watch = api.watch({ ...reads(), log });
  await watch.ready;
  try {
    work(api.router);
  } finally {
    await watch.stop();
  }
}

describe('a process that sees no outcomes sends first attempts to a sick provider', () => {
  test('it goes by what another process has reported, and so does a simulation', async () => {
    await sickProcess();
    await withApi((router) => {
      expect(router.route(asked('c'), [])?.decision).toMatchObject({
        chosen: 'monnify',
        passed: [{ provider: 'vtpass', why: 'unknown_outcomes' }],
      });
      expect(router.route(asked('c', 'glo'), [])?.provider).toBe('vtpass');
      expect(router.route(asked('c'), ['monnify'])?.provider).toBe('vtpass');
    });
    const order = {
      productType: 'AIRTIME',
      serviceId: 'mtn',
      amountKobo: 100_00n,
      code: null,
      accountId: null,
    } as const;
    expect(await simulateRoute({ ...reads(), providers: profiles }, order)).toMatchObject({
      simulation: { chosen: 'monnify', passed: [{ provider: 'vtpass', why: 'unknown_outcomes' }] },
    });
  });

  test('what another process would try again gets one trial of this one', async () => {
    const [open] = await sickProcess();
    if (open === undefined) throw new Error('nothing is sick');
    await reportBreakers(database.db, 'worker@x:1', [{ ...open, state: 'half_open' }]);
    await withApi((router) => {
      const chosen = () => router.route(asked('c'), [])?.provider;
      expect([chosen(), chosen(), chosen()]).toEqual(['vtpass', 'monnify', 'monnify']);
    });
    await reportBreakers(database.db, 'worker@x:2', [open]);
    await withApi((router) => expect(router.route(asked('c'), [])?.provider).toBe('monnify'));
  });

  test('a report of a process that is gone counts no more', async () => {
    await sickProcess();
    await database.db.$executeRaw`UPDATE provider_breaker SET seen_at = now() - interval '16 seconds'`;
    await withApi((router) => expect(router.route(asked('c'), [])?.provider).toBe('vtpass'));
  });
});
