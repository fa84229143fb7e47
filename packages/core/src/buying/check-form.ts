import { findBuyablePlan } from '../catalogue/catalogue.store';
import { chargeOf, readDiscountsOf } from '../catalogue/discount.store';
import type { PackageList } from '../catalogue/package-list';
import { AppError } from '../errors/error-catalog';
import type { Lookup, ProviderLookups } from '../provider/provider.port';
import type { Order } from '../purchase/accept/accept.store';
import { checkExam, needsProfile } from '../purchase/order/check-exam';
import { checkPackage } from '../purchase/order/check-package';
import { airtimeOrder, cableOrder, dataOrder, electricityOrder, examOrder } from '../purchase/order/orders';
import type { Db } from '../shared/db';
import type { Customer } from './records';

/** The checked fields of an order from the form, each product with its own. */
export type FormFields =
  | { product: 'AIRTIME'; service: string; phone: string; amountKobo: bigint }
  | { product: 'DATA'; planId: string; phone: string }
  | {
      product: 'CABLE_TV';
      service: string;
      smartcard: string;
      packageCode: string;
      subscription: 'renew' | 'change';
      phone: string;
      amountKobo: bigint;
    }
  | {
      product: 'ELECTRICITY';
      service: string;
      meter: string;
      meterType: 'prepaid' | 'postpaid';
      phone: string;
      amountKobo: bigint;
    }
  | { product: 'EXAM_PIN'; exam: string; phone: string; profileId?: string | undefined };

export type FormDeps = {
  db: Db;
  packageList: Pick<PackageList, 'packages' | 'find'>;
  lookups: Required<Pick<ProviderLookups, 'verifySmartcard' | 'verifyMeter' | 'verifyProfile'>>;
};

/** `planId`: null unless it is of a data plan. `chargeKobo`: what the account pays now. */
export type CheckedForm = { order: Order; planId: string | null; chargeKobo: bigint };

/**
 * The order of a form, checked as the API checks it.
 * @throws AppError unknown_plan | unknown_exam | validation_failed | provider_unavailable, and as `checkPackage`
 */
export async function checkForm(
  deps: FormDeps,
  accountId: string,
  fields: FormFields,
  requestRef: string,
): Promise<CheckedForm> {
  const order = await orderOf(deps, accountId, fields, requestRef);
  const planId = fields.product === 'DATA' ? fields.planId : null;
  return { order, planId, chargeKobo: chargeFor(await readDiscountsOf(deps.db, accountId), order) };
}

/** What an account with these discounts pays for an order. */
export const chargeFor = (
  discounts: ReadonlyMap<string, number>,
  { productType, amountKobo, providerOrder }: Pick<Order, 'productType' | 'amountKobo' | 'providerOrder'>,
): bigint => chargeOf(amountKobo, discounts.get(`${productType}/${providerOrder.serviceId}`) ?? 0);

async function orderOf(
  { db, packageList, lookups }: FormDeps,
  accountId: string,
  fields: FormFields,
  requestRef: string,
): Promise<Order> {
  switch (fields.product) {
    case 'AIRTIME':
      return airtimeOrder({ ...fields, network: fields.service, requestRef });
    case 'DATA': {
      const plan = await findBuyablePlan(db, accountId, fields.planId);
      if (plan === null) throw new AppError('unknown_plan');
      return dataOrder({ phone: fields.phone, requestRef }, plan);
    }
    case 'CABLE_TV': {
      const cable = { ...fields, subscriptionType: fields.subscription, requestRef };
      const found = await checkPackage({ packageList, lookups }, cable);
      return cableOrder(cable, found.name);
    }
    case 'ELECTRICITY':
      return electricityOrder({ ...fields, disco: fields.service, requestRef });
    case 'EXAM_PIN': {
      const found = await checkExam(packageList, fields);
      return examOrder({ ...fields, requestRef }, found);
    }
  }
}

/** Who has the number of an order; null when nobody is asked, as of a phone. No answer delays or refuses a purchase. */
export async function customerOf(
  { lookups }: Pick<FormDeps, 'lookups'>,
  { order }: CheckedForm,
): Promise<Customer | null> {
  const { productType, recipient, providerOrder } = order;
  const { serviceId: service, variationCode: code } = providerOrder;
  const look = async (): Promise<Lookup<{ customerName: string }> | null> => {
    if (productType === 'CABLE_TV') return lookups.verifySmartcard(service, recipient);
    if (productType === 'ELECTRICITY')
      return lookups.verifyMeter(service, recipient, code === 'postpaid' ? 'postpaid' : 'prepaid');
    if (productType === 'EXAM_PIN' && needsProfile({ service }))
      return lookups.verifyProfile(service, recipient, code ?? '');
    return null;
  };
  const found = await look();
  if (found?.kind === 'found') return { kind: 'found', name: found.value.customerName };
  return found?.kind === 'unavailable' ? { kind: 'not_checked' } : found;
}
