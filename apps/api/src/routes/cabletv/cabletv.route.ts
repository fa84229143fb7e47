import { AppError } from '@topup/core/errors';
import { products } from '@topup/core/product';
import type { Smartcard, Variation } from '@topup/core/provider';
import type { Order } from '@topup/core/purchase';
import { formatNaira } from '@topup/core/shared';
import type { RequestHandler } from 'express';
import type { Deps } from '../../deps';
import { errorHeaders } from '../../http/error-answer';
import { type FieldsOf, field, readFields, requestBody } from '../../http/fields';
import { answerLookup, requireAnswer } from '../../http/lookup';
import { bodyOf, callerOf } from '../../http/request-context';
import type { ClientLookups } from '../../send/limit-lookups';
import { checkOrder } from '../check-order';
import { sellPurchase } from '../sell-purchase';

export const cableProduct = requestBody({ product_type: field.oneOf(products.CABLE_TV.services) });

/** POST /v1/cabletv/variations: the packages that can be bought; 424 when the provider lists none. */
export function cableVariations({ packageList }: Deps): RequestHandler {
  return async (request, response) => {
    const { product_type } = readFields(cableProduct, bodyOf(request));
    const list = await packageList.packages(product_type);
    const packages = list.map(({ code, name, priceKobo }) => ({
      package_code: code,
      package_name: name,
      price: formatNaira(priceKobo),
    }));
    const answer =
      packages.length > 0
        ? { status: 'successful', status_code: 200, message: 'Cable TV packages.' }
        : { status: 'failed', status_code: 424, message: 'The provider lists no packages for this product type.' };
    if (packages.length === 0) response.set(errorHeaders('no_packages'));
    response.status(answer.status_code).json({ ...answer, data: { product_type, packages } });
  };
}

const smartcardFields = {
  product_type: field.oneOf(products.CABLE_TV.services),
  smartcard_number: field.recipient('smartcard', 'Smartcard or IUC number'),
};
export const smartcardQuery = requestBody(smartcardFields);

/** POST /v1/cabletv/verify: the owner of a smartcard; 424 when the provider does not know it. */
export function verifySmartcard({ lookupsOf }: Deps): RequestHandler {
  return async (request, response) => {
    const { product_type, smartcard_number } = readFields(smartcardQuery, bodyOf(request));
    const lookups = lookupsOf(callerOf(response));
    answerLookup(response, await lookups.verifySmartcard(product_type, smartcard_number), {
      message: 'Smartcard found.',
      data: toSmartcard,
    });
  };
}

const toSmartcard = ({ currentPackageCodes, renewalAmountKobo, ...card }: Smartcard) => ({
  customer_name: card.customerName,
  customer_number: card.customerNumber,
  customer_type: card.customerType,
  status: card.status,
  due_date: card.dueDate,
  current_package_code: currentPackageCodes.length > 0 ? currentPackageCodes.join(',') : null,
  renewal_amount: renewalAmountKobo === null ? null : formatNaira(renewalAmountKobo),
});

export const cableOrder = requestBody({
  ...smartcardFields,
  package_code: field.text(100, 'The `package_code` from the list of packages.'),
  amount: field.naira('The price of the package, in naira. For a renewal, the `renewal_amount` of the card.'),
  phone: field.recipient('phone', 'The phone number of the customer'),
  subscription_type: field.oneOf(
    ['renew', 'change'] as const,
    '`renew` pays for the package that the card has. `change` buys another one.',
  ),
  request_ref: field.requestRef(),
});

type Fields = FieldsOf<typeof cableOrder>;

/** POST /v1/cabletv/purchase. The provider delivers for any amount, so card, package and amount are checked first. */
export function purchaseCable(deps: Deps): RequestHandler {
  return async (request, response) => {
    const fields = readFields(cableOrder, bodyOf(request));
    const lookups = deps.lookupsOf(callerOf(response));
    const found = await checkOrder(deps, response, toOrder(fields), () => requirePackage({ ...deps, lookups }, fields));
    await sellPurchase(deps, response, toOrder(fields, found.name));
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
  name = '',
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
