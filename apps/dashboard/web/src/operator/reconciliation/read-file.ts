/** Of the server: a larger file is for `ops recon import`. */
const MOST_BYTES = 2 * 1024 * 1024;

/** A file that was chosen. `key` differs for each one. */
export type ChosenFile = { key: string; text: string };

/** Reads a file as text in UTF-8, or says what is wrong with it. */
export async function readFile(file: File): Promise<ChosenFile | { fault: string }> {
  if (file.size > MOST_BYTES)
    return { fault: 'The file is larger than 2 MiB. Split it, or use the command `ops recon import`.' };
  try {
    // a byte order mark stays, so that the digest in the audit log is that of the file
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(await file.arrayBuffer());
    return { key: `${file.name} ${file.lastModified} ${performance.now()}`, text };
  } catch (error) {
    if (error instanceof TypeError) return { fault: 'The file is not UTF-8 text. Save it as CSV in UTF-8.' };
    return { fault: 'Couldn’t read the file. Choose it again.' };
  }
}

/** A time as the input of a browser shows it: in Lagos, an hour ahead of UTC all year. */
export const toLagosInput = (at: string): string => new Date(Date.parse(at) + 3_600_000).toISOString().slice(0, 19);

export const fromLagosInput = (typed: string): string => (typed === '' ? '' : `${typed}+01:00`);
