import { mailLowBalances } from '@topup/core/account';
import type { Db, Log } from '@topup/core/shared';
import { mailFailingEndpoints } from '@topup/core/webhook';
import { startRounds } from './start-rounds';

/** How late a mail can be written. It is sent with the next sweep of mails, within a second. */
const EVERY_MS = { balances: 15_000, webhooks: 30_000 };
const AT_ONCE = 100;

type Options = { db: Db; log: Log; everyMs?: number };
type Rounds = { stop(): Promise<void> };

/**
 * Compares every wallet with the threshold of its account at an interval, and mails the owners of those that have
 * passed below it. Every worker does; of one passing only one mails. `stop` resolves when the last round is over.
 */
export const startLowBalanceMails = ({ everyMs = EVERY_MS.balances, ...options }: Options): Rounds =>
  startMails({ ...options, everyMs }, mailLowBalances, 'low balances could not be looked for; the next round will do');

/** The same of webhook URLs that have begun to fail. */
export const startFailingWebhookMails = ({ everyMs = EVERY_MS.webhooks, ...options }: Options): Rounds =>
  startMails(
    { ...options, everyMs },
    mailFailingEndpoints,
    'failing webhooks could not be looked for; the next round will do',
  );

/** `mail` looks at no more than so many accounts, and returns at how many. */
function startMails(
  { db, log, everyMs }: Required<Options>,
  mail: (db: Db, limit: number) => Promise<number>,
  failed: string,
): Rounds {
  return startRounds({
    everyMs,
    log,
    failed,
    run: async (stopped) => {
      for (let found = AT_ONCE; found === AT_ONCE && !stopped(); ) found = await mail(db, AT_ONCE);
    },
  });
}
