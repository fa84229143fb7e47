/** The part of a webhook URL that operators and records may hold: its path may be a secret. Null for no URL. */
export function maskUrl(url: string | null): string | null {
  if (url === null || !URL.canParse(url)) return null;
  const { origin, pathname, search } = new URL(url);
  return pathname === '/' && search === '' ? `${origin}/` : `${origin}/…`;
}
