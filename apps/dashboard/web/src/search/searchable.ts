/** As in core (`newApiKey`): the mode, then 49 characters. */
const API_KEY = /^(tup_(?:live|test)_.{4}).{20,}(.{4})$/;
const SIGNING_SECRET = /^whsec_/;

/**
 * What is sent of a typed text: it stands in an address, which proxies may log, so of an API key only what lists show
 * of it. Null when there is nothing to search for.
 */
export function searchable(typed: string): string | null {
  const text = typed.trim();
  if (text.length < 2 || SIGNING_SECRET.test(text)) return null;
  return text.replace(API_KEY, '$1…$2');
}
