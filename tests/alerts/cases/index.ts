import { books } from './books';
import type { Case } from './case';
import { clients } from './clients';
import { dashboard } from './dashboard';
import { database } from './database';
import { processes } from './processes';
import { providers } from './providers';
import { purchases } from './purchases';

export type { Case, Series } from './case';

/** Cases of all alerts, firing and quiet. */
export const cases: Case[] = [
  ...purchases,
  ...providers,
  ...clients,
  ...books,
  ...processes,
  ...database,
  ...dashboard,
];
