import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type RestoredCopy, readRestoredCopy } from '@topup/core/backup';
import { openDatabase, schemaGap } from '@topup/core/shared';
import { type BooksReport, graceOfCopy, verifyBooks } from '@topup/core/wallet';
import { NotTried } from '../refusal';
import { argumentsOf, type Backup, call, ofRepository } from './pgbackrest';
import { startRestored, urlAt } from './restored-server';

type Place = {
  /** `--postgres-bin`. */
  bin: string | undefined;
  /** Whose user and database are used on the restored server. It is not connected to. */
  liveUrl: string;
};

/** Findings of a restore. `problems` is empty when the backup is sound. */
export type Rehearsal = {
  copy: RestoredCopy;
  /** Null when the schema is older than this version, whose checks then cannot be run. */
  books: BooksReport | null;
  restoreSeconds: number;
  recoverySeconds: number;
  verifySeconds: number;
  problems: string[];
};

/** The log that is read, and what the server itself writes, need room too. */
const ROOM = 1.2;

/**
 * Restores a backup into a new directory, recovers it on a server of its own, verifies the books there, and removes it
 * all again. It changes neither the live server nor the repository, and removes what it made when it is killed too.
 * @param to recovers to this moment; undefined: as far as the archive goes
 * @throws Refusal when it cannot be restored or does not recover, or when there is not enough room
 */
export async function rehearse(stanza: string, backup: Backup, to: Date | undefined, place: Place): Promise<Rehearsal> {
  if (process.getuid?.() === 0)
    throw new NotTried(
      'PostgreSQL does not run as root. Run this as the user postgres, for example with `sudo -u postgres`.',
    );
  requireRoom(backup.bytes * ROOM);
  const directory = mkdtempSync(path.join(tmpdir(), 'topup-restore-'));
  const caretaker = appointCaretaker(directory);
  try {
    const restoring = [
      ...argumentsAt(directory, stanza, backup.repository),
      `--set=${backup.label}`,
      `--tablespace-map-all=${path.join(directory, 'tablespaces')}`,
      '--archive-mode=off',
      ...(to === undefined ? [] : ['--type=time', `--target=${atPostgres(to)}`, '--target-action=promote']),
      'restore',
    ];
    const restoreSeconds = await timed(() => call(restoring, (program) => caretaker.watch(program, 'TERM')));
    const recoverySeconds = await timed(() =>
      startRestored(directory, {
        bin: place.bin,
        // one segment after the other: in the spool of archive-async could be those of a standby on this machine
        archiveGet: [
          'pgbackrest',
          ...argumentsAt(directory, stanza, backup.repository).map(quoted),
          '--no-archive-async archive-get %f "%p"',
        ].join(' '),
        started: (server) => caretaker.watch(server, 'QUIT'),
      }),
    );
    return { restoreSeconds, recoverySeconds, ...(await look(backup, to, urlAt(directory, place.liveUrl))) };
  } finally {
    await caretaker.finish();
  }
}

function requireRoom(bytes: number): void {
  const { bavail, bsize } = statfsSync(tmpdir());
  if (bavail * bsize < bytes)
    throw new NotTried(
      `${tmpdir()} has ${gigabytes(bavail * bsize)} GB free, and the restore needs ${gigabytes(bytes)}. ` +
        'Set TMPDIR to a directory with more room.',
    );
}

/** For a shell, within a setting of PostgreSQL in which `%` begins a name. */
const quoted = (word: string): string => `'${word.replaceAll("'", "'\\''").replaceAll('%', '%%')}'`;

const gigabytes = (bytes: number): string => (bytes / 1e9).toFixed(1);

/** Keeps pgBackRest away from the live server, even on its machine or when the configuration names its host. */
const argumentsAt = (directory: string, stanza: string, repository: number): string[] => [
  ...argumentsOf(stanza),
  ...ofRepository(repository),
  `--pg1-path=${path.join(directory, 'data')}`,
  '--reset-pg1-host',
  `--lock-path=${path.join(directory, 'lock')}`,
  '--log-level-file=off',
];

