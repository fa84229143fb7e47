import { subscriptionTypes } from '@topup/core/catalogue';
import { AppError } from '@topup/core/errors';
import type { Variation } from '@topup/core/provider';
import type { Order } from '@topup/core/purchase';
import type { RequestHandler } from 'express';
import type { Deps } from '../../deps';
import { type FieldsOf, field, readFields, requestBody } from '../../http/fields';
import { requireAnswer } from '../../http/lookup';
import { bodyOf, callerOf } from '../../http/request-context';
import { checkOrder } from '../check-order';
import { sellPurchase } from '../sell-purchase';
import { smartcardFields } from './verify.route';

export const cableOrder = requestBody({
  ...smartcardFields,
  package_code: field.text(100, 'The `package_code` from the list of packages.'),
  amount: field.naira('The price of the package, in naira.'),
  phone: field.phone('The phone number of the customer'),
  subscription_type: field.oneOf(subscriptionTypes, '`renew` keeps the current package, `change` replaces it.'),
  request_ref: field.requestRef(),
});

type Fields = FieldsOf<typeof cableOrder>;

/** POST /v1/cabletv/purchase. The provider delivers a package for any amount, so this checks the amount first. */
export function purchaseCable(deps: Deps): RequestHandler {
  return async (request, response) => {
    const fields = readFields(cableOrder, bodyOf(request));
    const found = await checkOrder(deps, callerOf(response), fields.request_ref, () => requirePackage(deps, fields));
    await sellPurchase(deps, response, toOrder(fields, found));
  };
}

/** @throws AppError unknown_package | wrong_package_amount | provider_unavailable */
async function requirePackage({ packageList, lookups }: Deps, fields: Fields): Promise<Variation> {
  const { product_type, package_code, amount } = fields;
  const found = await packageList.find(product_type, package_code, ({ priceKobo }) => priceKobo === amount);
  if (found === null) throw new AppError('unknown_package');
  if (found.priceKobo === amount || (await isRenewalAmount(lookups, fields))) return found;
  throw new AppError('wrong_package_amount');
}

/** A renewal may also cost the amount that the provider reports for this card, which may include a discount. */
async function isRenewalAmount(
  lookups: Deps['lookups'],
  { product_type, smartcard_number, subscription_type, amount }: Fields,
): Promise<boolean> {
  if (subscription_type !== 'renew') return false;
  const card = requireAnswer(await lookups.verifySmartcard(product_type, smartcard_number));
  return card.kind === 'found' && card.value.renewalAmountKobo === amount;
}

function toOrder(
  { product_type, smartcard_number, package_code, amount, phone, subscription_type, request_ref }: Fields,
  { name }: Variation,
): Order {
  return {
    productType: 'CABLE_TV',
    requestRef: request_ref,
    amountKobo: amount,
    recipient: smartcard_number,
    details: { package_code, smartcard_number },
    description: `${product_type.toUpperCase()} ${name} for smartcard ${smartcard_number}`,
    providerOrder: {
      serviceId: product_type,
      variationCode: package_code,
      subscriptionType: subscription_type,
      contactPhone: phone,
    },
  };
}
