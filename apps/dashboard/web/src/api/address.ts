import type { SearchSchemaInput } from '@tanstack/react-router';
import { isKeyOf } from '../format/read-filters';

/** A path of this site, or undefined: a link must not lead to another site after signing in. */
export const localPath = (path: unknown): string | undefined =>
  typeof path === 'string' && /^\/(?![/\\])/.test(path) ? path : undefined;

type Guard = (given: unknown) => given is string;
type Kept<Guards> = {
  [Name in keyof Guards]?: Guards[Name] extends (given: unknown) => given is infer Value ? Value : never;
};

/** For a route's `validateSearch`: keeps of an address only these values, and only if their guards take them. */
export const searchOf =
  <Guards extends Record<string, Guard>>(guards: Guards) =>
  (given: Kept<Guards> & SearchSchemaInput): Kept<Guards> => {
    const values: Record<string, unknown> = given;
    const kept = Object.keys(guards).filter((name) => guards[name]?.(values[name]));
    return Object.fromEntries(kept.map((name) => [name, values[name]])) as Kept<Guards>;
  };

/** The same for texts of any kind. */
export const searchTexts = <Name extends string>(...names: Name[]) =>
  searchOf(Object.fromEntries(names.map((name) => [name, isText])) as Record<Name, typeof isText>);

export const isText = (given: unknown): given is string => typeof given === 'string' && given !== '';

export const keyOf =
  <Key extends string>(names: Record<Key, unknown>) =>
  (given: unknown): given is Key =>
    isKeyOf(names, given);
