/**
 * No answer of the service came: the connection broke, the time was up, or something in between answered in its place. Nothing is known of what the
 * service did. `cause` says what happened.
 */
export class NoAnswerError extends Error {
  override readonly name = 'NoAnswerError';

  constructor(
    call: string,
    what: string,
    /** Of the purchase whose outcome is unknown; undefined when the call was not one. */
    readonly requestRef: string | undefined,
    options?: ErrorOptions,
  ) {
    super(
      `No answer of the service came to ${call}: ${what}.${requestRef === undefined ? '' : advice(requestRef)}`,
      options,
    );
  }
}

const advice = (requestRef: string) =>
  ` The outcome of the purchase is unknown: query its status with request_ref ${JSON.stringify(requestRef)} before you buy again.`;