const atPostgres = (at: Date): string => at.toISOString().replace('T', ' ').replace('Z', '+00');

async function look(backup: Backup, to: Date | undefined, url: string) {
  const hours = 6 * 3_600_000;
  const db = openDatabase({ url, max: 2, name: 'topup-ops', onError: () => undefined, queryTimeoutMs: hours });
  try {
    const copy = await readRestoredCopy(db);
    const gap = await schemaGap(db);
    const age = copy.readAt.getTime() - (copy.newestCommitAt ?? backup.endedAt).getTime();
    let books: BooksReport | null = null;
    const verifySeconds = await timed(async () => {
      if (gap === null) books = await verifyBooks(db, graceOfCopy(Math.max(0, age)));
    });
    return { copy, books, verifySeconds, problems: problemsOf(backup, to, copy, gap, books) };
  } finally {
    await db.$disconnect();
  }
}

function problemsOf(
  backup: Backup,
  to: Date | undefined,
  { endOfLog }: RestoredCopy,
  gap: string | null,
  books: BooksReport | null,
): string[] {
  const broken = books?.findings.filter(({ count }) => count > 0).map(({ id }) => id) ?? [];
  const newest = backup.newestInArchive?.slice(-16) ?? '';
  return [
    ...(backup.damaged ? ['Pages with wrong checksums are in the backup: the live server has them too.'] : []),
    // PostgreSQL takes a segment that cannot be read for the end of the log, and starts without what follows
    ...(to === undefined && (endOfLog ?? '') < newest
      ? [`Recovery ended in segment ${endOfLog ?? 'none'} of the log, and the archive goes to ${newest}.`]
      : []),
    ...(gap === null ? [] : [`The backup has another schema than this version. ${gap}`]),
    ...(broken.length === 0 ? [] : [`The books in the backup are unsound: ${broken.join(', ')}.`]),
  ];
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const startedMs = performance.now();
  await work();
  return Math.round(performance.now() - startedMs) / 1000;
}

// A shell, because it must outlive this process: its standard input ends when this process ends, in whatever way.
const SCRIPT = `
while read -r how of; do signal=$how pid=$of; done
if [ -n "$pid" ]; then
  kill -s "$signal" "$pid" 2>/dev/null
  checks=600
  while [ $checks -gt 0 ] && kill -0 "$pid" 2>/dev/null; do sleep 0.05; checks=$((checks - 1)); done
  kill -s KILL "$pid" 2>/dev/null
fi
rm -rf -- "$1"
`;

type Caretaker = {
  /** From now on this program uses the directory. `signal` ends it, and after 30 s SIGKILL. */
  watch(program: ChildProcess, signal: 'TERM' | 'QUIT'): void;
  /** Ends the program and removes the directory, as happens when this process dies. */
  finish(): Promise<void>;
};

/** Makes sure that neither a directory nor the program that uses it outlives this process, even after a SIGKILL. */
function appointCaretaker(directory: string): Caretaker {
  const shell = spawn('/bin/sh', ['-c', SCRIPT, 'caretaker', directory], {
    cwd: '/',
    detached: true, // a Ctrl-C on the terminal must not end it
    env: { PATH: '/usr/bin:/bin' },
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  const done = new Promise<void>((resolve, reject) => shell.once('exit', () => resolve()).once('error', reject));
  let watched: ChildProcess | undefined;
  const tell = (line: string) => void shell.stdin.write(`${line}\n`);
  return {
    watch(program, signal) {
      watched = program;
      tell(`${signal} ${program.pid}`);
      // its id can be given to another program
      program.once('exit', () => {
        if (watched === program) tell('');
      });
    },
    finish: () => {
      shell.stdin.end();
      return done;
    },
  };
}
