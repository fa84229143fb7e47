import { createHash } from 'node:crypto';
import { closeSync, existsSync, fsyncSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { UsageError } from '../output';

/** `unknown`: it was sent, or was about to be, and nothing says what became of it. `refused`: it is never bought. */
export type RowStatus = 'unsent' | 'unknown' | 'pending' | 'successful' | 'failed' | 'refused';

/**
 * What is known about a row. `price`: of its plan, as it was sent; `charged`: what was paid; both in naira such as
 * "100.00". `code`: why it failed or was refused.
 */
export type Noted = {
  status: RowStatus;
  reference?: string;
  price?: string;
  charged?: string;
  code?: string | null;
  message?: string;
};

/** `batch`: begins the references of rows without one. `digest`: of the CSV. `key`: a digest of the API key. */
export type Header = { batch: string; digest: string; key: string };

/** What the state file says. `rows`: by their line in the CSV. `torn`: its last line was cut off by a power cut. */
export type State = { header: Header; rows: Map<number, Noted>; torn: boolean };

export const digestOf = (content: Buffer | string): string => createHash('sha256').update(content).digest('hex');

/** Null: nothing was sent yet. @throws UsageError when the file is damaged: the rows are not bought again */
export function readState(file: string): State | null {
  if (!existsSync(file)) return null;
  const [first = '', ...lines] = readFileSync(file, 'utf8').split('\n');
  const { batch, digest, key = '' } = factIn(first);
  if (lines.length === 0) throw new UsageError(`${file} was cut off before a row was sent. Delete it, and try again.`);
  if (batch === undefined || digest === undefined)
    throw new UsageError(`${file} is damaged, so nobody knows what was bought. Nothing was sent.`);
  const rows = new Map<number, Noted>();
  for (const { row, ...noted } of lines.map(factIn))
    if (row !== undefined) rows.set(row, { ...rows.get(row), ...noted });
  return { header: { batch, digest, key }, rows, torn: lines.at(-1) !== '' };
}

type Fact = Partial<Header> & Noted & { row?: number };

/** A torn line is no fact: nothing was done after it. */
function factIn(line: string): Fact {
  try {
    return JSON.parse(line);
  } catch {
    return { status: 'unknown' };
  }
}

export type Journal = {
  readonly batch: string;
  of(row: number): Noted;
  /** It is on the disk afterwards. */
  note(row: number, noted: Noted): void;
  close(): void;
};

/**
 * Opens the state file to add to it. It is made exclusively, so that two processes never buy the same CSV under two
 * names; under one name the service sells each row once.
 * @param state what `readState` has found
 */
export function openJournal(file: string, header: Header, state: State | null): Journal {
  if (state === null) {
    writeFileSync(file, `${JSON.stringify(header)}\n`, { flag: 'wx', flush: true });
    syncDirectory(path.dirname(file));
  }
  const descriptor = openSync(file, 'a');
  const rows = state?.rows ?? new Map<number, Noted>();
  if (state?.torn) writeFileSync(descriptor, '\n');
  return {
    batch: (state?.header ?? header).batch,
    of: (row) => rows.get(row) ?? { status: 'unsent' },
    note(row, noted) {
      writeFileSync(descriptor, `${JSON.stringify({ row, ...noted })}\n`);
      fsyncSync(descriptor);
      rows.set(row, { ...rows.get(row), ...noted });
    },
    close: () => closeSync(descriptor),
  };
}

/** A new name is on the disk only when its directory is. Windows cannot open one, and needs not. */
function syncDirectory(directory: string): void {
  if (process.platform === 'win32') return;
  const descriptor = openSync(directory, 'r');
  fsyncSync(descriptor);
  closeSync(descriptor);
}
