import type { Verification as StoredVerification, Wire } from '@topup/core/records';

/**
 * GET /api/operator/books?from=&to=&cursor=; file: /api/operator/books.csv; POST /api/operator/books → 202
 * VerificationRow
 */
export type VerificationRow = Wire<StoredVerification>;

/** GET /api/operator/books/:id */
export type Verification = VerificationRow & {
  totals: Record<string, string> | null;
  findings: { id: string; title: string; count: number; rows: Record<string, unknown>[] }[];
};
