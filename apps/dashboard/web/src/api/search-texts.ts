import type { SearchSchemaInput } from '@tanstack/react-router';

/** For a route's `validateSearch`: keeps only the named texts of an address. */
export function searchTexts<Name extends string>(...names: Name[]) {
  return (given: Partial<Record<Name, string>> & SearchSchemaInput): Partial<Record<Name, string>> => {
    const texts: Partial<Record<Name, string>> = {};
    for (const name of names) {
      const text: unknown = given[name];
      if (typeof text === 'string' && text !== '') texts[name] = text;
    }
    return texts;
  };
}
