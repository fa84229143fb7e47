/**
 * No answer of the service arrived: the connection broke, the time was up, or a proxy answered instead. It is unknown
 * what the service did, unless `sent` is false. `cause` is the underlying error.
 */
export class NoAnswerError extends Error {
  override readonly name = 'NoAnswerError';
  /** False when it is certain that no part of the request was sent: the connection was refused, or the name unknown. */
  readonly sent: boolean;

  constructor(
    call: string,
    what: string,
    /** The reference of the purchase with the unknown outcome; undefined if the call was not a purchase. */
    readonly requestRef: string | undefined,
    { sent = true, ...options }: ErrorOptions & { sent?: boolean } = {},
  ) {
    super(
      `No answer of the service came to ${call}: ${what}.${requestRef === undefined ? '' : advice(requestRef)}`,
      options,
    );
    this.sent = sent;
  }
}

const advice = (requestRef: string) =>
  ` The outcome of the purchase is unknown: query its status with request_ref ${JSON.stringify(requestRef)} before you buy again.`;
