import { insertAction } from '../../audit/action.store';
import type { By } from '../../audit/actor';
import { type Provider, SIMULATOR } from '../../provider/provider.port';
import { type Db, sql } from '../../shared/db';
import type { Purchase } from '../purchase.store';

/** A purchase that was put in quarantine. */
export type Quarantined = Pick<
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
 * For a database that was restored, or lost its last moments in a failover. Treats every open purchase that looks
 * unsent, accepted at `since` or later, as sent with an unknown outcome, and every one whose client may still wait as
 * one that may have gone to another provider; closes the events that look unsent; and records this server as the one
 * that services may start on. All or nothing; a second run finds nothing. Workers can
 * run meanwhile: each purchase is claimed or quarantined, never both. What it did is recorded.
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
      const mayHaveMovedOn = {
        ...{ status: 'initiated', attempt: { lt: 3 }, provider: { not: SIMULATOR }, quarantinedAt: null },
        createdAt: { gte: from },
      };
      const knownAsSent = await all.purchase.count({ where: { sends: 1, finalAt: null, NOT: mayHaveMovedOn } });
      const uncertain = await all.purchase.findMany({
        where: { finalAt: null, createdAt: { gte: from }, OR: [{ sends: 0 }, mayHaveMovedOn] },
        select: { id: true, createdAt: true, sends: true },
      });
      const items = uncertain.map(({ id, createdAt, sends }) => ({ id, provider_ref: mintRef(id, createdAt), sends }));
      const quarantined = await all.$queryRaw<Quarantined[]>(sql`
        SELECT p.request_ref AS "requestRef", p.product_type AS "productType", p.status, p.amount_kobo AS "amountKobo",
               p.provider_ref AS "providerRef", p.created_at AS "createdAt", a.name AS account
          FROM quarantine_purchases(${JSON.stringify(items)}::jsonb, ${note}) p
          JOIN account a ON a.id = p.account_id
         ORDER BY p.created_at`);
      // OR instead of IN: each side has its own partial index, webhook_event_waiting and webhook_event_sending
      const eventsClosed = await all.$executeRaw(sql`
        UPDATE webhook_event
           SET state = 'undelivered', finished_at = clock_timestamp(),
               error = 'quarantined after a restore; whether it was sent is unknown'
         WHERE (state = 'queued' OR state = 'sending') AND created_at >= ${from}`);
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

/** Records this server as the one that services may start on. False when it was so already. */
export async function noteServer(db: Pick<Db, '$executeRaw'>): Promise<boolean> {
  const noted = await db.$executeRaw(
    sql`UPDATE known_server SET identity = this_server(), since = clock_timestamp()
         WHERE identity IS DISTINCT FROM this_server()`,
  );
  return noted === 1;
}
