/** A breaker is `open` while it stops orders, `half_open` when the next order passes as a trial, otherwise `closed`. */

/**
 * Why orders are stopped.
 * - `unreachable`: no connection to the provider can be made.
 * - `account`: the provider rejects our account there, even if it is only asked for the float.
 * - `float`: the float does not cover the order.
 * - `silent`: the service has not answered orders of this account, or not readably.
 * - `operator`: an operator has closed it by hand, or the service has, because it lost our references.
 *
 * Two more stop nothing: while another provider can serve, orders of several accounts go there.
 * - `failing`: more than a fifth of the orders of a product at the service fail.
 * - `unknown_outcomes`: of more than a fifth the outcome is not known.
 */
export const breakerReasons = [
  ...(['unreachable', 'account', 'float', 'silent', 'operator'] as const),
  ...(['failing', 'unknown_outcomes'] as const),
] as const;
export type BreakerReason = (typeof breakerReasons)[number];

/** The name of the breaker of the whole provider. Those of its services have the id of the service. */
export const WHOLE_PROVIDER = 'provider';
/** Such a provider does not find orders by our reference: until an operator opens it, "not found" proves nothing. */
export const FOREIGN_REFERENCE = 'it answered with another reference than ours';
/** The name of the breakers of the lookups of accounts. */
export const LOOKUPS = 'lookups';

/** Whether a reported breaker stops all orders of its provider. A low float stops only those above it. */
export const isWholeStop = ({ breaker, state, reason }: Record<'breaker' | 'state' | 'reason', string>): boolean =>
  breaker === WHOLE_PROVIDER && state === 'open' && reason !== 'float';

export type GatedOrder = { provider: string; accountId: string; serviceId: string; amountKobo: bigint };

export type Stop = { breaker: string; reason: BreakerReason };

/** Says which orders may be sent now. It asks nobody, and each process has its own. */
export type ProviderGate = {
  /** Whether any breaker is not closed. While it is false, every order may be sent. */
  restricted(): boolean;
  /** Returns the breaker that stops the order now, and why; null when the order may be sent. */
  stopOf(order: GatedOrder): Stop | null;
  /** The same for an order that is sent at once when this is null: it may be the one trial of its breaker. */
  admit(order: GatedOrder): Stop | null;
  /** Calls `listener` when orders that were stopped may pass. Returns what ends that. */
  onChange(listener: () => void): () => void;
};

/** A breaker that is not closed, or several of them: those of one service, of different accounts, are one. */
export type BreakerStatus = Stop & {
  provider: string;
  state: 'open' | 'half_open';
  /** How many accounts are stopped; null: every account. */
  accounts: number | null;
  /** With `float`: orders above this are stopped. Otherwise null. */
  leftKobo: bigint | null;
  /** With `account`: the provider's code. With `operator`: why it is closed. Otherwise null. */
  detail: string | null;
  since: Date;
};

/** A provider (`breaker` is WHOLE_PROVIDER) or a service that is closed until an operator opens it. */
export type Switch = { provider: string; breaker: string; reason: string; closedBy: string; closedAt: Date };

export type Breakers = ProviderGate & {
  statuses(): BreakerStatus[];
  /** Tells it all that is closed until an operator opens it, at any provider. */
  setSwitches(switches: readonly Switch[]): void;
};
