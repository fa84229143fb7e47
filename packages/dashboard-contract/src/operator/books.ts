/**
 * GET /api/operator/books?from=&to=&cursor=; file: /api/operator/books.csv; POST /api/operator/books → 202
 * VerificationRow
 */
export type VerificationRow = {
  id: string;
  startedAt: string;
  finishedAt: string | null;
  startedBy: string;
  /** Null while it runs, or when it could not be completed. */
  sound: boolean | null;
  broken: string[];
  fault: string | null;
};

/** GET /api/operator/books/:id */
export type Verification = VerificationRow & {
  totals: Record<string, string> | null;
  findings: { id: string; title: string; count: number; rows: Record<string, unknown>[] }[];
};
