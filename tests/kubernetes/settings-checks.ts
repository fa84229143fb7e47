import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { loadSettings, type Schema, SettingsError } from '@topup/runtime/settings';
import { processes } from '../containers/compose';
import { type Container, type Labels, type Manifest, ofKind, processesIn, type Workload } from './manifests';

type Check = (manifests: readonly Manifest[]) => string[];

/** The passwords that `migrate` gives the roles. */
const ROLE_PASSWORDS = ['SERVICE_DATABASE_PASSWORD', 'DASHBOARD_DATABASE_PASSWORD', 'OPS_DATABASE_PASSWORD'];
/** In the images, for every process. */
const IMAGE = { NODE_ENV: 'production', DATA_DIR: '/nonexistent' };

/** The Secret with the DATABASE_URL of each process: who is not named here has none. */
const DATABASE_SECRETS: Record<string, string> = {
  api: 'topup-service',
  worker: 'topup-service',
  dashboard: 'topup-dashboard',
  ops: 'topup-ops',
  migrate: 'topup-owner',
};

const isSecret = (name: string): boolean =>
  ROLE_PASSWORDS.includes(name) || Object.values(processes).some((schema) => schema[name]?.confidential === true);

/** The environment of a container, without what comes from files. */
export function environmentOf(manifests: readonly Manifest[], container: Container): Labels {
  const maps = (container.envFrom ?? []).flatMap(({ configMapRef }) =>
    ofKind(manifests, 'ConfigMap').filter(({ metadata }) => metadata.name === configMapRef?.name),
  );
  const own = (container.env ?? []).map(({ name, value = '' }) => [name, value]);
  return Object.assign({}, IMAGE, ...maps.map(({ data }) => data), Object.fromEntries(own));
}

type MountedFile = { file: string; secret: string; key: string };

function filesOf({ pod, container }: Workload): MountedFile[] {
  return (container.volumeMounts ?? []).flatMap(({ name, mountPath }) => {
    const volume = pod.volumes?.find((each) => each.name === name);
    const single = volume?.secret && { name: volume.secret.secretName, items: volume.secret.items };
    const sources = [single, ...(volume?.projected?.sources ?? []).map(({ secret }) => secret)];
    return sources.flatMap((secret) =>
      (secret?.items ?? []).map((item) => ({
        file: path.posix.join(mountPath, item.path),
        secret: secret?.name ?? '',
        key: item.key,
      })),
    );
  });
}

/** No value of a secret in the environment; each file that a setting names is a key of a Secret, of the same name. */
export const secretsFromFiles: Check = (manifests) => [
  ...processesIn(manifests).flatMap((workload) => {
    const files = filesOf(workload);
    return Object.entries(environmentOf(manifests, workload.container)).flatMap(([name, value]) => {
      if (isSecret(name)) return [`${workload.title}: ${name} is in the environment`];
      if (!name.endsWith('_FILE')) return [];
      const key = files.find(({ file }) => file === value)?.key;
      return key === name.replace(/_FILE$/, '') ? [] : [`${workload.title}: ${name} names no key of a mounted Secret`];
    });
  }),
  ...processesIn(manifests).flatMap(({ title, container }) =>
    (container.env ?? []).flatMap(({ name, valueFrom }) =>
      valueFrom ? [`${title}: ${name} is not a plain value`] : [],
    ),
  ),
];

/** The owner of the tables only migrates, and every other process is the role that is made for it. */
export const roles: Check = (manifests) =>
  processesIn(manifests).flatMap((workload) => {
    const { title, process } = workload;
    const files = filesOf(workload);
    const database = files.filter(({ key }) => key === 'DATABASE_URL').map(({ secret }) => secret);
    return [
      ...(database.join() === DATABASE_SECRETS[process] ? [] : [`${title} connects with ${database.join() || 'none'}`]),
      ...(process !== 'migrate' && files.some(({ secret }) => secret === 'topup-owner')
        ? [`${title} can read the Secret of the owner`]
        : []),
    ];
  });

/** The Secrets exist already: none is in what is applied. */
export const noSecrets: Check = (manifests) =>
  ofKind(manifests, 'Secret').map(({ metadata }) => `Secret ${metadata.name} would be applied from files`);

const SAMPLES: Labels = {
  DATABASE_URL: 'postgresql://role:4c8a@db.internal:5432/topup',
  REDIS_URL: 'redis://:4c8a@redis.internal:6379',
  SMTP_URL: 'smtps://user:4c8a@mail.internal',
};

/** What a process reads of this environment. Each secret whose file is named has a value that its schema accepts. */
export function settingsOf(process: string, environment: Labels): object {
  // a command of ops reads only some of its settings
  const isRead = (name: string) => process !== 'ops' || name in environment || `${name}_FILE` in environment;
  const all = Object.entries(processes[process] ?? {});
  const schema: Schema = Object.fromEntries(all.filter(([name]) => isRead(name)));
  const directory = mkdtempSync(path.join(tmpdir(), 'topup-secrets-'));
  try {
    const files = Object.keys(environment).filter((name) => name.endsWith('_FILE'));
    const inFiles = files.map((name) => {
      const file = path.join(directory, name);
      writeFileSync(file, SAMPLES[name.replace(/_FILE$/, '')] ?? 'ab'.repeat(32));
      return [name, file];
    });
    return loadSettings(schema, { ...environment, ...Object.fromEntries(inFiles) });
  } finally {
    rmSync(directory, { recursive: true });
  }
}

/** Every name is one of ours, and each process accepts what it reads. */
export const settingsAreKnown: Check = (manifests) =>
  processesIn(manifests).flatMap(({ title, process, container }) => {
    const known = [
      ...Object.values(processes).flatMap((schema) => Object.keys(schema)),
      ...ROLE_PASSWORDS,
      'NODE_ENV',
      'DATA_DIR',
    ];
    const environment = environmentOf(manifests, container);
    const unknown = Object.keys(environment).filter((name) => !known.includes(name.replace(/_FILE$/, '')));
    const faults = unknown.map((name) => `${title}: ${name} is no setting`);
    const own = (container.env ?? []).map(({ name }) => name.replace(/_FILE$/, ''));
    const unread = own.filter((name) => !(name in (processes[process] ?? {})) && !ROLE_PASSWORDS.includes(name));
    faults.push(...unread.map((name) => `${title}: ${name} is not read by ${process}`));
    try {
      settingsOf(process, environment);
    } catch (error) {
      const texts = error instanceof SettingsError ? error.faults : [String(error)];
      faults.push(...texts.map((text) => `${title}: ${text}`));
    }
    return faults;
  });

/** Values that stand for those of an installation. */
export const ownValues: Check = (manifests) => {
  const text = JSON.stringify(manifests);
  return ['registry.example.com', 'topup.example.com', '192.0.2.0/24'].flatMap((example) =>
    text.includes(example) ? [`${example} is an example: see the head of kustomization.yaml`] : [],
  );
};
