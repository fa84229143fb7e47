/** Waits, or until `wake` is called from outside. @throws the reason of `signal` */
export function sleep(
  ms: number,
  signal: AbortSignal | undefined,
  onWake: (wake: () => void) => void = () => undefined,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = (done: () => void) => () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', stop);
      done();
    };
    const stop = end(() => reject(signal?.reason));
    const wake = end(resolve);
    const timer = setTimeout(wake, ms);
    signal?.addEventListener('abort', stop, { once: true });
    onWake(wake);
    if (signal?.aborted) stop();
  });
}
