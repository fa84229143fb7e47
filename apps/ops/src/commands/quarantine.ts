import { type By, withAuditLog } from '@topup/core/audit';
import { noteServer, quarantine } from '@topup/core/purchase';
import { type Db, formatNaira } from '@topup/core/shared';
import { readNotesName } from '@topup/core/witness';
import { mintRef } from '@topup/providers';
import { createRedisNotes } from '@topup/runtime';
import { loadSettings } from '@topup/runtime/settings';
import { queueStore } from '@topup/settings';
import type { Command } from 'commander';
import { lineArgument, timeArgument } from '../arguments';
import { type Report, reporting, table, time } from '../output';
import { Misuse } from '../refusal';
import { type ActingAs, changeDatabase } from '../with-database';

export function quarantineCommand(program: Command): void {
  program
    .command('quarantine')
    .description('after a restore or a failover that lost data: stop purchases that may have been sent already')
    .requiredOption('--note <text>', 'what happened; kept in the history', lineArgument)
    .option(
      '--since <time>',
      'only purchases and events of that time or later, such as 2026-11-21T12:00:00Z (default: all that is open)',
      timeArgument,
    )
    .option(
      '--nothing-lost',
      'only record that this server is the right one, for example after a failover to a synchronous standby',
    )
    .action(reporting(run));
}

type Options = ActingAs & { note: string; since?: Date; nothingLost?: boolean };

/** Forgets what processes noted of the lost time: a server without it would never be used. @returns what to say */
async function forgetNotes(db: Db): Promise<string> {
  const { REDIS_URL: redisUrl } = loadSettings(queueStore);
  if (redisUrl === undefined) return 'Empty Redis, if there is one, before services start.';
  const name = await readNotesName({ query: (text, values) => db.$queryRawUnsafe(text, ...values) });
  const notes = createRedisNotes(redisUrl);
  try {
    if (name !== null) await notes.forget(name);
    return 'What Redis remembered of the lost time is forgotten.';
  } catch {
    return 'Redis could not be reached: empty it before services start.';
  } finally {
    notes.close();
  }
}

async function run({ note, since, nothingLost = false, ...as }: Options): Promise<Report> {
  if (nothingLost && since !== undefined) throw new Misuse('--since and --nothing-lost do not go together.');
  if (nothingLost) {
    const notes = await changeDatabase(as, async (db, { actor, origin }) => {
      await withAuditLog(db, actor, origin, async (tx) => {
        const result = await noteServer(tx);
        return { result, action: result ? { action: 'service.nothing_lost', subject: 'this server', note } : null };
      });
      return forgetNotes(db);
    });
    return {
      json: { quarantined: [], knownAsSent: null, eventsClosed: 0 },
      text: `Nothing was put in quarantine. Services may start on this server. ${notes}`,
    };
  }
  const work = async (db: Db, by: By) => {
    const report = await quarantine(db, { mintRef, by }, note, since ?? null);
    return { ...report, notes: await forgetNotes(db) };
  };
  const found = await changeDatabase(as, work, { queryTimeoutMs: 3_600_000 });
  const { notes, knownAsSent, eventsClosed } = found;
  const quarantined = found.quarantined.map(({ requestRef, amountKobo, ...rest }) => ({
    reference: requestRef,
    ...rest,
    amount: formatNaira(amountKobo),
  }));
  const rows = quarantined.map((each) => [
    each.reference,
    each.account,
    each.productType,
    each.status,
    each.amount,
    time(each.createdAt),
    each.providerRef ?? '-',
  ]);
  const headings = ['REFERENCE', 'ACCOUNT', 'PRODUCT', 'STATUS', 'AMOUNT', 'CREATED', 'PROVIDER REFERENCE'];
  const text = [
    table(headings, rows, 'No open purchase looks unsent, or can have gone to another provider.'),
    '',
    `In quarantine: ${quarantined.length}. Known as sent, requeried as always: ${knownAsSent}. Webhook events closed unsent: ${eventsClosed}.`,
    notes,
    'Services may start on this server. Orders that the provider does not know appear in `purchase review`.',
  ].join('\n');
  return { json: { quarantined, knownAsSent, eventsClosed }, text };
}
