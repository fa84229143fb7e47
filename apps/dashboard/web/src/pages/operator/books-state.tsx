import type { BooksCheckRow } from '../../../../src/contract';
import { type Status, StatusBadge } from '../../components/status-badge';

export const BooksState = ({ check }: { check: BooksCheckRow }) => <StatusBadge status={stateOf(check)} />;

/** A check without a result is running, or could not come to its end. */
function stateOf({ sound, fault, finishedAt }: BooksCheckRow): Status {
  if (sound !== null) return sound ? 'sound' : 'unsound';
  return fault === null && finishedAt === null ? 'running' : 'broken_off';
}
