import type { Member, Wire } from '@topup/core/records';

/**
 * GET /api/team; for owners only: POST /api/team {name, email, role} → Invitation; POST /api/team/:id/role {role};
 * POST /api/team/:id/remove; POST /api/team/factor {required}: whether everybody of the team must have a second factor
 */
export type TeamMember = Wire<Member>;

/** `link` works once and for 24 hours. It is null when it was mailed. */
export type Invitation = { user: TeamMember; link: string | null };
