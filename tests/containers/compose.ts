import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Schema } from '@topup/runtime/settings';
import * as shared from '@topup/settings';
import { apiSettings } from '../../apps/api/src/settings';
import { dashboardSettings } from '../../apps/dashboard/src/settings';
import { workerSettings } from '../../apps/worker/src/settings';

const { load, YAML11_SCHEMA }: { load(text: string, options: object): unknown; YAML11_SCHEMA: object } =
  require('js-yaml');

export const ROOT = path.join(__dirname, '../..');
export const read = (file: string): string => readFileSync(path.join(ROOT, file), 'utf8');

type Service = {
  image: string;
  build?: string;
  entrypoint?: string[];
  command?: string[];
  read_only?: boolean;
  restart?: string;
  pull_policy?: string;
  ports?: string[];
  environment?: Record<string, string>;
  secrets?: string[];
  healthcheck?: { test: string[]; interval: string; start_interval: string; start_period: string };
};

type Compose = { services: Record<string, Service>; secrets: Record<string, { file: string }> };

export const { services } = readCompose('docker-compose.yml');

export function readCompose(file: string): Compose {
  return load(read(file), { schema: YAML11_SCHEMA }) as Compose;
}

/** The services that run our programs, with what each reads. */
export const processes: Record<string, Schema> = {
  api: apiSettings,
  worker: workerSettings,
  dashboard: dashboardSettings,
  ops: opsSettings(),
  demo: opsSettings(),
  migrate: { ...shared.database, ...shared.queueStore, ...shared.guard },
};

/** The groups of settings that the commands of `ops` import, without those of `db:migrate` and `db:grant`. */
function opsSettings(): Schema {
  const groups = readdirSync(path.join(ROOT, 'apps/ops/src'), { recursive: true, encoding: 'utf8' })
    .filter((file) => /(?<!\.test)\.ts$/.test(file))
    .flatMap((file) => [
      ...read(path.join('apps/ops/src', file)).matchAll(/import \{([^}]+)\} from '@topup\/settings'/g),
    ])
    .flatMap(([, names = '']) => names.split(',').map((name) => name.replace(/ as .*/, '').trim()))
    .filter((name) => !['guard', 'rolePassword', 'pools'].includes(name))
    .map((name): unknown => Object.entries(shared).find(([exported]) => exported === name)?.[1]);
  return Object.assign({}, ...groups.filter((group) => typeof group === 'object'));
}

/** Returns the variables that compose passes beside this `.env`. @throws when one holds more than `${NAME:-default}` */
export function environmentOf(service: string, dotEnv: Record<string, string> = {}): Record<string, string> {
  const entries = Object.entries(services[service]?.environment ?? {}).map(([name, text]): [string, string] => {
    const filled = text.replaceAll(/\$\{([A-Z_]+):-([^}]*)\}/g, (_, variable, or) => dotEnv[variable] || or);
    if (filled.includes('$')) throw new Error(`${service}: ${name} has more than a variable with a default: ${text}`);
    return [name, filled];
  });
  return Object.fromEntries([...entries, ['DATA_DIR', '/nonexistent']]);
}
