import type { SendDeadline } from '@topup/core/provider';
import type { Called } from './access-token';
import { deadlineIn } from './unsent';

/** The other side closed the connection, as happens to keep-alive connections: a second try is worthwhile. */
const BROKEN_OFF = new Set(['ECONNRESET', 'EPIPE']);

/** Asks once more when the request did not leave or the connection broke: for lookups, which change nothing. */
export async function askTwice<T extends Called>(
  ask: (deadline: SendDeadline) => Promise<T>,
  timeoutMs: number,
): Promise<T> {
  const deadline = deadlineIn(timeoutMs);
  const first = await ask(deadline);
  return isWorthAnother(first) && deadline.remainingMs() > 0 ? ask(deadline) : first;
}

const isWorthAnother = (called: Called): boolean =>
  called.kind === 'unsent' || (called.kind === 'unanswered' && BROKEN_OFF.has(called.reason));
