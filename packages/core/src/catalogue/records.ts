/** The records that leave this room as they are: `toWire` writes them. Only other records are imported here. */

/**
 * Why a data plan is on hold.
 * - `cost_above_price`: the cost rose above a tier's exact price. It ends with another price or cost.
 * - `sold_below_cost`: a sale cost more than its price, without permission. In all tiers, until an operator looks.
 * - `loss_cap`: its next sale below cost would lose more than may be lost in a day. Until the next day in Lagos, or
 *   until an operator looks after the cap was raised.
 */
export type HoldReason = 'cost_above_price' | 'sold_below_cost' | 'loss_cap';

/**
 * A data plan is out of sale because of what it costs. `tier` null: in all tiers. `facts`: texts, such as the reference
 * of the sale.
 */
export type SalesHold = {
  id: string;
  planId: string;
  network: string;
  name: string;
  tier: string | null;
  reason: HoldReason;
  facts: Record<string, string>;
  since: Date;
  until: Date | null;
  costKobo: bigint;
};
