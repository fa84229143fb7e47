import { PrismaPg } from '@prisma/adapter-pg';
import { PrismaClient } from '../../../packages/core/dist/generated/prisma/client';

/** Prisma as one sets it up, but that nothing fails only because it has to wait its turn for one of the connections. */
export function openNaiveDatabase(connectionString: string): PrismaClient {
  const adapter = new PrismaPg({
    connectionString,
    max: 20,
    connectionTimeoutMillis: 30_000,
    options: '-c TimeZone=UTC',
  });
  return new PrismaClient({ adapter, transactionOptions: { maxWait: 30_000, timeout: 30_000 } });
}
