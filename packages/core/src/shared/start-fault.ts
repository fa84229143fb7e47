import { causeOf } from './db';

/** SQLSTATEs: a wrong password, no such role or no access for it, no such database. */
const DECLINED = ['28P01', '28000', '3D000'];

/** Why a process could not start, for who deploys it: what failed of DATABASE_URL instead of Prisma's text. */
export function startFault(error: unknown): string {
  const { state, kind, message } = causeOf(error);
  const said = message.split('\n').filter(Boolean).at(-1) ?? '';
  const inQuotes = /Message: `(.*)`$/.exec(said)?.[1] ?? said;
  if (DECLINED.includes(state))
    return `PostgreSQL declines DATABASE_URL: ${inQuotes}. Check its user, password and database.`;
  if (kind === 'DatabaseNotReachable')
    return `DATABASE_URL leads to no PostgreSQL: ${inQuotes}. Check its host and port, and that the server runs.`;
  return kind === '' && state === '' ? message : `PostgreSQL failed: ${inQuotes}`;
}
