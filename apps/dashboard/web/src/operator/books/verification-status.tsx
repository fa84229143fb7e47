import type { VerificationRow } from '@topup/dashboard-contract';
import { type Status, StatusBadge } from '../../ui/text/status-badge';

export const VerificationStatus = ({ check }: { check: VerificationRow }) => <StatusBadge status={stateOf(check)} />;

/** A verification without a result is running, or could not be completed. */
function stateOf({ sound, fault, finishedAt }: VerificationRow): Status {
  if (sound !== null) return sound ? 'sound' : 'unsound';
  return fault === null && finishedAt === null ? 'running' : 'broken_off';
}
