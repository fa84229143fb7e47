import { randomBytes } from 'node:crypto';
import { readFileSync, realpathSync } from 'node:fs';
import path from 'node:path';
import {
  type BatchFault,
  type BatchNote,
  type BatchRow,
  NotFoundError,
  readBatchFile,
  type TopUp,
} from '@topup/client';
import type { Command } from 'commander';
import { boughtLately } from '../batch/bought-lately';
import { follow, lookAgain } from '../batch/follow';
import { digestOf, type Header, type Journal, openJournal, readState, type State } from '../batch/journal';
import { takeLock } from '../batch/lock';
import { koboOf, nairaOf } from '../batch/money';
import { quote, referenceFaults, repeatedRows } from '../batch/quote';
import { reportedRow, reportOf, writeResult } from '../batch/report';
import { referenceOf, type Seller, sellRows } from '../batch/sell-rows';
import { confirm, YES } from '../confirm';
import { type Connected, connect } from '../connection';
import { EXIT, type Options, type Report, reporting, table, UsageError } from '../output';
import type { Terminal } from '../terminal';

type BuyOptions = Options & { watch?: true; yes?: true };

/** `topup batch`: buys the rows of a CSV, and keeps beside it what became of each. */
export function addBatch(program: Command, terminal: Terminal): void {
  const batch = program.command('batch').description('buy what the rows of a CSV file say');
  const buy = batch
    .command('buy <file>')
    .description('buy each row once; after an interruption, run it again to go on')
    .option('--watch', 'wait until no row is pending')
    .option(...YES);
  reporting<BuyOptions, [string]>(terminal, buy, (options, file) => buyFile(terminal, options, file));
  const status = batch.command('status <file>').description('show what became of each row, as the last run left it');
  reporting<Options, [string]>(terminal, status, async (_options, file) => showFile(file));
}

/** A CSV, and the files beside it. */
type BatchFile = { csv: string; state: string; lock: string; result: string; digest: string; rows: BatchRow[] };
type Opened = BatchFile & { faults: BatchFault[]; notes: BatchNote[] };

/** @throws UsageError when nobody can read it */
function openFile(given: string): Opened {
  const content = readContent(given);
  const csv = realpathSync(given); // one file has one state, whatever leads to it
  const { rows, faults, notes } = readBatchFile(textOf(content, given));
  const empty = { row: 1, field: 'file', reason: 'The file has no row below its header.' };
  const all = [...faults, ...referenceFaults(rows), ...(rows.length + faults.length === 0 ? [empty] : [])];
  const beside = { state: `${csv}.topup-state.jsonl`, lock: `${csv}.topup-lock`, result: `${csv}.result.csv` };
  return { csv, ...beside, digest: digestOf(content), rows, faults: all, notes: [...notes, ...repeatedRows(rows)] };
}

function readContent(file: string): Buffer {
  try {
    return readFileSync(file);
  } catch (error) {
    throw new UsageError(`${file} cannot be read (${Object(error).code}).`);
  }
}

/** In another encoding a reference would be sent with other letters. */
function textOf(content: Buffer, file: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(content);
  } catch {
    throw new UsageError(`${file} is not UTF-8 text. Save it as CSV in UTF-8.`);
  }
}

/** @throws UsageError when it is that of another CSV */
function stateOf({ csv, state: file, digest }: BatchFile): State | null {
  const state = readState(file);
  if (state === null || state.header.digest === digest) return state;
  throw new UsageError(
    `${path.basename(csv)} has changed since its rows were bought. Nothing was sent. ` +
      'Restore it to go on. To buy other rows, write them into a file of another name.',
  );
}

async function buyFile(terminal: Terminal, options: BuyOptions, given: string): Promise<Report> {
  const connected = connect(terminal, options.url);
  const file = openFile(given);
  if (file.faults.length > 0) return faulty(file.faults, file.notes);
  const release = takeLock(file.lock);
  try {
    const state = stateOf(file);
    const header: Header = {
      batch: `b${randomBytes(5).toString('hex')}`,
      digest: file.digest,
      key: digestOf(connected.apiKey),
    };
    if (state !== null && state.header.key !== header.key) await requireSameAccount(connected.topup, file, state);
    return await buyRows(terminal, options, connected, { file, state, header });
  } finally {
    release();
  }
}

type Run = { file: Opened; state: State | null; header: Header };

