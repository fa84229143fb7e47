export type DuplicateWindow = {
  add(recipient: string, amountNaira: number, at: Date): void;
  has(recipient: string, amountNaira: number, at: Date): boolean;
};

/**
 * Remembers what was bought in the last `windowMs`, by recipient and amount whatever the network: so a client measured VTpass's own
 * window. 0 remembers nothing.
 */
export function createDuplicateWindow(windowMs: number): DuplicateWindow {
  const boughtAtMs = new Map<string, number>();

  /** The map keeps the order of insertion, so the oldest come first, and each is dropped once. */
  function dropExpired(nowMs: number): void {
    for (const [key, atMs] of boughtAtMs) {
      if (nowMs - atMs < windowMs) return;
      boughtAtMs.delete(key);
    }
  }

  return {
    add(recipient, amountNaira, at) {
      if (windowMs === 0) return;
      dropExpired(at.getTime());
      boughtAtMs.set(`${recipient} ${amountNaira}`, at.getTime());
    },
    has(recipient, amountNaira, at) {
      const atMs = boughtAtMs.get(`${recipient} ${amountNaira}`);
      return atMs !== undefined && at.getTime() - atMs < windowMs;
    },
  };
}
