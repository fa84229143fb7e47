import type { Collector, FundingBank, Lookup, Opening } from '@topup/core/provider';
import type { Oddity } from '../../http/look-up';
import { deadlineIn } from '../../http/unsent';
import { type Answer, readAnswer } from '../answer/read-answer';
import { createApi } from '../call';
import { lookUp } from '../lookups/look-up';
import { readBanks, readTransfer, readTransferPage } from './read-transfers';

const RESERVED = '/bank-transfer/reserved-accounts';
const PAGE_SIZE = 100;
/** Refusals of a second account, by code and by text: of one reference, and of one customer. */
const SECOND_CODE = 'R42';
const SECOND_TEXT = /two accounts with the same reference|reserve more than \d+ account/i;
const NO_ACCOUNT = /cannot find reserved account/i;
const NO_TRANSFER = /no transaction matching|could not find transaction/i;

export type MonnifyCollectionOptions = {
  /** Such as `https://api.monnify.com`. */
  baseUrl: string;
  apiKey: string;
  secretKey: string;
  contractCode: string;
  onOddity?: Oddity;
  /** For one call from start to end. Default 10,000. */
  timeoutMs?: number;
};

/**
 * Monnify's reserved accounts: one for each account owner, under our reference. Amounts and the account of a transfer
 * come from its status alone, never from a notice or a list. Source: Monnify's pages on customer reserved accounts and
 * webhooks, its official libraries, and answers that others have recorded.
 */
export function createMonnifyCollector({
  contractCode,
  onOddity,
  timeoutMs = 10_000,
  ...keys
}: MonnifyCollectionOptions): Collector {
  const api = createApi({ ...keys, tokenTimeoutMs: timeoutMs, connectTimeoutMs: 3_000 });
  const ask = <T>(
    about: string,
    path: string,
    query: Record<string, string>,
    read: (answer: Answer) => Lookup<T>,
  ): Promise<Lookup<T>> =>
    lookUp({ about, timeoutMs, onOddity, read, ask: (deadline) => api.get(path, query, deadline) });

  return {
    name: 'monnify',
    label: 'Monnify',
    async open({ reference, name, email, bvn, nin }): Promise<Opening> {
      const called = await api.post(
        `/api/v2${RESERVED}`,
        {
          accountReference: reference,
          accountName: name,
          currencyCode: 'NGN',
          contractCode,
          customerEmail: email,
          customerName: name,
          getAllAvailableBanks: true,
          ...(bvn !== undefined && { bvn }),
          ...(nin !== undefined && { nin }),
        },
        deadlineIn(timeoutMs),
      );
      if (called.kind === 'refused') return { kind: 'refused', reason: `code ${called.code}` };
      if (called.kind !== 'answered') return { kind: 'unknown', reason: called.reason };
      return readOpening(called, reference);
    },
    banks: (reference) =>
      ask('reserved account', `/api/v2${RESERVED}/${encodeURIComponent(reference)}`, {}, (answer) => {
        if (answer.failed && NO_ACCOUNT.test(answer.message)) return { kind: 'not_recognised', reason: answer.message };
        return readBanks(answer, reference);
      }),
    transfer: (reference) =>
      ask('transfer', `/api/v2/transactions/${encodeURIComponent(reference)}`, {}, (answer) => {
        if (answer.failed && NO_TRANSFER.test(answer.message))
          return { kind: 'not_recognised', reason: answer.message };
        return readTransfer(answer, reference);
      }),
    transfers: (fundingReference, page) =>
      ask(
        'transfers',
        `/api/v1${RESERVED}/transactions`,
        { accountReference: fundingReference, page: String(page), size: String(PAGE_SIZE) },
        (answer) => {
          if (answer.failed && NO_ACCOUNT.test(answer.message))
            return { kind: 'not_recognised', reason: answer.message };
          return readTransferPage(answer);
        },
      ),
  };
}

/** Of an answer that is not clearly a success or a refusal, nobody knows: a customer gets one account only. */
function readOpening({ httpStatus, bodyText }: { httpStatus: number; bodyText: string }, reference: string): Opening {
  const answer = readAnswer(httpStatus, bodyText);
  if (answer.ok) {
    const banks: Lookup<FundingBank[]> = readBanks(answer, reference);
    return banks.kind === 'found' ? { kind: 'opened', banks: banks.value } : { kind: 'unknown', reason: banks.reason };
  }
  const reason = maskedReason(answer.message) || `HTTP ${httpStatus}`;
  if (httpStatus >= 500 || !answer.failed) return { kind: 'unknown', reason };
  if (answer.code === SECOND_CODE || SECOND_TEXT.test(answer.message)) return { kind: 'exists', reason };
  return { kind: 'refused', reason };
}

/** It may repeat the number that was sent. */
const maskedReason = (reason: string): string => reason.replaceAll(/\d{4,}/g, '…');
