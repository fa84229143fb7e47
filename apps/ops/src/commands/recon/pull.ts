import { insertAction, reconciliationActions } from '@topup/core/audit';
import { refusalTexts } from '@topup/core/errors';
import { pullStatement, reconcile } from '@topup/core/reconciliation';
import type { Report } from '../../output';
import { openProviders } from '../../providers';
import { Refusal } from '../../refusal';
import { type ActingAs, changeDatabase } from '../../with-database';
import { agreementText } from './texts';

type PullOptions = ActingAs & { provider?: string; since?: Date };

export async function pull({ provider, since, ...as }: PullOptions): Promise<Report> {
  const all = openProviders();
  const chosen = all.filter(({ name }) => provider === undefined || name === provider);
  if (chosen.length === 0)
    throw new Refusal(refusalTexts.no_such_provider({ provider: provider ?? '', known: all.map(({ name }) => name) }));
  const listing = chosen.flatMap(({ name, statement }) => (statement === undefined ? [] : [{ name, statement }]));
  if (listing.length === 0)
    throw new Refusal(refusalTexts.no_statement({ provider: provider ?? chosen[0]?.name ?? '' }));
  const pulled = await changeDatabase(as, async (db, by) => {
    const done = [];
    for (const one of listing) {
      const read = await pullStatement(db, one, since === undefined ? {} : { from: since });
      await insertAction(db, by.actor, by.origin, reconciliationActions.pulled(read));
      if (read.fault !== null) throw new Refusal(refusalTexts.statement_unreadable({ reason: read.fault }));
      done.push({ ...read, ...(await reconcile(db, one.name)) });
    }
    return done;
  });
  return {
    json: pulled,
    text: pulled.map((one) => `${one.provider}: ${one.rows} rows, ${one.added} new. ${agreementText(one)}`).join('\n'),
  };
}
