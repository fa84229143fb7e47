type DuplicateWindow = {
  add(recipient: string, amountNaira: number, at: Date): void;
  has(recipient: string, amountNaira: number, at: Date): boolean;
};

/**
 * Remembers the recipient and amount of each purchase for `windowMs`; 0 remembers nothing. The network does not count:
 * a public client measured VTpass's own window so.
 */
export function createDuplicateWindow(windowMs: number): DuplicateWindow {
  const boughtAtMs = new Map<string, number>();

  /** A map keeps the order of insertion, so the loop ends at the first entry that has not expired. */
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
