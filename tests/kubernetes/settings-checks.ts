import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { loadSettings, type Schema, SettingsError } from '@topup/runtime/settings';
import { processes } from '../containers/compose';
import {
  type Container,
  containersOf,
  type Labels,
  type Manifest,
  ofKind,
  type Pod,
  processesIn,
  workloadsIn,
} from './manifests';

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

/** A Secret that a container can read, or a key of it: as a file, or without one in its environment. */
type Read = { secret: string; key?: string; file?: string };

function readsOf(pod: Pod, container: Container): Read[] {
  const mounted = (container.volumeMounts ?? []).flatMap(({ name, mountPath }) => {
    const volume = pod.volumes?.find((each) => each.name === name);
    const single = volume?.secret && { name: volume.secret.secretName, items: volume.secret.items };
    const sources = [single, ...(volume?.projected?.sources ?? []).map(({ secret }) => secret)];
    return sources.flatMap((source): Read[] => {
      if (source === undefined) return [];
      const { name: secret, items } = source;
      if (items === undefined) return [{ secret, file: mountPath }];
      return items.map(({ key, path: file }) => ({ secret, key, file: path.posix.join(mountPath, file) }));
    });
  });
  const whole = (container.envFrom ?? []).flatMap(({ secretRef }) => (secretRef ? { secret: secretRef.name } : []));
  const single = (container.env ?? []).flatMap(({ valueFrom }) => {
    const { name, key } = valueFrom?.secretKeyRef ?? {};
    return name === undefined ? [] : [{ secret: name, key }];
  });
  return [...mounted, ...whole, ...single];
}

/**
 * No value of a secret in the environment. Each file that a setting names is a key of a Secret, of the same name, and
 * each key that is mounted is named, so that no container can read more than it uses.
 */
export const secretsFromFiles: Check = (manifests) =>
  workloadsIn(manifests).flatMap(({ title, pod }) =>
    containersOf(pod).flatMap((container) => {
      const reads = readsOf(pod, container);
      const environment = environmentOf(manifests, container);
      const faults = [
        ...Object.entries(environment).flatMap(([name, value]) => {
          if (isSecret(name)) return [`${name} is in the environment`];
          if (!name.endsWith('_FILE')) return [];
          const key = reads.find(({ file }) => file === value)?.key;
          return key === name.replace(/_FILE$/, '') ? [] : [`${name} names no key of a mounted Secret`];
        }),
        ...(container.env ?? []).flatMap(({ name, valueFrom }) => (valueFrom ? [`${name} is not a plain value`] : [])),
        ...reads.flatMap(({ secret, key, file }) => {
          if (file === undefined) return [`the Secret ${secret} is in the environment`];
          if (key === undefined) return [`all of the Secret ${secret} is mounted`];
          return environment[`${key}_FILE`] === file ? [] : [`no setting names ${key} of the Secret ${secret}`];
        }),
      ];
      return faults.map((fault) => `${title}: ${container.name}: ${fault}`);
    }),
  );

/** The Secret of the owner of the tables, and its key that PostgreSQL itself reads where it is in the cluster. */
const [OWNER, OF_POSTGRES] = ['topup-owner', 'POSTGRES_PASSWORD'];

/** The owner of the tables only migrates, and every other process is the role that is made for it. */
export const roles: Check = (manifests) => {
  const all = processesIn(manifests);
  const connections = all.flatMap(({ title, pod, process }) => {
    const reads = containersOf(pod).flatMap((container) => readsOf(pod, container));
    const database = new Set(reads.flatMap(({ key, secret }) => (key === 'DATABASE_URL' ? secret : [])));
    const used = [...database].join();
    return used === DATABASE_SECRETS[process] ? [] : [`${title} connects with ${used || 'none'}`];
  });
  const migrates = all.flatMap(({ manifest, process }) => (process === 'migrate' ? manifest : []));
  const owners = workloadsIn(manifests).flatMap(({ title, manifest, pod }) => {
    const reads = containersOf(pod).flatMap((container) => readsOf(pod, container));
    const isOwner = reads.some(({ secret, key }) => secret === OWNER && key !== OF_POSTGRES);
    return isOwner && !migrates.includes(manifest) ? [`${title} can read the Secret of the owner`] : [];
  });
  return [...connections, ...owners];
};

/** The Secrets exist already: none is in what is applied. */
export const noSecrets: Check = (manifests) =>
  ofKind(manifests, 'Secret').map(({ metadata }) => `Secret ${metadata.name} would be applied from files`);

const SAMPLES: Labels = {
  DATABASE_URL: 'postgresql://role:4c8a@db.internal:5432/topup',
  REDIS_URL: 'redis://:4c8a@redis.internal:6379',
  SMTP_URL: 'smtps://user:4c8a@mail.internal',
  KEY_ENCRYPTION_SECRET_PREVIOUS: 'cd'.repeat(32),
  DASHBOARD_SECRET_PREVIOUS: 'cd'.repeat(32),
  OTEL_EXPORTER_OTLP_HEADERS: 'Authorization=Bearer%204c8a',
};

/** Reads a process's settings from this environment. Each secret whose file is named has a value its schema accepts. */
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

/** Lists the faults that a process would find in this environment. */
export function settingFaults(process: string, environment: Labels): string[] {
  try {
    settingsOf(process, environment);
    return [];
  } catch (error) {
    return error instanceof SettingsError ? error.faults : [String(error)];
  }
}

/** Every name is a setting of the service, and each process accepts what it reads. */
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
    return [...faults, ...settingFaults(process, environment).map((text) => `${title}: ${text}`)];
  });

/** Values that stand for those of an installation. */
export const ownValues: Check = (manifests) => {
  const text = JSON.stringify(manifests);
  return ['registry.example.com', 'topup.example.com', '192.0.2.0/24'].flatMap((example) =>
    text.includes(example) ? [`${example} is an example: see the head of kustomization.yaml`] : [],
  );
};
