import { createHmac } from 'node:crypto';
import { postCallback } from '../../http/post-callback';
import type { MonnifyDeps } from '../deps';
import { type EventType, noticeOf } from './notices';
import type { Transfer } from './transfer';

export const SIGNATURES = ['right', 'wrong', 'none'] as const;

/** One notice, as an operator asks for it. What it says can differ from what is looked up. */
export type NoticeRequest = {
  event: EventType;
  /** How many copies are sent at once. */
  times: number;
  afterMs: number;
  signature: (typeof SIGNATURES)[number];
  /** What a forger changes. */
  says: Partial<Pick<Transfer, 'transactionReference' | 'accountReference' | 'amount'>> & { accountNumber?: string };
};

/** How the first try ended; `none`: there is no URL to send it to. */
export type NoticeResult = 'answered' | 'unanswered' | 'later' | 'none';

const MAX_TRIES = 12;
const TIMEOUT_MS = 5_000; // "a few seconds"

/**
 * Sends a notice until the client answers 200, at most twelve times.
 * @returns after the first try. Later tries are not awaited, and a restart drops them.
 */
export async function sendNotice(
  { event, times, afterMs, signature, says }: NoticeRequest,
  transfer: Transfer,
  { book, keys, delays, stopping }: MonnifyDeps,
): Promise<NoticeResult> {
  const { notice_url: url, signs, resend_ms } = book.knobs();
  if (url === null) return 'none';
  const wallet = { account: keys.MONNIFY_WALLET_ACCOUNT, balance: book.wallet.balance() };
  const body = noticeOf(event, changed(transfer, says), wallet);
  const isSigned = signature !== 'none' && signs === 'yes';
  const secret = signature === 'wrong' ? `not ${keys.MONNIFY_SECRET_KEY}` : keys.MONNIFY_SECRET_KEY;
  const headers = isSigned ? { 'monnify-signature': signNotice(secret, body) } : {};

  const post = () =>
    postCallback({ url, body, headers, timeoutMs: TIMEOUT_MS, isTaken: ({ status }) => status === 200 }, stopping);

  async function resend(): Promise<void> {
    for (let tries = 2; tries <= MAX_TRIES && !stopping.aborted; tries += 1) {
      await delays.wait(resend_ms);
      if (await post()) return;
    }
  }
  async function sendCopy(): Promise<boolean> {
    const isAnswered = await post();
    if (!isAnswered) void resend();
    return isAnswered;
  }
  const sendAll = () => Promise.all(Array.from({ length: times }, sendCopy));

  if (afterMs > 0) {
    void delays.wait(afterMs).then(sendAll);
    return 'later';
  }
  return (await sendAll()).every(Boolean) ? 'answered' : 'unanswered';
}

/** In lower-case hex. */
export const signNotice = (secret: string, body: string): string =>
  createHmac('sha512', secret).update(body).digest('hex');

function changed(transfer: Transfer, { accountNumber, ...says }: NoticeRequest['says']): Transfer {
  const { destination, payable } = transfer;
  return {
    ...transfer,
    ...says,
    payable: says.amount ?? payable,
    destination: { ...destination, accountNumber: accountNumber ?? destination.accountNumber },
  };
}
