// Jest compiles this file and its imports, but not reporters. A Node without TypeScript finds the reporter compiled
// here.
import './summary-reporter';
import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startPostgres } from '@topup/embedded';
import { environment, variable } from '../servers/environment';
import { startRedis } from '../servers/redis';
import { makeFastDirectory } from '../servers/temp-directory';
import { ensureTemplate } from '../servers/template';
import { redisServerInstalled } from '../servers/test-redis';
import { runningServers } from './running-servers';
import { clearServiceEnvironment } from './service-environment';

/**
 * Before all tests, in about 3 s: one Postgres with a migrated template, and a Redis if possible. The environment can
 * name others.
 */
export default async function globalSetup(): Promise<void> {
  clearServiceEnvironment();
  // an empty directory: the default, .data, can contain the runtime.json of `npm start`, which would supply missing
  // settings
  environment.DATA_DIR = path.join(tmpdir(), `topup-test-nothing-${randomUUID()}`);
  environment.TOPUP_TEST_POSTGRES = variable('TEST_DATABASE_URL') ?? (await ownPostgres());
  environment.TOPUP_TEST_TEMPLATE = await ensureTemplate(environment.TOPUP_TEST_POSTGRES);
  const redis = variable('TEST_REDIS_URL') ?? (await ownRedis());
  if (redis !== undefined) environment.TOPUP_TEST_REDIS = redis;
}

async function ownPostgres(): Promise<string> {
  // hundreds of test databases are copied and dropped; the tests that kill a server start one on a disk
  const dataDir = makeFastDirectory();
  const server = await startPostgres({ dataDir, maxConnections: 500, dieWithParent: true });
  const remove = async () => {
    await server.stop();
    for (const directory of [dataDir, server.home]) rmSync(directory, { recursive: true, force: true });
  };
  runningServers.push({ stop: remove });
  return server.url;
}

async function ownRedis(): Promise<string | undefined> {
  if (!redisServerInstalled()) return undefined;
  const server = await startRedis();
  runningServers.push(server);
  return server.url;
}
