import type { Delays } from '../../faults/delays';
import { postCallback } from '../../http/post-callback';

const MAX_TRIES = 5; // as VTpass; its pauses are not documented
const PAUSE_MS = 200;
const TIMEOUT_MS = 10_000;

/**
 * POSTs the body until `{"response":"success"}` comes back, at most five times, and without a signature, as VTpass
 * does.
 * @param stopping ends the current try when the sandbox closes
 */
export async function sendCallback(
  url: string,
  body: object,
  delays: Delays,
  stopping: AbortSignal,
): Promise<'answered' | 'unanswered'> {
  const callback = { url, body: JSON.stringify(body), timeoutMs: TIMEOUT_MS, isTaken };
  for (let tries = 1; !stopping.aborted; tries += 1) {
    if (await postCallback(callback, stopping)) return 'answered';
    if (tries === MAX_TRIES) break;
    await delays.wait(PAUSE_MS);
  }
  return 'unanswered';
}

async function isTaken(answer: Response): Promise<boolean> {
  const reply: unknown = await answer.json();
  return typeof reply === 'object' && reply !== null && 'response' in reply && reply.response === 'success';
}
