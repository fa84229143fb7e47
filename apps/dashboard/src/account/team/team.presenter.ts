import type { User } from '@topup/core/user';
import type { TeamMember } from '@topup/dashboard-contract';

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
