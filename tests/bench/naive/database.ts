import { PrismaPg } from '@prisma/adapter-pg';
import { PrismaClient } from '../../../packages/core/dist/generated/prisma/client';

/** Prisma with ordinary settings, but long timeouts: nothing may fail only because it waits for a connection. */
export function openNaiveDatabase(connectionString: string): PrismaClient {
  const adapter = new PrismaPg({
    connectionString,
    max: 20,
    connectionTimeoutMillis: 30_000,
    options: '-c TimeZone=UTC',
  });
  return new PrismaClient({ adapter, transactionOptions: { maxWait: 30_000, timeout: 30_000 } });
}
