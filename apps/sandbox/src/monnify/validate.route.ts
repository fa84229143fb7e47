import type { RequestHandler } from 'express';
import { customerOf } from '../customers/customers';
import { readVerifyAnswer } from '../faults/outcomes';
import { sendExactJson } from '../http/exact-json';
import { fieldsOf, isFilled } from '../http/read-body';
import type { MonnifyDeps } from './deps';
import { findProduct, needsValidation, type Product } from './products';
import { failure, toCustomerReply } from './replies';
import { drawValidationReference } from './vend';

/**
 * `POST …/validate-customer`: the owner of a meter or smartcard, and the reference that a vend for it needs. It
 * answers at once for every number but those of outcome 15: a vend asks here first, so a fault of the number would
 * hide the fault of the vend.
 */
export function validateRoute({ book, options }: MonnifyDeps): RequestHandler {
  return (request, response) => {
    const { productCode, customerId } = fieldsOf(request);
    const product = isFilled(productCode) ? findProduct(String(productCode)) : undefined;
    const fault = faultOf(product, customerId);
    if (product === undefined || fault !== null) return sendExactJson(response, failure(fault ?? ''), 400);

    const number = String(customerId);
    if (!needsValidation(product)) {
      const name = number.replace(/^0/, '+234');
      return sendExactJson(response, toCustomerReply(product, { name, address: '' }, null));
    }
    const validation = {
      reference: drawValidationReference(),
      productCode: product.code,
      customerId: number,
      at: options.now().toISOString(),
    };
    book.record({ entry: 'validation', validation });
    sendExactJson(response, toCustomerReply(product, customerOf(number), validation.reference));
  };
}

/** A meter that ends in 99999 cannot be sold to, as at our VTpass look-alike. */
function faultOf(product: Product | undefined, customerId: unknown): string | null {
  if (product === undefined) return 'Product not found';
  if (!isFilled(customerId)) return 'customerId: Customer id is required';
  const number = String(customerId);
  if (readVerifyAnswer(number).answer === 'not-recognised') return `Customer not found for id: ${number}`;
  const refusesMeter = product.category === 'ELECTRICITY' && number.endsWith('99999');
  return refusesMeter ? `Customer with id ${number} cannot be vended to` : null;
}
