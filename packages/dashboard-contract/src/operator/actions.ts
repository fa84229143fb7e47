/** GET /api/operator/actions?search=&cursor=: the audit log, which nobody can change. */
export type OperatorAction = {
  id: string;
  at: string;
  by: string;
  /** Such as `wallet.fund`, `purchase.settle`, `account.suspend`, `price.set`. */
  action: string;
  subject: string;
  note: string | null;
  details: Record<string, string>;
};
