import { refusalText } from '@topup/core/errors';
import { pullByHand } from '@topup/core/reconciliation';
import type { Report } from '../../output';
import { openProviders, requireProvider } from '../../providers';
import { Misuse, refusalOf } from '../../refusal';
import { type ActingAs, changeDatabase } from '../../with-database';
import { agreementText } from './texts';

type PullOptions = ActingAs & { provider?: string; since?: Date };

/** Reads all that it can. A provider that fails is the problem of the command, and the others are read. */
export async function pull({ provider, since, ...as }: PullOptions): Promise<Report> {
  if (since !== undefined && since.getTime() > Date.now()) throw new Misuse('--since must not be in the future.');
  const only = provider === undefined ? null : requireProvider(provider).name;
  const chosen = openProviders().filter(({ name }) => only === null || name === only);
  const listing = chosen.flatMap(({ name, statement }) => (statement === undefined ? [] : [{ name, statement }]));
  if (listing.length === 0)
    throw refusalOf({ kind: 'no_statement', provider: chosen.map(({ name }) => name).join(', ') });
  const pulled = await changeDatabase(as, async (db, by) => {
    const done = [];
    for (const one of listing) done.push(await pullByHand(db, by, one, since));
    return done;
  });
  const problem = pulled
    .flatMap((one) =>
      one.fault === null ? [] : [refusalText({ ...one, kind: 'statement_unreadable', reason: one.fault })],
    )
    .join(' ');
  return {
    json: pulled,
    text: pulled.map((one) => `${one.provider}: ${one.rows} rows, ${one.added} new. ${agreementText(one)}`).join('\n'),
    ...(problem !== '' && { problem }),
  };
}
