import type { User } from '@topup/core/user';
import type { TeamMember } from '@topup/dashboard-contract';
import type { CsvColumn } from '../../http/csv';

export const toTeamMember = (user: User): TeamMember => ({
  id: user.id,
  name: user.name,
  email: user.email,
  role: user.role,
  twoFactor: user.twoFactor,
  invited: user.invited,
  lastSignInAt: user.lastSignInAt?.toISOString() ?? null,
  createdAt: user.createdAt.toISOString(),
});

export const MEMBER_COLUMNS: CsvColumn<TeamMember>[] = [
  ['id', ({ id }) => id],
  ['name', ({ name }) => name],
  ['email', ({ email }) => email],
  ['role', ({ role }) => role],
  ['invited', ({ invited }) => invited],
  ['two_factor', ({ twoFactor }) => twoFactor],
  ['last_sign_in_at', ({ lastSignInAt }, time) => time(lastSignInAt)],
  ['created_at', ({ createdAt }, time) => time(createdAt)],
];
