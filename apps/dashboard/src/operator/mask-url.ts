/** The part of a client's URL that operators may see: its path may hold secrets. */
export function maskUrl(url: string | null): string | null {
  if (url === null || !URL.canParse(url)) return null;
  const { origin, pathname, search } = new URL(url);
  return pathname === '/' && search === '' ? `${origin}/` : `${origin}/…`;
}
