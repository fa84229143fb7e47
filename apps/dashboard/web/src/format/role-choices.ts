import type { MemberRole } from '@topup/dashboard-contract';

/** The roles to choose from, each with what it may do (docs/console/account-dashboard.md). */
export const ROLE_CHOICES: readonly (readonly [role: MemberRole, words: string])[] = [
  ['viewer', 'Viewer: sees everything but Activity, resends events, uses test money'],
  ['buyer', 'Buyer: also spends the wallet by hand'],
  ['owner', 'Owner: also manages the team, API keys, webhook and settings'],
];
