import { BY_TEST, fundedAccount, insertSold, useDatabase } from '@topup/testkit';
import type { BreakerStatus } from '../provider/breakers.port';
import { writeFloat } from '../provider/float.store';
import type { ProviderProfile } from '../provider/provider.port';
import { insertSwitch, reportBreakers } from '../provider/switch.store';
import { announce, withdrawAnnouncement } from './service-message';
import { judgeServices } from './service-state';
import { listServiceStates } from './service-state.store';

const database = useDatabase({ eachTest: true });
const VTPASS: ProviderProfile = {
  name: 'vtpass',
  ownWords: true,
  sells: ['AIRTIME', 'DATA', 'CABLE_TV'],
  dataServices: [{ serviceId: 'mtn-data', network: 'MTN' }],
};
const MONNIFY: ProviderProfile = { name: 'monnify', ownWords: true, sells: ['AIRTIME'], dataServices: [] };

/** Judges as a worker does, and returns the state of each service. */
async function judged(...providers: ProviderProfile[]) {
  await judgeServices(database.db, providers);
  const states = await listServiceStates(database.db);
  return Object.fromEntries(states.map(({ productType, service, state }) => [`${productType} ${service}`, state]));
}
const close = (breaker: string) =>
  insertSwitch(database.db, { provider: 'vtpass', breaker, reason: 'ticket 8', closedBy: 'test' });
const report = (status: Partial<BreakerStatus>) =>
  reportBreakers(database.db, 'worker@a:1', [
    {
      ...{ provider: 'vtpass', breaker: 'mtn', reason: 'unreachable', state: 'open', accounts: null, leftKobo: null },
      ...{ detail: null, since: new Date() },
      ...status,
    },
  ]);
/** Lets a minute pass for the states that are noted. */
const aMinuteLater = () => database.db.$executeRaw`UPDATE service_state SET since = since - interval '1 minute'`;
const plan = (n: number) =>
  database.db.dataPlan.create({
    data: {
      ...{ planId: `m${n}`, network: 'MTN', providerService: 'mtn-data', providerCode: `mtn-${n}gb` },
      ...{ name: `${n} GB`, planName: `${n} GB`, validity: '', costKobo: 100_00n },
    },
  });

