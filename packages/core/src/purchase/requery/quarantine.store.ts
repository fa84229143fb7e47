import type { Provider } from '../../provider/provider.port';
import { type Db, sql } from '../../shared/db';
import type { Purchase } from '../purchase.store';

/** A purchase that was taken for sent. */
export type Quarantined = Pick<
  Purchase,
  'requestRef' | 'productType' | 'status' | 'amountKobo' | 'providerRef' | 'createdAt'
> & {
  account: string;
};

export type Quarantine = {
  quarantined: Quarantined[];
  /** Open purchases that the copy knows as sent: they are asked for as always. */
  knownAsSent: number;
  /** Webhook events that were still to be sent, and are not any more: they may have been. */
  eventsClosed: number;
};

const LONGEST_MS = 3_600_000;

/**
 * For a database that was restored, or has lost its last moments by a failover: takes every open purchase that it believes unsent, accepted at `since` or
 * later, for sent with an unknown outcome; closes the events that it believes unsent; and notes this server as the one that services may start on. All or
 * nothing; a second run finds nothing more. Workers may run meanwhile: each purchase is claimed or quarantined, never both.
 */
export function quarantine(
  db: Db,
  { mintRef }: Pick<Provider, 'mintRef'>,
  note: string,
  since: Date | null,
): Promise<Quarantine> {
  return db.$transaction(
    async (all) => {
      await all.$executeRaw(sql`SET LOCAL statement_timeout = 0`);
      const from = since ?? new Date(0);
      const knownAsSent = await all.purchase.count({ where: { sends: 1, finalAt: null } });
      const unsent = await all.purchase.findMany({
        where: { sends: 0, finalAt: null, createdAt: { gte: from } },
        select: { id: true, createdAt: true },
      });
      const items = unsent.map(({ id, createdAt }) => ({ id, provider_ref: mintRef(id, createdAt) }));
      const quarantined = await all.$queryRaw<Quarantined[]>(sql`
        SELECT p.request_ref AS "requestRef", p.product_type AS "productType", p.status, p.amount_kobo AS "amountKobo", p.provider_ref AS "providerRef",
               p.created_at AS "createdAt", a.name AS account
          FROM quarantine_purchases(${JSON.stringify(items)}::jsonb, ${note}) p JOIN account a ON a.id = p.account_id ORDER BY p.created_at`);
      const eventsClosed = await all.$executeRaw(sql`
        UPDATE webhook_event SET state = 'undelivered', finished_at = clock_timestamp(), error = 'quarantined after a restore; whether it was sent is unknown'
         WHERE state IN ('queued', 'sending') AND created_at >= ${from}`);
      await noteServer(all);
      return { quarantined, knownAsSent, eventsClosed };
    },
    { maxWait: 10_000, timeout: LONGEST_MS },
  );
}

/** Notes this server as the one that services may start on. */
export async function noteServer(db: Pick<Db, '$executeRaw'>): Promise<void> {
  await db.$executeRaw(
    sql`UPDATE known_server SET identity = this_server(), since = clock_timestamp() WHERE identity IS DISTINCT FROM this_server()`,
  );
}

/**
 * Refuses a server that nobody has said the purchases are whole on: a copy restored from a backup, or a standby that was promoted.
 * @throws Error saying what to do
 */
export async function assertServerIsKnown(db: Db): Promise<void> {
  const [row] = await db.$queryRaw<{ known: boolean }[]>(sql`
    SELECT coalesce(identity = this_server(), true) AS known FROM known_server`);
  if (row?.known === false) {
    throw new Error(
      'This database was restored, promoted or moved: what was sent since its copy was made may look unsent, and would be sold twice. Run `npm run ops -- quarantine` first (docs/operations.md, "After a restore").',
    );
  }
}
