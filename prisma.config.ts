import { defineConfig } from 'prisma/config';

const { DATABASE_URL: url } = process.env;

export default defineConfig({
  schema: 'prisma/schema.prisma',
  migrations: { path: 'prisma/migrations' },
  // `prisma generate` and `prisma validate` run without a database.
  ...(url ? { datasource: { url } } : {}),
});
