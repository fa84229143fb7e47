import type { Db } from '../shared/db';
import type { Actor, Origin } from './actor';
import { withAuditLog } from './with-audit-log';

type Rest<T> = [work: Parameters<typeof withAuditLog<T>>[2], options?: Parameters<typeof withAuditLog<T>>[3]];

/** `withAuditLog` for an app that names actor and origin. */
export const withAuditLogOf = <T>(db: Db, actor: Actor, origin: Origin, ...rest: Rest<T>): Promise<T> =>
  withAuditLog(db, { actor, origin }, ...rest);
