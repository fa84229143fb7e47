import type { FoundKey } from '@topup/core/api-key';
import type { Found } from '@topup/dashboard-contract';

/** So many of a kind tell whether the text was meant; the lists show the rest. */
export const MOST_OF_A_KIND = 5;

type Of = { id: string; name: string } | null;

type FoundPurchase = Extract<Found, { kind: 'purchase' }>;

export const foundPurchase = (row: Omit<FoundPurchase, 'kind' | 'account'>, account: Of): Found => {
  const { reference, product, status, amount, recipient, createdAt } = row;
  return { kind: 'purchase', reference, product, status, amount, recipient, createdAt, account };
};

export const foundKey = ({ id, name, display, revokedAt }: FoundKey, account: Of): Found => ({
  kind: 'key',
  id,
  name,
  display,
  revoked: revokedAt !== null,
  account,
});
