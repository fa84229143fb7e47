import type { FailureCode } from '../../errors/error-catalog';
import type { PurchaseStatus } from '../status';

export const endCauses = [
  'provider_delivered',
  'provider_rejected',
  'provider_reversed',
  'provider_refused',
  'provider_unreachable',
  'provider_unavailable',
  'provider_never_had_it',
  'start_deadline',
] as const;
export type EndCause = (typeof endCauses)[number];

/** Why a purchase becomes `pending`: the API has told its client, or the process that should have answered is gone. */
const pendingCauses = ['client_told_pending', 'nobody_answered'] as const;
export type PendingCause = (typeof pendingCauses)[number];

/** Why its status changed, as the column `cause_code` says it. `other`: none of these. */
export const causeCodes = [
  ...endCauses,
  ...pendingCauses,
  ...(['accepted', 'quarantined', 'next_attempt', 'operator', 'other'] as const),
] as const;
export type CauseCode = (typeof causeCodes)[number];

/** `detail`: the provider's rejection code, why a breaker stopped it, or what the operator wrote. */
export type Cause = { code: EndCause | 'operator'; detail: string | null };

/** Formats a cause for operators' tables: `provider_rejected_016`, `operator: <note>`. Code decides by its `code`. */
export function formatCause({ code, detail }: Cause): string {
  if (detail === null) return code;
  return code === 'operator' ? `operator: ${detail}` : `${code}_${detail}`;
}

const FAILURES: Record<Exclude<EndCause, 'provider_delivered'> | 'operator', FailureCode> = {
  provider_rejected: 'provider_rejected',
  provider_reversed: 'provider_rejected',
  provider_refused: 'provider_rejected',
  provider_unreachable: 'provider_unreachable',
  provider_never_had_it: 'provider_unreachable',
  provider_unavailable: 'not_sent',
  start_deadline: 'not_sent',
  operator: 'refunded_by_operator',
};

/** The code for a `failed` or `refunded` purchase. Other causes are texts of version 0.1: then the status decides. */
export function failureCodeOf(status: PurchaseStatus, cause: CauseCode | null): FailureCode {
  const known = Object.entries(FAILURES).find(([code]) => code === cause);
  return known?.[1] ?? (status === 'failed' ? 'provider_rejected' : 'refunded_by_operator');
}
