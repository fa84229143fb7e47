import type { Delays } from '../faults/delays';

const MOST_TRIES = 5; // VTpass's own number; its pauses are not documented
const PAUSE_MS = 200;
const TIMEOUT_MS = 10_000;

/**
 * POSTs the body until `{"response":"success"}` comes back, five times at most, as VTpass does. Carries no signature, because VTpass's have none.
 * @param stopping ends the try under way when the sandbox closes
 */
export async function sendCallback(
  url: string,
  body: object,
  delays: Delays,
  stopping: AbortSignal,
): Promise<'answered' | 'unanswered'> {
  for (let tries = 1; !stopping.aborted; tries += 1) {
    if (await isAnswered(url, body, stopping)) return 'answered';
    if (tries === MOST_TRIES) break;
    await delays.wait(PAUSE_MS);
  }
  return 'unanswered';
}

async function isAnswered(url: string, body: object, stopping: AbortSignal): Promise<boolean> {
  try {
    const answer = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
      redirect: 'error',
      signal: AbortSignal.any([stopping, AbortSignal.timeout(TIMEOUT_MS)]),
    });
    const said: unknown = await answer.json();
    return typeof said === 'object' && said !== null && 'response' in said && said.response === 'success';
  } catch {
    return false; // not reached, too slow, or no JSON: the next try may fare better
  }
}
