import { appendFileSync, closeSync, ftruncateSync, openSync, readFileSync } from 'node:fs';

const NEWLINE = 0x0a;

export type Journal<Entry> = {
  /** What earlier runs wrote, oldest first. */
  past: Entry[];
  /** Hands one entry to the operating system before it returns, so that it outlives a kill -9 (not a power cut: there is no fsync). */
  append(entry: Entry): void;
  close(): void;
};

/**
 * Opens an append-only file of JSON lines, creating it when missing. A last line without its newline was being written when the process
 * died; nobody was told of it, so it is cut off.
 * @param file null keeps nothing
 * @throws Error when the file cannot be opened, or a complete line is not JSON
 */
export function openJournal<Entry>(file: string | null): Journal<Entry> {
  if (file === null) return { past: [], append: () => {}, close: () => {} };
  const fd = openSync(file, 'a+');
  const content = readFileSync(fd);
  const end = content.lastIndexOf(NEWLINE) + 1;
  if (end < content.length) ftruncateSync(fd, end);
  return {
    past: readLines<Entry>(content.subarray(0, end), file),
    append: (entry) => appendFileSync(fd, `${JSON.stringify(entry)}\n`),
    close: () => closeSync(fd),
  };
}

/** Line by line on the bytes: as one string a long load test would exceed the 512 MB that a string may have. */
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
