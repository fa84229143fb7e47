/** The cookies that an answer sets, as the next request has them. */
export const cookiePairs = (cookies: string[]): string => cookies.map((each) => each.split(';', 1)[0]).join('; ');

/** The value of the first cookie of exactly this name in a Cookie header. Null when there is none. */
export function findCookie(header: string | undefined, name: string): string | null {
  const start = `${name}=`;
  const pair = header?.split(/;\s*/).find((each) => each.startsWith(start));
  return pair?.slice(start.length) ?? null;
}