describe('clients sell through an outage, or stop selling what works', () => {
  test('everything that a provider sells is listed, and a network without a plan sells nothing', async () => {
    await plan(1);
    expect(await judged(VTPASS)).toEqual({
      ...{ 'AIRTIME mtn': 'available', 'AIRTIME glo': 'available', 'AIRTIME airtel': 'available' },
      ...{ 'AIRTIME etisalat': 'available', 'DATA MTN': 'available', 'DATA GLO': 'unavailable' },
      ...{ 'DATA AIRTEL': 'unavailable', 'DATA 9MOBILE': 'unavailable', 'CABLE_TV dstv': 'available' },
      ...{ 'CABLE_TV gotv': 'available', 'CABLE_TV startimes': 'available' },
    });
  });

  test('a service is unavailable only when no provider can serve it', async () => {
    await close('mtn');
    expect(await judged(VTPASS, MONNIFY)).toMatchObject({ 'AIRTIME mtn': 'available', 'AIRTIME glo': 'available' });
    await aMinuteLater();
    expect(await judged(VTPASS)).toMatchObject({ 'AIRTIME mtn': 'unavailable', 'AIRTIME glo': 'available' });
  });

  test('before the first sync of the catalogue nothing is said of data plans', async () => {
    expect(Object.keys(await judged(VTPASS))).not.toContain('DATA MTN');
  });

  test('airtime and data are degraded a minute after the last worker judged them', async () => {
    await judged(VTPASS);
    await database.db.$executeRaw`UPDATE service_state SET judged_at = judged_at - interval '70 seconds'`;
    const states = await listServiceStates(database.db);
    const stateOf = (name: string) => states.find(({ service }) => service === name);
    expect([stateOf('mtn')?.state, stateOf('dstv')?.state]).toEqual(['degraded', 'available']);
    expect(stateOf('mtn')?.since.getTime()).toBeLessThan(Date.now() - 60_000);
    expect(await judged(VTPASS)).toMatchObject({ 'AIRTIME mtn': 'available' });
  });

  test('a closed provider stops its data and cable TV too', async () => {
    await plan(1);
    await close('provider');
    expect(await judged(VTPASS)).toMatchObject({ 'DATA MTN': 'unavailable', 'CABLE_TV dstv': 'unavailable' });
  });

  test.each([
    ['too many orders fail', { reason: 'failing' }],
    ['three accounts get no answer', { reason: 'silent', accounts: 3 }],
    ['the float is too low for large orders', { reason: 'float', leftKobo: 20_000_00n, breaker: 'provider' }],
  ] as const)('%s: it is degraded, unless another provider serves it', async (_, status) => {
    await report(status);
    expect(await judged(VTPASS)).toMatchObject({ 'AIRTIME mtn': 'degraded' });
    await aMinuteLater();
    expect(await judged(VTPASS, MONNIFY)).toMatchObject({ 'AIRTIME mtn': 'available' });
  });

  test('providers whose floats cannot be read are silent: degraded, and with failing orders unavailable', async () => {
    const readAt = async (provider: string, secondsAgo: number) => {
      await writeFloat(database.db, { provider, balanceKobo: 1_000_000_00n, alertKobo: 0n });
      await database.db
        .$executeRaw`UPDATE provider_float SET read_at = clock_timestamp() - ${secondsAgo} * interval '1 second'
                      WHERE provider = ${provider}`;
    };
    await readAt('vtpass', 140);
    await readAt('monnify', 20);
    expect(await judged(VTPASS, MONNIFY)).toMatchObject({ 'AIRTIME mtn': 'available' });
    await aMinuteLater();
    expect(await judged(VTPASS)).toMatchObject({ 'AIRTIME mtn': 'degraded', 'AIRTIME glo': 'degraded' });
    await aMinuteLater();
    await report({ reason: 'unknown_outcomes' });
    expect(await judged(VTPASS)).toMatchObject({ 'AIRTIME mtn': 'unavailable', 'AIRTIME glo': 'degraded' });
  });

  test('of the newest orders most have no outcome: degraded, although no breaker knows it', async () => {
    const accountId = await fundedAccount(database.db, 0n);
    const sold = (service: string, reference: string, secondsAgo: number) => ({
      ...{ accountId, product: 'AIRTIME' as const, service, reference, at: new Date(Date.now() - secondsAgo * 1_000) },
    });
    await insertSold(database.db, [
      ...['open-1', 'open-2', 'known'].map((reference) => sold('mtn', reference, 60)),
      ...['open-3', 'known-2', 'known-3'].map((reference) => sold('glo', reference, 60)),
      ...['open-4', 'open-5', 'open-6'].map((reference) => sold('airtel', reference, 5)),
      ...['open-7', 'open-8'].map((reference) => sold('etisalat', reference, 60)),
    ]);
    await database.db.$transaction(async (tx) => {
      await tx.$executeRaw`SET LOCAL session_replication_role = replica`;
      await tx.$executeRaw`UPDATE purchase SET status = 'pending', final_at = NULL WHERE request_ref LIKE 'open-%'`;
    });
    expect(await judged(VTPASS)).toMatchObject({
      ...{ 'AIRTIME mtn': 'degraded', 'AIRTIME glo': 'available' },
      ...{ 'AIRTIME airtel': 'available', 'AIRTIME etisalat': 'available' },
    });
  });

  test('a minute of orders of one account that reach no provider: degraded, although its breaker is closed', async () => {
    const accountId = await fundedAccount(database.db, 0n);
    const sold = (service: string, reference: string, secondsAgo: number) => ({
      ...{ accountId, product: 'AIRTIME' as const, service, reference, at: new Date(Date.now() - secondsAgo * 1_000) },
    });
    const several = (of: number, make: (n: number) => ReturnType<typeof sold>) =>
      Array.from({ length: of }, (_, n) => make(n));
    await insertSold(database.db, [
      ...several(20, (n) => sold('mtn', `well-${n}`, 280 - n * 10)),
      ...several(6, (n) => sold('mtn', `unreachable-${n}`, 60 - n * 10)),
      ...several(6, (n) => sold('glo', `rejected-${n}`, 60 - n * 10)),
      ...several(6, (n) => sold('airtel', `silent-${n}`, 60 - n * 10)),
    ]);
    const ends = [
      ['unreachable', 'provider_unreachable', 'provider_unreachable'],
      ['rejected', 'provider_rejected', 'provider_rejected_016'],
      ['silent', 'provider_unavailable', 'provider_unavailable_silent'],
    ];
    await database.db.$transaction(async (tx) => {
      await tx.$executeRaw`SET LOCAL session_replication_role = replica`;
      for (const [name, code, cause] of ends)
        await tx.$executeRaw`UPDATE purchase SET status = 'failed', cause_code = ${code}, cause = ${cause}
                              WHERE request_ref LIKE ${`${name}-%`}`;
    });
    expect(await judged(VTPASS)).toMatchObject({
      ...{ 'AIRTIME mtn': 'degraded', 'AIRTIME glo': 'available', 'AIRTIME airtel': 'available' },
    });
    await aMinuteLater();
    await insertSold(
      database.db,
      several(5, (n) => sold('mtn', `again-${n}`, 25 - n)),
    );
    expect(await judged(VTPASS)).toMatchObject({ 'AIRTIME mtn': 'available' });
  });

  test('one account without an answer says nothing about the others', async () => {
    await report({ reason: 'silent', accounts: 2 });
    expect(await judged(VTPASS)).toMatchObject({ 'AIRTIME mtn': 'available' });
  });

  test('a network of whose plans a part can be bought is degraded', async () => {
    await plan(1);
    await database.db.dataPlan.create({
      data: {
        ...{ planId: 's1', network: 'MTN', providerService: 'mtn-sme-data', providerCode: 'sme-1gb' },
        ...{ name: '1 GB SME', planName: '1 GB SME', validity: '', costKobo: 100_00n },
      },
    });
    await close('mtn-sme-data');
    expect(await judged(VTPASS)).toMatchObject({ 'DATA MTN': 'degraded' });
  });
});

