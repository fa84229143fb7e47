import { insertAction } from '../../audit/action.store';
import type { By } from '../../audit/actor';
import { withAuditLog } from '../../audit/with-audit-log';
import { type Provider, SIMULATOR } from '../../provider/provider.port';
import { type Db, type DbOrTransaction, sql } from '../../shared/db';
import { FACE_KOBO, type Purchase } from '../purchase.store';

type Quarantined = Pick<
  Purchase,
  'requestRef' | 'productType' | 'status' | 'amountKobo' | 'providerRef' | 'createdAt'
> & {
  account: string;
};

export type Quarantine = {
  quarantined: Quarantined[];
  /** Open purchases that the copy knows as sent, and that can have gone nowhere else. They are requeried as always. */
  knownAsSent: number;
  /** Webhook events that looked unsent and were closed, because they may have been sent. */
  eventsClosed: number;
};

const LONGEST_MS = 3_600_000;

/**
 * For a database that was restored, or lost its last moments in a failover. Treats open purchases that look unsent,
 * accepted at `since` or later, as sent with an unknown outcome, and those whose clients may still wait as perhaps sent
 * elsewhere; closes the events that look unsent. All or nothing; a second run finds nothing. Workers can run meanwhile:
 * each purchase is claimed or quarantined, never both.
 */
export function quarantine(
  db: Db,
  { mintRef, by }: Pick<Provider, 'mintRef'> & { by: By },
  note: string,
  since: Date | null,
): Promise<Quarantine> {
  return db.$transaction(
    async (all) => {
      await all.$executeRaw(sql`SET LOCAL statement_timeout = 0`);
      const from = since ?? new Date(0);
      const { uncertain, knownAsSent } = await readOpen(all, from);
      const items = uncertain.map(({ id, createdAt, sends }) => ({ id, provider_ref: mintRef(id, createdAt), sends }));
      const quarantined = await all.$queryRaw<Quarantined[]>(sql`
        SELECT p.request_ref AS "requestRef", p.product_type AS "productType", p.status,
               ${FACE_KOBO} AS "amountKobo", p.provider_ref AS "providerRef", p.created_at AS "createdAt", a.name AS account
          FROM quarantine_purchases(${JSON.stringify(items)}::jsonb, ${note}) p
          JOIN account a ON a.id = p.account_id
         ORDER BY p.created_at`);
      const eventsClosed = await all.$executeRaw(sql`
        UPDATE webhook_event
           SET state = 'undelivered', finished_at = clock_timestamp(),
               error = 'quarantined after a restore; whether it was sent is unknown'
         WHERE ${isUnsentSince(from)}`);
      const noted = await noteServer(all);
      if (noted || quarantined.length > 0 || eventsClosed > 0) {
        const details = { purchases: String(quarantined.length), events: String(eventsClosed) };
        await insertAction(all, by.actor, by.origin, {
          action: 'service.quarantine',
          subject: 'this server',
          note,
          details,
        });
      }
      return { quarantined, knownAsSent, eventsClosed };
    },
    { maxWait: 10_000, timeout: LONGEST_MS },
  );
}

/** Previews what `quarantine` would do now, without a change. Nothing is locked. */
export async function previewQuarantine(db: Db, since: Date | null): Promise<Quarantine> {
  const from = since ?? new Date(0);
  const { uncertain, knownAsSent } = await readOpen(db, from);
  const accounts = await db.account.findMany({
    where: { id: { in: uncertain.map(({ accountId }) => accountId) } },
    select: { id: true, name: true },
  });
  const names = new Map(accounts.map(({ id, name }) => [id, name]));
  const [events] = await db.$queryRaw<{ count: number }[]>(
    sql`SELECT count(*)::integer AS count FROM webhook_event WHERE ${isUnsentSince(from)}`,
  );
  const quarantined = uncertain.map(({ id, sends, accountId, amountKobo, faceKobo, ...facts }) => ({
    ...facts,
    amountKobo: faceKobo ?? amountKobo,
    account: names.get(accountId) ?? accountId,
  })) as Quarantined[];
  return { quarantined, knownAsSent, eventsClosed: events?.count ?? 0 };
}

/** The open purchases that look unsent or may have gone to another provider, and how many others are open. */
async function readOpen(db: DbOrTransaction, from: Date) {
  const mayHaveMovedOn = {
    status: 'initiated',
    attempt: { lt: 3 },
    provider: { not: SIMULATOR },
    quarantinedAt: null,
    createdAt: { gte: from },
  };
  const knownAsSent = await db.purchase.count({ where: { sends: 1, finalAt: null, NOT: mayHaveMovedOn } });
  const uncertain = await db.purchase.findMany({
    where: { finalAt: null, createdAt: { gte: from }, OR: [{ sends: 0 }, mayHaveMovedOn] },
    select: {
      id: true,
      accountId: true,
      requestRef: true,
      productType: true,
      status: true,
      amountKobo: true,
      faceKobo: true,
      providerRef: true,
      createdAt: true,
      sends: true,
    },
    orderBy: { createdAt: 'asc' },
  });
  return { uncertain, knownAsSent };
}

/** OR instead of IN: each side has its own partial index, webhook_event_waiting and webhook_event_sending. */
const isUnsentSince = (from: Date) => sql`(state = 'queued' OR state = 'sending') AND created_at >= ${from}`;

/** Connections to this database under one of these names (`application_name`), with how many there are of each. */
export function countConnections(db: Db, names: string[]): Promise<{ name: string; connections: number }[]> {
  return db.$queryRaw(sql`
    SELECT application_name AS name, count(*)::integer AS connections FROM pg_stat_activity
     WHERE datname = current_database() AND application_name = ANY (${names}) GROUP BY 1 ORDER BY 1`);
}

/** Records this server as the one that services may start on. False when it was so already. `since`: accept_server. */
export async function noteServer(db: Pick<Db, '$executeRaw'>): Promise<boolean> {
  const noted = await db.$executeRaw(
    sql`UPDATE known_server
           SET identity = this_server(), since = greatest(clock_timestamp(), since + interval '1 microsecond')
         WHERE identity IS DISTINCT FROM this_server()`,
  );
  return noted === 1;
}

/** The same for a person who has made sure that nothing was lost. */
export const noteServerByHand = (db: Db, by: By, note: string): Promise<boolean> =>
  withAuditLog(db, by, async (tx) => {
    const result = await noteServer(tx);
    return { result, action: result ? { action: 'service.nothing_lost', subject: 'this server', note } : null };
  });
