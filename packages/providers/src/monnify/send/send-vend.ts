import type { Provider, ProviderOrder, SendDeadline, SendOutcome } from '@topup/core/provider';
import { deadlineIn, soonerOf, UNSENT } from '../../http/unsent';
import { withoutAnswer } from '../../http/without-answer';
import { type Answer, readAnswer } from '../answer/read-answer';
import type { Api } from '../call';
import { shutOut } from '../response-codes';
import { judgeSend } from './judge-send';
import { readCustomer, unvalidated } from './validation';
import { needsValidation, type VendRequest, vendRequest } from './vend-request';

/** Three tries, and then another provider: all of it within the 30 s of a client of cable TV or electricity. */
const VALIDATION_AT_MOST_MS = 5_000;

type SendDeps = {
  api: Pick<Api, 'vend' | 'validate'>;
  lookupTimeoutMs: number;
  /** Tells what is odd of an answer about an order. */
  report(answer: Answer, order: ProviderOrder): void;
};

/** Sends by `vend`, for cable TV and electricity after a validation in the same attempt. */
export function createSend({ api, lookupTimeoutMs, report }: SendDeps): Provider['send'] {
  /** Asks for what a vend of this customer needs. `outcome`: it cannot be vended to, or not now; nothing was sold. */
  async function instruct(
    request: VendRequest,
    deadline: SendDeadline,
  ): Promise<{ request: VendRequest } | { outcome: SendOutcome }> {
    const within = soonerOf(deadline, deadlineIn(Math.min(lookupTimeoutMs, VALIDATION_AT_MOST_MS)));
    const called = await api.validate(request.productCode, request.customerId, within);
    if (called.kind === 'unanswered') return { outcome: { kind: 'unsent', code: 'incomplete', reason: called.reason } };
    if (called.kind !== 'answered') return { outcome: withoutAnswer(called, shutOut) };
    const answer = readAnswer(called.httpStatus, called.bodyText);
    const customer = readCustomer(answer, request.customerId);
    if (customer.kind !== 'found') return { outcome: { ...unvalidated(answer, customer), answer: answer.masked() } };
    const { reference } = customer.value;
    return { request: reference === null ? request : { ...request, validationReference: reference } };
  }

  async function vend(request: VendRequest, order: ProviderOrder, deadline: SendDeadline): Promise<SendOutcome> {
    const called = await api.vend(request, deadline);
    if (called.kind !== 'answered') return withoutAnswer(called, shutOut);
    const answer = readAnswer(called.httpStatus, called.bodyText);
    report(answer, order);
    return { ...judgeSend(answer, order), answer: answer.masked() };
  }

  return async (order, deadline) => {
    const request = vendRequest(order);
    if (request === null) return { kind: 'unsent', code: 'incomplete', reason: UNSENT.incomplete };
    if (!needsValidation(order)) return vend(request, order, deadline);
    const instructed = await instruct(request, deadline);
    return 'outcome' in instructed ? instructed.outcome : vend(instructed.request, order, deadline);
  };
}
