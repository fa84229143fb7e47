/** A request that the dashboard declines. The user reads `message`; `fields` names what is wrong with single inputs. */
export class Refusal extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    readonly fields?: Record<string, string>,
  ) {
    super(message);
  }
}

export const notFound = (what: string): Refusal => new Refusal(404, 'not_found', `There is no such ${what}.`);

export const signedOut = (): Refusal => new Refusal(401, 'signed_out', 'Sign in first.');