/** Prices what is left, asks, and buys it. */
async function buyRows(
  terminal: Terminal,
  { watch, yes, json }: BuyOptions,
  connected: Connected,
  { file, state, header }: Run,
): Promise<Report> {
  const { topup } = connected;
  const statusOf = ({ row }: BatchRow) => state?.rows.get(row)?.status ?? 'unsent';
  const left = file.rows.filter((row) => statusOf(row) === 'unsent');
  const { rows, faults } = await quote(topup, left, { signal: terminal.interrupted });
  if (state === null && faults.length > 0) return faulty(faults, file.notes);
  if (rows.length > 0) {
    const total = rows.reduce((sum, { chargeKobo }) => sum + chargeKobo, 0n);
    const { balance } = await topup.walletBalance({ signal: terminal.interrupted });
    if (state === null) file.notes.push(...(await boughtLately(topup, rows, { signal: terminal.interrupted })));
    if (!json) terminal.err(planText(rows.length, total, koboOf(balance), state === null ? file.notes : []));
    if (connected.mode === 'live' && !yes)
      await confirm(terminal, connected, `${rows.length} rows for ${nairaOf(total)}`);
  }
  const journal = openJournal(file.state, header, state);
  try {
    // a file that has begun goes on without a row that cannot be bought any more
    for (const { row, reason } of faults) journal.note(row, { status: 'refused', message: reason });
    const sent = file.rows.filter((row) => statusOf(row) === 'unknown');
    const seller = { topup, journal, interrupted: terminal.interrupted, progress: progressOf(terminal, journal, file) };
    const stopped = await sellAndFollow(seller, [...sent, ...rows], file.rows, watch === true);
    return finish(file, journal, stopped);
  } finally {
    journal.close();
  }
}

/** @returns why it stopped, or null */
async function sellAndFollow(
  seller: Seller,
  toSell: readonly BatchRow[],
  all: readonly BatchRow[],
  watch: boolean,
): Promise<unknown> {
  const stopped = await sellRows(seller, toSell);
  if (seller.interrupted.aborted) return stopped ?? seller.interrupted.reason;
  try {
    await (watch ? follow(seller, all) : lookAgain(seller, all));
    return stopped;
  } catch (error) {
    return stopped ?? error;
  }
}

function finish(file: Opened, journal: Journal, stopped: unknown): Report {
  const rows = file.rows.map((row) => reportedRow(row, journal.of(row.row), referenceOf(journal, row)));
  const noted = file.rows.map(({ row }) => journal.of(row));
  const batch = { name: journal.batch, rows, noted, notes: file.notes, result: file.result };
  try {
    writeResult(file.result, rows);
    return reportOf({ ...batch, stopped });
  } catch (error) {
    return reportOf({ ...batch, result: null, stopped: stopped ?? error });
  }
}

/** @throws UsageError before the first run */
function showFile(given: string): Report {
  const file = openFile(given);
  const state = stateOf(file);
  if (state === null) throw new UsageError(`Nothing of ${path.basename(file.csv)} was sent. Run \`topup batch buy\`.`);
  const { batch: name } = state.header;
  const of = ({ row }: BatchRow) => state.rows.get(row) ?? ({ status: 'unsent' } as const);
  const rows = file.rows.map((row) => reportedRow(row, of(row), row.reference ?? `${name}-${row.row}`));
  return reportOf({ name, rows, noted: file.rows.map(of), notes: file.notes, stopped: null, result: null });
}

/**
 * Another account would not know what was sent, and it would be bought again there.
 * @throws UsageError unless the account of this key has a purchase of the file
 */
async function requireSameAccount(topup: TopUp, { csv, state }: BatchFile, { rows }: State): Promise<void> {
  const sent = [...rows.values()].filter(({ status }) => status !== 'unsent' && status !== 'refused');
  if (sent.length === 0) return;
  const bought = sent.find(({ status }) => status !== 'unknown');
  try {
    if (bought?.reference !== undefined) {
      await topup.status(bought.reference);
      return;
    }
  } catch (error) {
    if (!(error instanceof NotFoundError)) throw error;
  }
  const name = path.basename(csv);
  throw new UsageError(
    `${name} was begun with another API key. Use that key, or one of its account. ` +
      `To buy the same rows with this account, copy the file to another name, or remove ${path.basename(state)}.`,
  );
}

function faulty(faults: BatchFault[], notes: BatchNote[]): Report {
  const text = `Nothing was bought. Correct the file first.\n${listed(faults)}`;
  return { json: { faults, notes }, text, exitCode: EXIT.USAGE };
}

const listed = (lines: readonly BatchFault[]): string =>
  table(
    ['ROW', 'FIELD', 'REASON'],
    lines.map(({ row, field, reason }) => [String(row), field, reason]),
    '',
  );

function planText(rows: number, total: bigint, balance: bigint, notes: readonly BatchNote[]): string {
  const after = balance - total;
  const rest = after < 0n ? `which is ${nairaOf(-after)} too little` : `and ${nairaOf(after)} afterwards`;
  const noted = notes.length === 0 ? '' : `${listed(notes)}\n`;
  return `${noted}${rows} rows cost ${nairaOf(total)}. The wallet has ${nairaOf(balance)}, ${rest}.\n`;
}

/** Shows a person how many rows are done. To a program it writes nothing. */
function progressOf({ err, isInteractive }: Terminal, journal: Journal, { rows }: BatchFile): () => void {
  if (!isInteractive) return () => undefined;
  return () => {
    const done = rows.filter(({ row }) => !['unsent', 'unknown'].includes(journal.of(row).status)).length;
    err(`\r${done} of ${rows.length} rows${done === rows.length ? '\n' : ''}`);
  };
}
