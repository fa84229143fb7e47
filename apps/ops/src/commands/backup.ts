import type { By } from '@topup/core/audit';
import { recordMadeBackup, recordVerifiedBackup } from '@topup/core/backup';
import type { Db } from '@topup/core/shared';
import { loadSettings } from '@topup/runtime/settings';
import { database } from '@topup/settings';
import { countArgument, lineArgument, timeArgument } from '../arguments';
import { type Backup, listBackups, makeBackup, requirePgBackRest, stanzaName } from '../backup/pgbackrest';
import { type Rehearsal, rehearse } from '../backup/rehearse';
import { command, group, option } from '../declare';
import { type Column, facts, type Report, tableOf, time } from '../output';
import { NotTried, Refusal, toSentence } from '../refusal';
import { type ActingAs, withAuditDatabase } from '../with-database';

const REPOSITORY = option('--repo <number>', 'this repository of pgBackRest (default: the first)', countArgument);

export const backupCommands = group('backup', 'backups of the database server by pgBackRest', [
  command(
    'run',
    'make a backup and remove expired ones; runs on the database or backup host',
    [option('--type <type>', 'everything, or what changed', ['full', 'diff', 'incr'], 'incr'), REPOSITORY],
    async ({ type, repo, ...as }) => {
      const stanza = await openStanza();
      const startedMs = performance.now();
      await makeBackup(stanza, type, repo);
      const seconds = (performance.now() - startedMs) / 1000;
      const made = (await listBackups(stanza, repo)).at(-1);
      if (made === undefined) throw new Refusal('pgBackRest made no backup, and gave no reason.');
      const { label, bytes, storedBytes } = made;
      const notRecorded = await record(as, (db, by) =>
        recordMadeBackup(db, by, stanza, { label, type: made.type, bytes, seconds }),
      );
      return {
        json: { backup: made, seconds, recorded: notRecorded === null },
        text:
          `${label}: ${made.type} backup of ${megabytes(bytes)} MB in ${seconds.toFixed(1)} s; ` +
          `${megabytes(storedBytes)} MB stored.`,
        ...(notRecorded !== null && { problem: `The backup was made, but could not be recorded: ${notRecorded}` }),
      };
    },
  ),
  command('list', 'list the backups that can be restored, oldest first', [REPOSITORY], async ({ repo }) => {
    const backups = await listBackups(await openStanza(), repo);
    const columns: Column<Backup>[] = [
      'label',
      'type',
      ['STARTED', 'startedAt'],
      ['ENDED', 'endedAt'],
      ['DATABASE MB', ({ bytes }) => megabytes(bytes)],
      ['STORED MB', ({ storedBytes }) => megabytes(storedBytes)],
      'repository',
    ];
    const damaged = backups.filter((each) => each.damaged).map(({ label }) => label);
    return {
      json: { backups },
      text: tableOf(backups, columns, 'There is no backup yet: `backup run` makes one.'),
      ...(damaged.length > 0 && { problem: `Pages with wrong checksums are in ${damaged.join(', ')}.` }),
    };
  }),
  command(
    'verify',
    'restore a backup beside the live server, verify its books, and remove it',
    [
      option('--set <label>', 'this backup, as `backup list` names it (default: the newest)', lineArgument),
      option('--to <time>', 'recover to this time (default: as far as the archive goes)', timeArgument),
      option(
        '--postgres-bin <directory>',
        'where the programs of PostgreSQL are (default: where Debian has those of the version of the backup)',
        lineArgument,
      ),
      REPOSITORY,
    ],
    async ({ set, to, postgresBin: bin, repo, ...as }) => {
      const stanza = await openStanza();
      const place = { bin, liveUrl: loadSettings(database).DATABASE_URL };
      let chosen: Backup | null = null;
      try {
        chosen = choose(await listBackups(stanza, repo), set, to);
        const rehearsal = await rehearse(stanza, chosen, to, place);
        return await reportOf(stanza, chosen, rehearsal, as);
      } catch (error) {
        if (error instanceof NotTried) throw error;
        const tried = { label: chosen?.label ?? null, sound: false, newestPurchaseAt: null };
        const notRecorded = await recordVerified(as, stanza, tried);
        throw new Refusal(
          `${toSentence(error, 'reads')}${notRecorded === null ? '' : ` This could not be recorded: ${notRecorded}`}`,
        );
      }
    },
  ),
]);

async function openStanza(): Promise<string> {
  await requirePgBackRest();
  return stanzaName();
}

const megabytes = (bytes: number): string => (bytes / 1e6).toFixed(1);

/** The newest one, or the one that is named; with a time, one that had ended by then. */
function choose(backups: Backup[], label: string | undefined, to: Date | undefined): Backup {
  const fitting = backups.filter(
    (each) => (label === undefined || each.label === label) && (to === undefined || each.endedAt <= to),
  );
  const newest = fitting.at(-1);
  if (newest !== undefined) return newest;
  if (to !== undefined)
    throw new NotTried(`No such backup had ended by ${time(to)}. \`backup list\` shows all backups.`);
  throw new NotTried(
    label === undefined ? 'There is no backup yet.' : `There is no backup ${label}. \`backup list\` shows all backups.`,
  );
}

async function reportOf(stanza: string, backup: Backup, rehearsal: Rehearsal, as: ActingAs): Promise<Report> {
  const { copy, books, restoreSeconds, recoverySeconds, verifySeconds } = rehearsal;
  const { newestPurchaseAt, readAt } = copy;
  const sound = rehearsal.problems.length === 0;
  const notRecorded = await recordVerified(as, stanza, { label: backup.label, sound, newestPurchaseAt });
  const ageSeconds = newestPurchaseAt === null ? null : (readAt.getTime() - newestPurchaseAt.getTime()) / 1000;
  const problems = [
    ...rehearsal.problems,
    ...(notRecorded === null ? [] : [`This verification could not be recorded: ${notRecorded}`]),
  ];
  return {
    json: {
      sound,
      backup: { label: backup.label, type: backup.type, endedAt: backup.endedAt, repository: backup.repository },
      purchases: books === null ? null : Number(books.totals.purchases) + Number(books.testTotals.purchases),
      newestPurchaseAt,
      newestPurchaseAgeSeconds: ageSeconds,
      newestCommitAt: copy.newestCommitAt,
      restoreSeconds,
      recoverySeconds,
      verifySeconds,
      problems,
      recorded: notRecorded === null,
    },
    text: facts([
      ['backup', `${backup.label} (${backup.type}, ended ${time(backup.endedAt)}, repository ${backup.repository})`],
      [
        'newest purchase',
        newestPurchaseAt === null ? '-' : `${time(newestPurchaseAt)}, ${ageSeconds?.toFixed(1)} s old`,
      ],
      ['newest commit read from the log', time(copy.newestCommitAt)],
      ['restored in', `${restoreSeconds} s`],
      ['recovered in', `${recoverySeconds} s`],
      ['verified in', `${verifySeconds} s`],
      ['books', books === null ? 'not verified' : books.sound ? 'sound' : 'unsound'],
    ]),
    ...(problems.length > 0 && { problem: problems.join(' ') }),
  };
}

const recordVerified = (as: ActingAs, stanza: string, tried: Parameters<typeof recordVerifiedBackup>[3]) =>
  record(as, (db, by) => recordVerifiedBackup(db, by, stanza, tried));

/** Records what was done in the live database. @returns null, or why not */
const record = (as: ActingAs, recording: (db: Db, by: By) => Promise<void>): Promise<string | null> =>
  withAuditDatabase(as, recording).then(() => null, toSentence);
