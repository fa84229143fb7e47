import { BAD_PORT, codeOf, isProvablyUnsent } from './exchange';

/** Says what happened on the way to the service. */
export function faultText(cause: unknown, baseUrl: string): string {
  const code = codeOf(cause);
  if (code === BAD_PORT)
    return `Node's fetch refuses port ${new URL(baseUrl).port} of ${baseUrl}, so nothing was sent.`;
  return isProvablyUnsent(cause)
    ? `The service at ${baseUrl} cannot be reached (${code}).`
    : `No answer came from the service at ${baseUrl} (${code}).`;
}

/** Says what to do after a failed call that is certain to have bought nothing. */
export function remedyText(cause: unknown, reference?: string): string {
  if (codeOf(cause) === BAD_PORT) return 'Choose another port for the service.';
  if (!isProvablyUnsent(cause)) return 'Try again later.';
  const again = reference === undefined ? 'Then try again.' : 'Then try again with the same reference.';
  return `Check the URL, the network and that the service runs. ${again}`;
}
