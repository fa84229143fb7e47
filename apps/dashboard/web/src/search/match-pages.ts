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
