import type { Manifest } from './manifests';
import { titleOf } from './manifests';

type Model = { prototype: { validate(): void } };

/** Where npm has the schemas of a group; the group of Kubernetes' own has none. */
function modelOf({ apiVersion, kind }: Manifest): Model | undefined {
  const home = apiVersion.startsWith('keda.sh/')
    ? '@kubernetes-models/keda'
    : apiVersion.startsWith('monitoring.coreos.com/')
      ? '@kubernetes-models/prometheus-operator'
      : 'kubernetes-models';
  try {
    return require(`${home}/${apiVersion}`)[kind];
  } catch {
    return undefined;
  }
}

/**
 * Lists violations of the schemas of Kubernetes, KEDA and the Prometheus operator. They allow unknown fields, but read
 * only those that they know: a field they have not read is a fault too, because a server would drop it.
 */
export function schemaFaults(manifests: readonly Manifest[]): string[] {
  return manifests.flatMap((manifest) => {
    const model = modelOf(manifest);
    if (model === undefined) return [`${titleOf(manifest)}: no schema of ${manifest.apiVersion}`];
    const read: Reading[] = [];
    const faults: string[] = [];
    try {
      model.prototype.validate.call(recordReads(manifest, '', read));
    } catch (error) {
      faults.push(`${titleOf(manifest)}: ${error instanceof Error ? error.message : error}`);
    }
    const unread = read.flatMap(({ path, value, keys }) =>
      Object.keys(value).flatMap((key) =>
        keys.has(key) ? [] : [`${titleOf(manifest)}: unknown field ${path}/${key}`],
      ),
    );
    return [...faults, ...unread];
  });
}

type Reading = { path: string; value: object; keys: Set<string | symbol> };

function recordReads<T>(value: T, path: string, all: Reading[]): T {
  if (typeof value !== 'object' || value === null) return value;
  const reading: Reading = { path, value, keys: new Set() };
  all.push(reading);
  const children = new Map<string | symbol, unknown>();
  return new Proxy(value, {
    get(target, key) {
      const child = Reflect.get(target, key);
      if (!Object.hasOwn(target, key)) return child;
      reading.keys.add(key);
      if (!children.has(key)) children.set(key, recordReads(child, `${path}/${String(key)}`, all));
      return children.get(key);
    },
  });
}
