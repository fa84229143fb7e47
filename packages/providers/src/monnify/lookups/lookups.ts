import type { ListedProduct, Lookup, ProviderLookups } from '@topup/core/provider';
import { readKobo } from '../../http/exact';
import { field } from '../../http/json';
import type { Api } from '../call';
import { MONNIFY } from '../profile';
import { type Customer, readCustomer } from '../send/validation';
import type { ProductList } from './list-products';
import { lookUp } from './look-up';

const NOT_SOLD = { kind: 'unavailable', reason: 'Monnify lists no such product' } as const;

type LookupDeps = {
  api: Api;
  products: ProductList;
  walletAccount: string;
  timeoutMs: number;
  onOddity: ((text: string, fields: Record<string, string>) => void) | undefined;
};

/** Creates the lookups at Monnify, which buy nothing. A card or meter is asked about with the first product for it. */
export function createLookups({ api, products, walletAccount, timeoutMs, onOddity }: LookupDeps): ProviderLookups {
  async function customerOf(
    serviceId: string,
    number: string,
    isAsked: (product: ListedProduct) => boolean,
  ): Promise<Lookup<Customer>> {
    const listed = await products.of(serviceId);
    if (listed.kind !== 'found') return listed;
    const found = listed.value.find(isAsked);
    if (found === undefined) return NOT_SOLD;
    return lookUp({
      about: serviceId,
      timeoutMs,
      onOddity,
      ask: (deadline) => api.validate(found.product.code, number, deadline),
      read: (answer) => readCustomer(answer, number),
    });
  }

  return {
    dataServices: MONNIFY.dataServices,
    async variations(serviceId) {
      const listed = await products.of(serviceId);
      if (listed.kind !== 'found') return listed;
      const fixed = listed.value.flatMap(({ product, name, costKobo }) =>
        costKobo === null ? [] : [{ code: product.code, name, priceKobo: costKobo }],
      );
      return { kind: 'found', value: fixed };
    },
    async verifySmartcard(serviceId, number) {
      const customer = await customerOf(serviceId, number, () => true);
      if (customer.kind !== 'found') return customer;
      const unsaid = { customerType: '', status: '', dueDate: '', currentPackageCodes: [], renewalAmountKobo: null };
      return { kind: 'found', value: { ...unsaid, customerName: customer.value.name, customerNumber: number } };
    },
    async verifyMeter(serviceId, number, type) {
      const customer = await customerOf(serviceId, number, ({ meterType }) => meterType === type);
      if (customer.kind !== 'found') return customer;
      const { name, address, leastKobo } = customer.value;
      const minimumKobo = leastKobo === 0n ? null : leastKobo;
      const value = { meterNumber: number, customerName: name, address, minimumKobo, arrearsKobo: null };
      return { kind: 'found', value };
    },
    balance: () =>
      lookUp({
        about: 'balance',
        timeoutMs,
        onOddity,
        ask: (deadline) => api.get('/api/v2/disbursements/wallet-balance', { accountNumber: walletAccount }, deadline),
        read(answer) {
          const kobo = answer.ok ? readKobo(field(answer.body, 'availableBalance')) : null;
          return kobo === null
            ? { kind: 'unavailable', reason: `HTTP ${answer.httpStatus}: no balance` }
            : { kind: 'found', value: kobo };
        },
      }),
  };
}
