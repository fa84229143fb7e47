import { products } from '@topup/core/product';
import type { Smartcard } from '@topup/core/provider';
import { cableOrder, checkPackage } from '@topup/core/purchase';
import { formatNaira } from '@topup/core/shared';
import type { RequestHandler } from 'express';
import type { Deps } from '../../deps';
import { errorHeaders } from '../../http/error-answer';
import { type FieldsOf, field, readFields, requestBody } from '../../http/fields';
import { answerLookup } from '../../http/lookup';
import { bodyOf, callerOf } from '../../http/request-context';
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

export const cableFields = requestBody({
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

type Fields = FieldsOf<typeof cableFields>;

/** POST /v1/cabletv/purchase. The provider delivers for any amount, so card, package and amount are checked first. */
export function purchaseCable(deps: Deps): RequestHandler {
  return async (request, response) => {
    const fields = toCable(readFields(cableFields, bodyOf(request)));
    const lookups = deps.lookupsOf(callerOf(response));
    const { packageList } = deps;
    const found = await checkOrder(deps, response, cableOrder(fields), () =>
      checkPackage({ packageList, lookups }, fields),
    );
    await sellPurchase(deps, response, cableOrder(fields, found.name));
  };
}

const toCable = ({ product_type, smartcard_number, package_code, amount, subscription_type, ...fields }: Fields) => ({
  service: product_type,
  smartcard: smartcard_number,
  packageCode: package_code,
  amountKobo: amount,
  phone: fields.phone,
  subscriptionType: subscription_type,
  requestRef: fields.request_ref,
});
