import type { Lookup, ProviderCatalogue, ProviderLookups, ProviderProfile, Variation } from '@topup/core/provider';
import { combineLookups } from './combine-lookups';

const unavailable = { kind: 'unavailable', reason: 'HTTP 502' } as const;
const notRecognised = { kind: 'not_recognised', reason: 'no such card' } as const;
type Cards = Awaited<ReturnType<ProviderLookups['verifySmartcard']>>;

const found = (code: string): Lookup<Variation[]> => ({
  kind: 'found',
  value: [{ code, name: code, priceKobo: 1n }],
});

/** A provider whose lists hold its name. `asked`: what it was asked for. */
function provider(name: string, own: { sells?: ProviderProfile['sells']; ownWords?: boolean; cards?: Cards } = {}) {
  const asked: string[] = [];
  const products: ProviderCatalogue = { products: async () => ({ kind: 'found', value: [] }) };
  const lookups: ProviderLookups = {
    dataServices: [{ serviceId: `${name}-data`, network: 'MTN' }],
    variations: async (serviceId) => {
      asked.push(serviceId);
      return found(name);
    },
    verifySmartcard: async (serviceId) => {
      asked.push(serviceId);
      return own.cards ?? unavailable;
    },
    verifyMeter: async () => unavailable,
    balance: async () => ({ kind: 'found', value: BigInt(name.length) }),
  };
  return {
    asked,
    ...lookups,
    ...(own.ownWords !== true && products),
    ...(own.sells !== undefined && { sells: own.sells }),
  };
}

const vtpass = (cards?: Cards) => provider('vtpass', { ownWords: true, ...(cards && { cards }) });
const monnify = () => provider('monnify');
const reloadly = () => provider('reloadly', { sells: ['AIRTIME', 'DATA'] });

describe('a package list has codes that are not ours, or is asked of a provider without packages', () => {
  test.each([
    ['vtpass', 'vtpass', [vtpass()]],
    ['monnify, vtpass', 'vtpass', [monnify(), vtpass()]],
    ['reloadly, vtpass', 'vtpass', [reloadly(), vtpass()]],
    ['reloadly, monnify', 'monnify', [reloadly(), monnify()]],
    ['monnify, reloadly', 'monnify', [monnify(), reloadly()]],
  ])('of %s the packages are those of %s', async (_, owner, all) => {
    expect(await combineLookups(all).variations('dstv')).toEqual(found(owner));
  });

  test.each([
    ['monnify, vtpass', 'vtpass', [monnify(), vtpass()]],
    ['reloadly, monnify', 'reloadly', [reloadly(), monnify()]],
  ])('of %s the plans are those of %s', async (_, owner, all) => {
    const lookups = combineLookups(all);
    expect(lookups.dataServices).toEqual([{ serviceId: `${owner}-data`, network: 'MTN' }]);
    expect(await lookups.variations(`${owner}-data`)).toEqual(found(owner));
  });

  test('where nobody sells packages, nobody is asked', async () => {
    const one = reloadly();
    expect(await combineLookups([one]).variations('gotv')).toMatchObject({ kind: 'unavailable' });
    expect(one.asked).toEqual([]);
  });
});

describe('a card cannot be bought for although one provider knows it', () => {
  test('the next one that sells it is asked while there is no usable answer, and nobody after one', async () => {
    const all = [reloadly(), monnify(), vtpass(notRecognised), vtpass()];
    expect(await combineLookups(all).verifySmartcard('dstv', '1')).toEqual(notRecognised);
    expect(all.map(({ asked }) => asked)).toEqual([[], ['dstv'], ['dstv'], []]);
  });

  test('the last answer counts when none is usable', async () => {
    expect(await combineLookups([monnify(), vtpass()]).verifySmartcard('dstv', '1')).toEqual(unavailable);
    expect(await combineLookups([reloadly()]).verifyMeter('ikeja-electric', '1', 'prepaid')).toMatchObject({
      kind: 'unavailable',
      reason: 'no provider sells it',
    });
  });
});

test('the float is that of the first provider, and there must be one', async () => {
  expect(await combineLookups([reloadly(), vtpass()]).balance()).toEqual({ kind: 'found', value: 8n });
  expect(() => combineLookups([])).toThrow('no provider to ask');
});
