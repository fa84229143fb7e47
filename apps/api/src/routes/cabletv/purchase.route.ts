import { AppError } from '@topup/core/errors';
import { subscriptionTypes } from '@topup/core/product';
import type { Variation } from '@topup/core/provider';
import type { Order } from '@topup/core/purchase';
import { formatNaira } from '@topup/core/shared';
import type { RequestHandler } from 'express';
import type { Deps } from '../../deps';
import { type FieldsOf, field, readFields, requestBody } from '../../http/fields';
import { requireAnswer } from '../../http/lookup';
import { bodyOf, callerOf } from '../../http/request-context';
import type { ClientLookups } from '../../send/limit-lookups';
import { checkOrder } from '../check-order';
import { sellPurchase } from '../sell-purchase';
import { smartcardFields } from './verify.route';

export const cableOrder = requestBody({
  ...smartcardFields,
  package_code: field.text(100, 'The `package_code` from the list of packages.'),
  amount: field.naira('The price of the package, or to renew it the `renewal_amount` of the card, in naira.'),
  phone: field.phone('The phone number of the customer'),
  subscription_type: field.oneOf(
    subscriptionTypes,
    '`renew` pays for the package that the card has, `change` buys another one.',
  ),
  request_ref: field.requestRef(),
});

type Fields = FieldsOf<typeof cableOrder>;

/** POST /v1/cabletv/purchase. The provider delivers for any amount, so card, package and amount are checked first. */
export function purchaseCable(deps: Deps): RequestHandler {
  return async (request, response) => {
    const fields = readFields(cableOrder, bodyOf(request));
    const caller = callerOf(response);
    const lookups = deps.lookupsOf(caller);
    const found = await checkOrder(deps, caller, fields.request_ref, () =>
      requirePackage({ ...deps, lookups }, fields),
    );
    await sellPurchase(deps, response, toOrder(fields, found));
  };
}

/**
 * The ordered package, when the amount is right for it.
 * @throws AppError unknown_package | wrong_package_amount | provider_unavailable, and as `renewalPrices`
 */
async function requirePackage(
  { packageList, lookups }: Pick<Deps, 'packageList'> & { lookups: ClientLookups },
  fields: Fields,
): Promise<Variation> {
  const { product_type, package_code, subscription_type, amount } = fields;
  const renews = subscription_type === 'renew';
  const prices = renews ? await renewalPrices(lookups, fields) : (listedKobo: bigint) => [listedKobo];
  const fits = ({ priceKobo }: Variation) => prices(priceKobo).includes(amount);
  const found = await packageList.find(product_type, package_code, fits);
  if (found === null) throw new AppError('unknown_package');
  if (fits(found)) return found;
  const right = prices(found.priceKobo).map(formatNaira).join(' or ');
  throw new AppError('wrong_package_amount', renews ? `amount must be ${right}` : undefined);
}

/**
 * A renewal is for the packages that the card has, whatever code is sent. It costs what the provider reports for this
 * card, or the listed price when that is not lower.
 * @returns the amounts that renew the ordered package, by its listed price; all in kobo
 * @throws AppError unknown_smartcard | not_current_package | provider_unavailable
 */
async function renewalPrices(
  lookups: ClientLookups,
  { product_type, smartcard_number, package_code }: Fields,
): Promise<(listedKobo: bigint) => bigint[]> {
  const card = requireAnswer(await lookups.verifySmartcard(product_type, smartcard_number));
  if (card.kind === 'not_recognised')
    throw new AppError('unknown_smartcard', 'smartcard_number is not known to the provider');
  const { currentPackageCodes: codes, renewalAmountKobo: renewal } = card.value;
  if (codes.length > 0 && !codes.includes(package_code))
    throw new AppError('not_current_package', `package_code must be ${codes.join(' or ')}`);
  if (renewal === null) return (listed) => [listed];
  return (listed) => (listed > renewal ? [renewal, listed] : [renewal]);
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
