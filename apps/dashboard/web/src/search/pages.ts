import type { Role } from '@topup/dashboard-contract';
import { ACCOUNT } from '../layout/navigation';
import { entriesFor, type Section } from '../layout/navigation-section';
import type { FoundPage } from './match-pages';

/** Pages that the navigation leaves to other pages. */
const OF_ACCOUNTS: FoundPage[] = [
  { to: '/developers/requests/rates', label: 'Errors and latency', words: 'error rate, success rate, speed, p95' },
];
const OF_OPERATORS: FoundPage[] = [
  { to: '/operator/catalogue/mappings', label: 'Mappings', words: 'products of other providers, match' },
];

/** The pages that a user of this role can open, in the order of the navigation. */
export async function pagesOf(role: Role): Promise<FoundPage[]> {
  if (role !== 'operator') return [...entriesOf(ACCOUNT, role), ...OF_ACCOUNTS];
  // loaded by operators alone, as in the navigation
  const { OPERATOR } = await import('../operator/operator-navigation');
  return [...entriesOf(OPERATOR, role), ...OF_OPERATORS];
}

const entriesOf = (sections: Section[], role: Role): FoundPage[] =>
  entriesFor(
    sections.flatMap(({ entries }) => entries),
    role,
  );
