/** The command was called in a way that cannot work. The exit code is 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
