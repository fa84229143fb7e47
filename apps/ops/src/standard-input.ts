/** The first line of standard input: a secret must not stay in the history of a shell, or in the list of processes. */
export async function firstLineOf(input: NodeJS.ReadableStream): Promise<string> {
  let text = '';
  for await (const chunk of input) text += String(chunk);
  return text.split(/\r?\n/, 1)[0] ?? '';
}
