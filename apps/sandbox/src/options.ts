/** The options of a sandbox. Amounts in naira, times in milliseconds. */
export type SandboxOptions = {
  /** The keys that are accepted, by the names of their settings. */
  keys: Readonly<Record<string, string>>;
  /** The file that keeps all it did, one JSON value per line; null keeps it in memory only. */
  file: string | null;
  /** At each of the providers. */
  floatNaira: number;
  /** How many requeries of a pending order still answer pending. The next one settles it. */
  pendingRequeries: number;
  /** VTpass: the same recipient and amount again within this time gets code 019; 0 turns that off. */
  duplicateWindowMs: number;
  /** Each provider sells a repeated reference again instead of refusing it, as VTpass does with 014. */
  vendsEveryPost: boolean;
  /** Receives a callback when an order of VTpass is settled by hand; null sends none. */
  callbackUrl: string | null;
  /** Receives the notices of transfers into reserved accounts of Monnify; null sends none. */
  noticeUrl: string | null;
  now: () => Date;
};
