import { execFile } from 'node:child_process';
import { chownSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { COMPILE_QUICKLY, eventually, example, exampleWith, migrate } from '@topup/testkit';
import { type Cluster, startCluster } from '../ha/cluster/cluster';
import type { Node } from '../ha/cluster/node';
import { missingPrograms, runAs } from '../ha/cluster/programs';

const OPS = path.join(__dirname, '../../apps/ops/dist/main.js');

let cluster: Cluster;
let home: string;
let passwords: string;

/** The cluster of deploy/contrib/patroni, with archive and repository set as docs/operate/backups.md says. */
beforeAll(async () => {
  const missing = missingPrograms();
  if (missing.length > 0) throw new Error(`npm run test:extra -- backups needs ${missing.join(', ')} of Debian.`);
  cluster = await startCluster();
  home = path.dirname(nodeAt(0).dataDirectory);
  passwords = write('postgres.pgpass', `*:*:*:postgres:${cluster.superuserPassword}\n`);
  for (const name of ['repo', 'log', 'lock', 'spool', 'restore']) {
    mkdirSync(path.join(home, name));
    give(path.join(home, name));
  }
  for (const node of cluster.nodes) {
    write(`${path.basename(node.dataDirectory)}.pgbackrest.conf`, pgBackRestConf(node));
    // the shell of an archive_command begins in the data directory
    const archive = withConfig(example('contrib/patroni/pgbackrest-archive.yml'), '"$PWD.pgbackrest.conf"');
    insert(node, /^postgresql:\n(?: {2}.*\n)*? {2}parameters:\n/m, archive, 4);
  }
  await pgBackRest(await leading(), 'stanza-create');
  await patronictl('reload', 'topup', '--force');
  await eventually(
    () => patronictl('list', '--format=json'),
    (listed) => (JSON.parse(listed) as object[]).every((member) => 'Pending restart' in member),
  );
  await patronictl('restart', 'topup', '--force');
  await cluster.whole();
  await migrate(cluster.url);
  await pgBackRest(await leading(), 'check');
}, 300_000);
afterAll(() => cluster?.remove(), 60_000);

const nodeAt = (n: number): Node => cluster.nodes[n] as Node;

/** Undefined: it is the current user's already. */
function give(target: string): void {
  if (runAs !== undefined) chownSync(target, runAs.uid, runAs.gid);
}

function write(name: string, text: string): string {
  const file = path.join(home, name);
  writeFileSync(file, text, { mode: 0o600 });
  give(file);
  return file;
}

const configOf = (node: Node) => `${node.dataDirectory}.pgbackrest.conf`;

/** Its path in the call of pgBackRest, which otherwise reads the one in /etc. */
function withConfig(text: string, config: string): string {
  const called = text.replace(': pgbackrest ', `: pgbackrest --config=${config} `);
  if (called === text) throw new Error('the example does not call pgbackrest');
  return called;
}

function pgBackRestConf({ dataDirectory }: Node): string {
  const [, , , port = ''] = readFileSync(path.join(dataDirectory, 'postmaster.pid'), 'utf8').split('\n');
  return exampleWith('pgbackrest/pgbackrest.conf', {
    'repo1-path': path.join(home, 'repo'),
    'repo1-cipher-pass': 'a-passphrase-of-the-test',
    'log-path': path.join(home, 'log'),
    'lock-path': path.join(home, 'lock'),
    'spool-path': path.join(home, 'spool'),
    'pg1-path': dataDirectory,
    'pg1-socket-path': home,
    'pg1-port': port,
    'pg1-user': 'postgres',
  });
}

/** Puts lines into Patroni's configuration, behind what `after` finds. */
function insert({ configuration }: Node, after: RegExp, lines: string, indent: number): void {
  const text = readFileSync(configuration, 'utf8');
  const indented = lines.replaceAll(/^(?=.)/gm, ' '.repeat(indent));
  const changed = text.replace(after, (found) => `${found}${indented}`);
  if (changed === text) throw new Error(`${configuration} lacks ${after}`);
  writeFileSync(configuration, changed);
}

async function run(program: string, args: string[], env: NodeJS.ProcessEnv = {}, answers = ''): Promise<string> {
  const running = promisify(execFile)(program, args, {
    ...runAs,
    cwd: '/',
    env: { PATH: '/usr/local/bin:/usr/bin:/bin', LC_ALL: 'C.UTF-8', HOME: home, PGPASSFILE: passwords, ...env },
  });
  running.child.stdin?.end(answers);
  return (await running).stdout;
}
const patronictl = (...args: string[]) => run('patronictl', ['-c', nodeAt(0).configuration, ...args]);
const pgBackRest = (node: Node, command: string) =>
  run('pgbackrest', [`--config=${configOf(node)}`, '--stanza=topup', command]);

/** Runs a command of `ops` on the host of a node. @throws with what it says when it does not exit 0 */
async function ops<T>(node: Node, ...args: string[]): Promise<T> {
  const printed = await run(process.execPath, [COMPILE_QUICKLY, OPS, ...args, '--json'], {
    DATA_DIR: '/nonexistent',
    DATABASE_URL: cluster.url,
    PGBACKREST_CONFIG: configOf(node),
    TMPDIR: path.join(home, 'restore'),
  });
  return JSON.parse(printed);
}

const leading = (): Promise<Node> =>
  eventually(
    () => cluster.leader(),
    (leader) => leader !== undefined,
    90_000,
  ) as Promise<Node>;

const tiersOf = async (node: Node) => (await ops<{ name: string }[]>(node, 'tier', 'list')).map(({ name }) => name);

describe('a cluster of Patroni has no backup that helps', () => {
  test('only the leader makes one; after a failover its successor archives, and makes the next', async () => {
    const former = await leading();
    await ops(former, 'backup', 'run', '--type', 'full');
    const standby = cluster.nodes.find(({ name }) => name !== former.name) as Node;
    await expect(ops(standby, 'backup', 'run')).rejects.toThrow('unable to find primary cluster');
    await former.kill();
    const next = await eventually(leading, ({ name }) => name !== former.name, 90_000);
    former.start();
    await cluster.whole();
    await ops(next, 'tier', 'create', '--name', 'after-failover', '--markup', '1');
    await pgBackRest(next, 'check');
    expect(await ops(next, 'backup', 'run')).toMatchObject({ backup: { type: 'incr' } });
    expect(await ops(next, 'backup', 'verify')).toMatchObject({
      sound: true,
      backup: { type: 'incr' },
      recorded: true,
    });
  }, 300_000);

  test('when all servers are lost, one is restored from the archive, and the others follow it', async () => {
    const leader = await leading();
    await ops(leader, 'tier', 'create', '--name', 'only-in-the-archive', '--markup', '1');
    await pgBackRest(leader, 'check');
    for (const node of cluster.nodes) await node.kill();
    for (const { dataDirectory } of cluster.nodes) rmSync(dataDirectory, { recursive: true });
    await run(
      'patronictl',
      ['-c', leader.configuration, 'remove', 'topup'],
      {},
      `topup\nYes I am aware\n${leader.name}\n`,
    );
    const restored = nodeAt(0);
    insert(
      restored,
      /^bootstrap:\n/m,
      withConfig(example('contrib/patroni/pgbackrest-restore.yml'), configOf(restored)),
      2,
    );
    restored.start();
    expect((await leading()).name).toBe(restored.name);
    for (const node of cluster.nodes.slice(1)) node.start();
    await cluster.whole();
    expect(await tiersOf(restored)).toEqual(expect.arrayContaining(['after-failover', 'only-in-the-archive']));
    await pgBackRest(restored, 'check');
    expect(await ops(restored, 'backup', 'run', '--type', 'full')).toMatchObject({ backup: { type: 'full' } });
  }, 300_000);
});
