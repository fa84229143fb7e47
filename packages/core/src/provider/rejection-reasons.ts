/** All that adapters may say of a rejection, in `message`. The dashboard has the advice (failure.presenter.ts). */
export const rejectionReasons = {
  failed: 'The provider could not complete the order.',
  no_orders: 'The provider cannot take orders at the moment.',
  not_offered: 'The provider does not offer this product at the moment.',
  amount_not_sold: 'The provider does not sell this amount at the moment.',
  amount_too_low: "The amount is below the provider's minimum.",
  amount_too_high: "The amount is above the provider's maximum.",
  quantity_too_low: "The quantity is below the provider's minimum.",
  quantity_too_high: "The quantity is above the provider's maximum.",
  repeated: 'The provider took the order for a repeat of an earlier one.',
  too_soon: 'The phone number has received an order very recently. Wait a few minutes.',
  still_open: 'An earlier order for this phone number is still being processed.',
  network_unreachable: 'The network could not be reached.',
  number_not_valid: 'The phone number is not valid for this network.',
  number_not_accepted: 'The network does not accept orders for this phone number at the moment.',
  number_not_recognised: 'The customer number was not recognised.',
  reversed: 'The provider reversed the order.',
} as const;

export type RejectionReason = keyof typeof rejectionReasons;

/** The reason that a message names; null when it names none of them, as some of version 0.1 do not. */
export function rejectionReasonIn(message: string | null): RejectionReason | null {
  const known = Object.entries(rejectionReasons).find(([, text]) => message?.includes(text));
  return (known?.[0] as RejectionReason | undefined) ?? null;
}
