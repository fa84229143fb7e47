import type { ListedClaim, Wire } from '@topup/core/records';

/**
 * GET /api/operator/claims?state=open|confirmed|reversed&from=&to=&cursor=; as a file: /api/operator/claims.csv. Open
 * ones first, the oldest of them first. Numbers of customers are masked.
 *
 * POST /api/operator/purchases/:reference/claim/confirm?account=<id> {proof}: answers it. 409 `no_open_claim`.
 */
export type ClaimRow = Wire<ListedClaim>;
