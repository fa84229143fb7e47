/** A file that was chosen. `key` differs for each one. */
export type ChosenFile = { key: string; name: string; text: string };

/**
 * Reads a file as text in UTF-8, or says what is wrong with it.
 * @param most the bytes that the server takes; `tooLarge` says what to do with a larger file
 */
export async function readFile(
  file: File,
  { most, tooLarge }: { most: number; tooLarge: string },
): Promise<ChosenFile | { fault: string }> {
  if (file.size > most) return { fault: tooLarge };
  try {
    // a byte order mark stays, so that the digest in the audit log is that of the file
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(await file.arrayBuffer());
    return { key: `${file.name} ${file.lastModified} ${performance.now()}`, name: file.name, text };
  } catch (error) {
    if (error instanceof TypeError) return { fault: 'The file is not UTF-8 text. Save it as CSV in UTF-8.' };
    return { fault: 'Couldn’t read the file. Choose it again.' };
  }
}
