import type { By } from '@topup/core/audit';
import { readNotesName } from '@topup/core/fence';
import {
  countConnections,
  noteServerByHand,
  previewQuarantine,
  type Quarantine,
  quarantine,
} from '@topup/core/purchase';
import { type Db, toWire } from '@topup/core/shared';
import { loadSettings } from '@topup/runtime/settings';
import { pools, queueStore } from '@topup/settings';
import { lineArgument, timeArgument } from '../arguments';
import { command, needed, option } from '../declare';
import { type Report, tableOf } from '../output';
import { Misuse, Refusal } from '../refusal';
import { changeDatabase, readDatabase } from '../with-database';

export const quarantineCommand = command(
  'quarantine',
  'after a restore or failover that lost data: stop purchases that may have been sent',
  [
    needed('--note <text>', 'what happened; kept in the history', lineArgument),
    option(
      '--since <time>',
      'only purchases and events from then on, such as 2026-11-21T12:00:00Z (default: all)',
      timeArgument,
    ),
    option('--nothing-lost', 'only record that this server lost nothing, as after a failover to a synchronous standby'),
    option('--dry-run', 'only list the purchases'),
  ],
  async ({ note, since, nothingLost = false, dryRun = false, ...as }) => {
    if (nothingLost && dryRun) throw new Misuse('--dry-run and --nothing-lost do not go together.');
    if (nothingLost && since !== undefined) throw new Misuse('--since and --nothing-lost do not go together.');
    if (nothingLost) {
      const { said, ...problem } = await changeDatabase(as, async (db, by) => {
        await noteServerByHand(db, by, note);
        return forgetNotes(db);
      });
      return {
        json: { quarantined: [], knownAsSent: null, eventsClosed: 0 },
        text: `Nothing was put in quarantine. ${said}`,
        ...problem,
      };
    }
    if (dryRun) {
      const preview = await readDatabase((db) => previewQuarantine(db, since ?? null), { queryTimeoutMs: LONGEST_MS });
      return reportOf(preview, 'Nothing was changed.');
    }
    const { mintRef } = await import('@topup/providers');
    const work = async (db: Db, by: By) => {
      await requireStopped(db);
      const report = await quarantine(db, { mintRef, by }, note, since ?? null);
      return { ...report, notes: await forgetNotes(db) };
    };
    const { notes, ...found } = await changeDatabase(as, work, { queryTimeoutMs: LONGEST_MS });
    const next = 'Orders that the provider does not know appear in `purchase review`.';
    const { said, ...problem } = notes;
    return { ...reportOf(found, `${said}\n${next}`), ...problem };
  },
);

const LONGEST_MS = 3_600_000;
/** The pools of the processes that must be stopped first. */
const { ops: _, ...services } = pools;
const SERVICE_POOLS = Object.values(services).flatMap((each) => Object.keys(each));

/** A service that sells meanwhile would have its own open purchases stopped, and their refunds with them. */
async function requireStopped(db: Db): Promise<void> {
  const connected = await countConnections(db, SERVICE_POOLS);
  if (connected.length === 0) return;
  const found = connected.map(({ name, connections }) => `${name} (${connections})`).join(', ');
  throw new Refusal(
    `Services are connected to this database: ${found}. Stop every api, worker and dashboard first. \`--dry-run\` only lists.`,
  );
}

const MAY_START = 'Services may start on this server.';

/** Forgets what processes noted of the lost time, with which a server without it would never be used. */
async function forgetNotes(db: Db): Promise<{ said: string; problem?: string }> {
  const { REDIS_URL: redisUrl } = loadSettings(queueStore);
  if (redisUrl === undefined) return { said: `Empty Redis, if there is one. ${MAY_START}` };
  const name = await readNotesName(db);
  const { createRedisNotes } = await import('@topup/runtime');
  const notes = createRedisNotes(redisUrl);
  try {
    if (name !== null) await notes.forget(name);
    return { said: `What Redis remembered of the lost time is forgotten. ${MAY_START}` };
  } catch {
    return {
      said: 'Redis may still remember the lost time.',
      problem: 'Redis could not be reached. Empty it before you start services.',
    };
  } finally {
    notes.close();
  }
}

function reportOf(found: Quarantine, end: string): Report {
  const { knownAsSent, eventsClosed } = found;
  const quarantined = found.quarantined.map(({ requestRef: reference, ...rest }) => toWire({ reference, ...rest }));
  const text = [
    tableOf(
      quarantined,
      [
        'reference',
        'account',
        ['PRODUCT', 'productType'],
        'status',
        'amount',
        ['CREATED', 'createdAt'],
        ['PROVIDER REFERENCE', 'providerRef'],
      ],
      'No open purchase looks unsent, or can have gone to another provider.',
    ),
    '',
    `In quarantine: ${quarantined.length}. Known as sent, requeried as always: ${knownAsSent}. Webhook events closed unsent: ${eventsClosed}.`,
    end,
  ].join('\n');
  return { json: { quarantined, knownAsSent, eventsClosed }, text };
}
