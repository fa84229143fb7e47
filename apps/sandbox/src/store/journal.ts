import { appendFileSync, closeSync, fchmodSync, ftruncateSync, openSync, readFileSync } from 'node:fs';

const NEWLINE = 0x0a;

type Journal<Entry> = {
  /** The entries of earlier runs, oldest first. */
  past: Entry[];
  /** Writes one entry before it returns. The entry survives a kill -9, but not a power cut: there is no fsync. */
  append(entry: Entry): void;
  close(): void;
};

/**
 * Opens an append-only file of JSON lines, and creates it if it is missing. A last line without a newline is cut off:
 * the process died while it wrote that line, so no answer depends on it.
 * @param file null keeps nothing
 * @throws Error when the file cannot be opened, or a complete line is not JSON
 */
export function openJournal<Entry>(file: string | null): Journal<Entry> {
  if (file === null) return { past: [], append: () => {}, close: () => {} };
  const fd = openSync(file, 'a+', 0o600); // it has numbers and tokens
  fchmodSync(fd, 0o600); // also one from before
  const content = readFileSync(fd);
  const end = content.lastIndexOf(NEWLINE) + 1;
  if (end < content.length) ftruncateSync(fd, end);
  return {
    past: readLines<Entry>(content.subarray(0, end), file),
    append: (entry) => appendFileSync(fd, `${JSON.stringify(entry)}\n`),
    close: () => closeSync(fd),
  };
}

/** Reads line by line from the bytes: after a long load test the whole file exceeds the 512 MB limit of a string. */
function readLines<Entry>(content: Buffer, file: string): Entry[] {
  const entries: Entry[] = [];
  for (let start = 0; start < content.length; ) {
    const end = content.indexOf(NEWLINE, start);
    entries.push(parseLine<Entry>(content.toString('utf8', start, end), `${file}, line ${entries.length + 1}`));
    start = end + 1;
  }
  return entries;
}

function parseLine<Entry>(line: string, where: string): Entry {
  try {
    return JSON.parse(line) as Entry;
  } catch (cause) {
    throw new Error(`${where} is not JSON`, { cause });
  }
}
