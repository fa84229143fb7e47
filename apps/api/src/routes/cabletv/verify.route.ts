import { cableProducts } from '@topup/core/product';
import type { Smartcard } from '@topup/core/provider';
import { formatNaira } from '@topup/core/shared';
import type { RequestHandler } from 'express';
import type { Deps } from '../../deps';
import { field, readFields, requestBody } from '../../http/fields';
import { answerLookup } from '../../http/lookup';
import { bodyOf, callerOf } from '../../http/request-context';

export const smartcardFields = {
  product_type: field.oneOf(cableProducts),
  smartcard_number: field.customerNumber('Smartcard or IUC number'),
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
