import type { Delays } from '../../faults/delays';

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
  for (let tries = 1; !stopping.aborted; tries += 1) {
    if (await isAnswered(url, body, stopping)) return 'answered';
    if (tries === MAX_TRIES) break;
    await delays.wait(PAUSE_MS);
  }
  return 'unanswered';
}

async function isAnswered(url: string, body: object, stopping: AbortSignal): Promise<boolean> {
  // a timer and not AbortSignal.timeout: within AbortSignal.any, Node 20 collects it as garbage, and it never fires
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(), TIMEOUT_MS);
  try {
    const answer = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
      redirect: 'error',
      signal: AbortSignal.any([stopping, late.signal]),
    });
    const reply: unknown = await answer.json();
    return typeof reply === 'object' && reply !== null && 'response' in reply && reply.response === 'success';
  } catch {
    return false; // not reached, too slow, or not JSON: the next try may succeed
  } finally {
    clearTimeout(timer);
  }
}
