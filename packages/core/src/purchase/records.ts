import type { ProductType } from '../product/products';

/** The records that leave this room as they are: `toWire` writes them. */

export const claimStates = ['open', 'confirmed', 'reversed'] as const;
export type ClaimState = (typeof claimStates)[number];

/** A client claims that a successful purchase was not received. `answeredAt`, `answer`: null while it is open. */
export type Claim = {
  state: ClaimState;
  note: string;
  filedAt: Date;
  answeredAt: Date | null;
  answer: string | null;
};

/**
 * A claim of a live account in the list of operators, in which the numbers of customers are masked. `amountKobo`: the
 * face value. `chargedKobo`: what a reversal returns.
 */
export type ListedClaim = Claim & {
  id: bigint;
  reference: string;
  account: { id: string; name: string };
  product: ProductType;
  amountKobo: bigint;
  chargedKobo: bigint;
};
