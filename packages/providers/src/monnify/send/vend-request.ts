import type { Lookup, ProviderOrder, SendOutcome } from '@topup/core/provider';
import { formatNaira } from '@topup/core/shared';
import { readKobo } from '../../http/exact';
import { field, readText } from '../../http/json';
import { UNSENT } from '../../http/unsent';
import { type Answer, askedKobo } from '../answer/read-answer';
import { isUnknownCustomer, NOT_RECOGNISED, shutOut } from '../response-codes';

/**
 * The JSON body of a vend. `amount` and `reference`, and not the documented `vendAmount` and `vendReference`: with
 * those Monnify makes a reference of its own, as a live client has recorded.
 */
export type VendRequest = {
  productCode: string;
  customerId: string;
  /** Naira. */
  amount: number;
  reference: string;
  validationReference?: string;
};

/** The body that Monnify expects for an order. Null when the order lacks its product or its amount is not readable. */
export function vendRequest(order: ProviderOrder): VendRequest | null {
  const kobo = askedKobo(order);
  if (order.product === undefined || kobo === null || kobo < 100n) return null;
  return {
    productCode: order.product.code,
    customerId: order.recipient,
    // exact: a kobo amount of up to 15 digits survives the conversion to a double and back to decimal text
    amount: Number(formatNaira(kobo)),
    reference: order.providerRef,
  };
}

/** Whether a vend of this product needs the customer to be validated first, in the same attempt. */
export const needsValidation = ({ productType }: ProviderOrder): boolean =>
  productType === 'CABLE_TV' || productType === 'ELECTRICITY';

/** A customer that Monnify knows. `reference`: to be sent with the vend; null when none is required. */
export type Customer = {
  name: string;
  address: string;
  reference: string | null;
  leastKobo: bigint | null;
  mostKobo: bigint | null;
};

/** Reads an answer to validate-customer of this number. */
export function readCustomer(answer: Answer, number: string): Lookup<Customer> {
  if (!answer.ok)
    return answer.failed && isUnknownCustomer(answer.httpStatus, answer.message, number)
      ? { kind: 'not_recognised', reason: NOT_RECOGNISED }
      : { kind: 'unavailable', reason: `HTTP ${answer.httpStatus}: not successful` };
  const { body } = answer;
  const instruction = field(body, 'vendInstruction');
  const required = field(instruction, 'requireValidationRef') === true;
  const reference = readText(field(instruction, 'validationReference'));
  if (required && reference === '') return { kind: 'unavailable', reason: 'the answer has no validation reference' };
  return {
    kind: 'found',
    value: {
      name: readText(field(body, 'customerName')),
      address: readText(field(body, 'address')),
      reference: reference === '' ? null : reference,
      leastKobo: readKobo(field(body, 'minAmount')),
      mostKobo: readKobo(field(body, 'maxAmount')),
    },
  };
}

/** What becomes of an order whose customer could not be validated. The vend was not asked for, so nothing was sold. */
export function unvalidated(answer: Answer, customer: Exclude<Lookup<Customer>, { kind: 'found' }>): SendOutcome {
  if (answer.httpStatus === 401 || answer.httpStatus === 403)
    return { kind: 'rejected', ...shutOut(answer.httpStatus) };
  if (customer.kind === 'not_recognised')
    return { kind: 'rejected', code: 'customer_not_found', reason: customer.reason, fault: 'order' };
  return { kind: 'unsent', code: 'incomplete', reason: `${UNSENT.incomplete}: ${customer.reason}` };
}
