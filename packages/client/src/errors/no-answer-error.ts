/** No answer of the service arrived. It is unknown what the service did, unless `sent` is false. */
export class NoAnswerError extends Error {
  override readonly name = 'NoAnswerError';

  constructor(
    override readonly cause: unknown,
    /** False when it is certain that nothing was sent: the connection was refused, or the name unknown. */
    readonly sent: boolean,
  ) {
    super('No answer of the service came.');
  }
}
