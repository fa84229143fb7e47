import type { LinkProps } from '@tanstack/react-router';

/** A page that search finds, by its name and by other words for it. */
export type FoundPage = { to: NonNullable<LinkProps['to']>; label: string; words?: string };

/** Those with the text at the beginning of a word of theirs; those with it in their name first. */
export function matchPages(pages: FoundPage[], text: string): FoundPage[] {
  const wanted = text.trim().toLowerCase();
  const begins = (words: string) => ` ${words.toLowerCase()}`.includes(` ${wanted}`);
  return [
    ...pages.filter(({ label }) => begins(label)),
    ...pages.filter(({ label, words = '' }) => !begins(label) && begins(words)),
  ];
}

/** As in core (`newApiKey`): the mode, then 49 characters. */
const API_KEY = /^(tup_(?:live|test)_.{4}).{20,}(.{4})$/;
const SIGNING_SECRET = /^whsec_/;

/** Of an API key only what lists show: proxies may log the address with the text. Null: nothing to search for. */
export function searchable(typed: string): string | null {
  const text = typed.trim();
  if (text.length < 2 || SIGNING_SECRET.test(text)) return null;
  return text.replace(API_KEY, '$1…$2');
}
