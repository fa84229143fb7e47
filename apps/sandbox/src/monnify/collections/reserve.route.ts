import type { RequestHandler } from 'express';
import { type RecordedOutcome, readOutcome } from '../../faults/outcomes';
import { type FaultWords, sendAnswer, sendFault } from '../../faults/send-fault';
import { sendExactJson } from '../../http/exact-json';
import { fieldsOf, isFilled } from '../../http/read-body';
import type { MonnifyDeps } from '../deps';
import { failure, MONNIFY_WORDS } from '../replies';
import { checkAccount } from './check-account';
import { toAccountReply } from './replies';
import { makeAccount } from './reserved-account';

const WORDS: FaultWords = {
  ...MONNIFY_WORDS,
  'low-float': { status: 503, body: failure('Unable to reserve account at the moment') },
};

/**
 * `POST …/reserved-accounts`: checks, records in the file, answers. The BVN, or else the NIN, selects the outcome as
 * the number of a vend does: outcome 01 and 15 refuse it, and 12 is an outage of the banks. A fault befalls the first
 * call with a reference only, so that the second shows what the first had left behind.
 */
export function reserveRoute({ book, options, delays, keys }: MonnifyDeps): RequestHandler {
  const contractCode = keys.MONNIFY_CONTRACT_CODE;
  const tried = new Set<string>();

  return async (request, response) => {
    const fields = fieldsOf(request);
    const { bvn, nin } = fields;
    const { outcome, delayMs } = readOutcome(String(isFilled(bvn) ? bvn : nin));
    await delays.wait(delayMs);
    const { refusal, request: asked } = checkAccount(fields, book.collections, contractCode);
    if (refusal !== null) return sendExactJson(response, refusal.body, refusal.status);
    if (outcome.records === 'failed')
      return sendExactJson(response, failure(isFilled(bvn) ? 'Invalid BVN' : 'Invalid NIN'), 400);

    const { accountReference } = asked;
    const isFirst = !tried.has(accountReference);
    tried.add(accountReference);
    if (outcome.records === null && isFirst) return sendFault(response, outcome.answers, WORDS);
    const account = makeAccount(asked, book.collections.accounts().length, options.now());
    book.record({ entry: 'account-reserved', account });
    const answers: Pick<RecordedOutcome, 'answers'> = outcome.records !== null && isFirst ? outcome : WELL;
    sendAnswer(response, answers, toAccountReply(account, contractCode), WORDS);
  };
}

const WELL = { answers: 'order' } as const;
