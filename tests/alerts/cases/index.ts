import { books } from './books';
import type { Case } from './case';
import { clients } from './clients';
import { dashboard } from './dashboard';
import { database } from './database';
import { processes } from './processes';
import { providers } from './providers';
import { purchases } from './purchases';

export type { Case, Series } from './case';

/** What each alert does, firing and quiet. */
export const cases: Case[] = [
  ...purchases,
  ...providers,
  ...clients,
  ...books,
  ...processes,
  ...database,
  ...dashboard,
];
