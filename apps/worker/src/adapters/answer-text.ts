const KEPT_BYTES = 1_024;

/** Control and format characters, except tab and line feed: they could hide, reorder or break the text for a reader. */
const UNREADABLE = /(?![\t\n])[\p{Cc}\p{Cf}\u2028\u2029]/gu;

/** The first KiB of an answer as text that can be stored and shown, null when empty. Invalid UTF-8 becomes U+FFFD. */
export function answerText(chunks: readonly Uint8Array[]): string | null {
  const head = Buffer.concat(chunks).subarray(0, KEPT_BYTES);
  // The cut may fall inside a character: `stream` leaves that one out.
  const text = new TextDecoder().decode(head, { stream: true }).replace(UNREADABLE, '');
  return text === '' ? null : text;
}
