import type { ActorKind, Facts } from '../vocabulary';

/** The audit log. GET /api/operator/actions?search=&action=&account=&actor=&from=&to=&cursor=; file: …/actions.csv */
export type OperatorAction = {
  id: string;
  at: string;
  kind: ActorKind;
  /** An e-mail address; the name of an API key; `ops`; or the process, of an action of the system. */
  by: string;
  /** The id of a user or a key; otherwise as `by`. */
  userId: string;
  /** Of `ops`: the user of the operating system. */
  systemUser: string | null;
  address: string | null;
  account: { id: string; name: string } | null;
  /** Such as `wallet.fund`, `purchase.settle`, `account.suspend`, `price.set`. */
  action: string;
  subject: string;
  subjectId: string | null;
  reference: string | null;
  note: string | null;
  before: Facts | null;
  after: Facts | null;
  details: Record<string, string>;
  sessionId: string | null;
  requestId: string | null;
  /** The database role that wrote it. Null of entries from before it was kept. */
  dbRole: string | null;
};