describe('a state flaps, or its beginning moves', () => {
  test('it holds for a minute, and `since` is when it began', async () => {
    await judged(VTPASS);
    await report({});
    expect(await judged(VTPASS)).toMatchObject({ 'AIRTIME mtn': 'available' });
    await aMinuteLater();
    expect(await judged(VTPASS)).toMatchObject({ 'AIRTIME mtn': 'unavailable' });
    const since = async () =>
      (await listServiceStates(database.db)).find(({ service }) => service === 'mtn')?.since.getTime();
    const began = await since();
    await judged(VTPASS);
    expect(await since()).toBe(began);
    await reportBreakers(database.db, 'worker@a:1', []);
    expect(await judged(VTPASS)).toMatchObject({ 'AIRTIME mtn': 'unavailable' });
    await aMinuteLater();
    expect(await judged(VTPASS)).toMatchObject({ 'AIRTIME mtn': 'available' });
  });
});

describe('what an operator says about a service outlives its truth', () => {
  const mtn = { productType: 'AIRTIME', service: 'mtn' } as const;
  const said = async () => (await listServiceStates(database.db)).map(({ service, message }) => [service, message]);
  const say = (until: Date, service = 'mtn') =>
    announce(database.db, BY_TEST, [VTPASS], { ...mtn, service, message: 'MTN works on it.', until });

  test('it ends when the operator said, or takes it back, and the state stays', async () => {
    const until = new Date(Date.now() + 3_600_000);
    expect(await say(until)).toEqual({ kind: 'announced' });
    expect(await said()).toEqual([['mtn', 'MTN works on it.']]);
    expect(await withdrawAnnouncement(database.db, BY_TEST, mtn)).toEqual({ kind: 'withdrawn' });
    expect(await said()).toEqual([['mtn', null]]);
    expect(await withdrawAnnouncement(database.db, BY_TEST, mtn)).toMatchObject({ kind: 'no_message' });
    await say(until);
    await database.db.$executeRaw`UPDATE service_state SET message_until = clock_timestamp()`;
    expect(await said()).toEqual([['mtn', null]]);
  });

  test('a service that was only spoken of gets its state with the first judgement', async () => {
    await close('mtn');
    await say(new Date(Date.now() + 3_600_000));
    expect(await judged(VTPASS)).toMatchObject({ 'AIRTIME mtn': 'unavailable' });
  });

  test('an end in the past, and a service that is not sold, are refused', async () => {
    expect(await say(new Date(Date.now() - 1_000))).toEqual({ kind: 'message_has_ended' });
    expect(await say(new Date(Date.now() + 60_000), 'mtnn')).toMatchObject({ kind: 'no_service_of_product' });
    expect(await said()).toEqual([]);
  });
});
