const KEPT_BYTES = 1_024;

/** What could hide, reorder or break what a person reads: control and format characters, but for tab and line feed. */
const UNREADABLE = /(?![\t\n])[\p{Cc}\p{Cf}\u2028\u2029]/gu;

/** The first KiB of an answer as text that can be stored and shown; null when there is none. What is no UTF-8 becomes U+FFFD. */
export function answerText(chunks: readonly Uint8Array[]): string | null {
  const head = Buffer.concat(chunks).subarray(0, KEPT_BYTES);
  // a stream may end within a character: `stream` leaves that one out
  const text = new TextDecoder().decode(head, { stream: true }).replace(UNREADABLE, '');
  return text === '' ? null : text;
}
