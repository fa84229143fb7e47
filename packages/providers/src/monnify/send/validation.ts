import type { Lookup, SendOutcome } from '@topup/core/provider';
import { readKobo } from '../../http/exact';
import { field, readText } from '../../http/json';
import { UNSENT } from '../../http/unsent';
import type { Answer } from '../answer/read-answer';
import { isUnknownCustomer, NOT_RECOGNISED, shutOut } from '../response-codes';

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

/** Returns the outcome of an order whose customer could not be validated. No vend was sent, so nothing was sold. */
export function unvalidated(answer: Answer, customer: Exclude<Lookup<Customer>, { kind: 'found' }>): SendOutcome {
  if (answer.httpStatus === 401 || answer.httpStatus === 403)
    return { kind: 'rejected', ...shutOut(answer.httpStatus) };
  if (customer.kind === 'not_recognised')
    return { kind: 'rejected', code: 'customer_not_found', reason: customer.reason, fault: 'order' };
  return { kind: 'unsent', code: 'incomplete', reason: `${UNSENT.incomplete}: ${customer.reason}` };
}
