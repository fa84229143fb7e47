/** The records that leave this room as they are: `toWire` writes them. Only other records are imported here. */

/** A person's request to resend what failed since a time. All of `total` that has not ended yet still waits. */
export type ResendRequest = {
  id: string;
  since: Date;
  createdAt: Date;
  total: number;
  delivered: number;
  failed: number;
  /** Its event had arrived meanwhile, was being resent by somebody else, or is not kept any more. */
  skipped: number;
  /** Why no more are taken; null: all are, or will be. */
  stopped: 'cancelled' | 'no_url' | 'no_key' | null;
  finishedAt: Date | null;
};
