type Callback = {
  url: string;
  body: string;
  headers?: Readonly<Record<string, string>>;
  timeoutMs: number;
  /** Whether the client has understood it. May throw. */
  isTaken(answer: Response): boolean | Promise<boolean>;
};

/**
 * POSTs JSON to a client once. False if the client was not reached, was too slow, or did not take it.
 * @param stopping ends the call when the sandbox closes
 */
export async function postCallback(
  { url, body, headers, timeoutMs, isTaken }: Callback,
  stopping: AbortSignal,
): Promise<boolean> {
  // a timer and not AbortSignal.timeout: within AbortSignal.any, Node 20 collects it as garbage, and it never fires
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(), timeoutMs);
  try {
    const answer = await fetch(url, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body,
      redirect: 'error',
      signal: AbortSignal.any([stopping, late.signal]),
    });
    return await isTaken(answer);
  } catch {
    return false; // the next try may succeed
  } finally {
    clearTimeout(timer);
  }
}
