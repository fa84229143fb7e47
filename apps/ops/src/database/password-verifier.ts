import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto';

const ITERATIONS = 4_096; // PostgreSQL's own default, scram_iterations

/**
 * What PostgreSQL stores of a password (SCRAM-SHA-256, RFC 5803). `ALTER ROLE … PASSWORD` takes it in place of the
 * password, which would otherwise be in the server's log of statements.
 * @param password printable ASCII
 */
export function passwordVerifier(password: string): string {
  const salt = randomBytes(16);
  const salted = pbkdf2Sync(password, salt, ITERATIONS, 32, 'sha256');
  const hmac = (text: string) => createHmac('sha256', salted).update(text).digest();
  const storedKey = createHash('sha256').update(hmac('Client Key')).digest('base64');
  const keys = `${storedKey}:${hmac('Server Key').toString('base64')}`;
  return `SCRAM-SHA-256$${ITERATIONS}:${salt.toString('base64')}$${keys}`;
}
