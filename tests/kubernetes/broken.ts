import type { CheckName } from './checks';
import { type Container, type Manifest, type Pod, workloadsIn } from './manifests';

/** The object of this kind whose name begins so. */
export function object(manifests: Manifest[], kind: string, name: string): Manifest {
  const found = manifests.find((each) => each.kind === kind && each.metadata.name.startsWith(name));
  if (found === undefined) throw new Error(`no ${kind} ${name}`);
  return found;
}

/** Replaces what is at the end of this path of an object; undefined removes it. */
const set =
  (kind: string, name: string, place: string, value: unknown) =>
  (manifests: Manifest[]): void => {
    const steps = place.split('/');
    const last = steps.pop() ?? '';
    const parent = steps.reduce((at, step) => at[step] as Tree, object(manifests, kind, name) as unknown as Tree);
    if (value === undefined) delete parent[last];
    else parent[last] = value;
  };
type Tree = { [step: string]: unknown };

const pod = (edit: (spec: Pod, container: Container) => void) => (manifests: Manifest[]) => {
  const worker = workloadsIn(manifests).find(({ title }) => title === 'Deployment topup-worker-airtime');
  if (worker === undefined) throw new Error('no worker');
  edit(worker.pod, worker.container);
};
const setting = (name: string, value: string) => set('ConfigMap', 'topup-settings', `data/${name}`, value);
const without = (kind: string, name: string) => (manifests: Manifest[]) =>
  void manifests.splice(manifests.indexOf(object(manifests, kind, name)), 1);

const renameSecret = (manifests: Manifest[], from: string, to: string): void => {
  for (const { pod } of workloadsIn(manifests))
    for (const { secret } of pod.volumes?.flatMap(({ projected }) => projected?.sources ?? []) ?? [])
      if (secret?.name === from) secret.name = to;
};

const ROOT = { runAsUser: 0 };
const NODE_PORT = { hostPort: 80 };
const NODE_DISK = { name: 'node', hostPath: { path: '/' } };
const TOKEN = { serviceAccountToken: { path: 'token' } } as object;
const setRight =
  (right: object) =>
  (_: Pod, { securityContext = {} }: Container): void =>
    void Object.assign(securityContext, right);
const addFirst = (spec: Pod, container: Container): void => void Object.assign(spec, { initContainers: [container] });
const sourcesOf = ({ volumes = [] }: Pod): { secret?: Mounted }[] => volumes[0]?.projected?.sources ?? [];
type Mounted = { name: string; items?: { key: string; path: string }[] };
const barePod = (more: Partial<Container> = {}): Manifest => {
  const spec = { containers: [{ name: 'shell', image: 'shell:1', ...more }] };
  return { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'shell' }, spec } as unknown as Manifest;
};

/** Mounts a volume with a Secret whole, into a container that may be another than the first. */
const mountWhole = (secretName: string, add: (spec: Pod) => Container) => (spec: Pod) => {
  spec.volumes?.push({ name: 'whole', secret: { secretName } });
  const into = add(spec);
  into.volumeMounts = [...(into.volumeMounts ?? []), { name: 'whole', mountPath: '/run/secrets/whole' }];
};
/** Of the same rights as the first, with nothing to read. */
const sidecar = (spec: Pod): Container => {
  const beside = { ...structuredClone(firstOf(spec)), name: 'beside', env: [], envFrom: [], volumeMounts: [] };
  spec.containers.push(beside);
  return beside;
};
const firstOf = (spec: Pod): Container => spec.containers[0] as Container;
const secretKey = (name: string, key: string) => ({ name: key, valueFrom: { secretKeyRef: { name, key } } });
const ownersAddress = { secretRef: { name: 'topup-owner' } };

type Broken = [CheckName, string, (manifests: Manifest[]) => void];

const DEPLOYED = 'spec/template/spec';
/** For each check copies that somebody has broken: what is wrong with them, and how. */
export const BROKEN: Broken[] = [
  ['schemaFaults', 'a field has a wrong name', set('Deployment', 'topup-api', 'spec/minReadySecond', 3)],
  [
    'schemaFaults',
    'a field of KEDA has a wrong type',
    set('ScaledObject', 'topup-worker-data', 'spec/maxReplicaCount', 'x'),
  ],
  ['schemaFaults', 'a field of the Prometheus operator is unknown', set('PodMonitor', 'topup', 'spec/port', 'ops')],
  ['confined', 'a pod may be root', pod((spec) => void delete spec.securityContext?.runAsNonRoot)],
  [
    'confined',
    'a root can be written',
    pod((_, { securityContext = {} }) => void delete securityContext.readOnlyRootFilesystem),
  ],
  [
    'confined',
    'privileges can grow',
    pod((_, { securityContext = {} }) => void delete securityContext.allowPrivilegeEscalation),
  ],
  ['confined', 'capabilities stay', pod((_, { securityContext = {} }) => void delete securityContext.capabilities)],
  [
    'confined',
    'a second container is open',
    pod(({ containers }) => void containers.push({ name: 'log', image: 'log:1' })),
  ],
  ['confined', 'a container is root', pod((_, { securityContext }) => void Object.assign(securityContext ?? {}, ROOT))],
  ['confined', 'a first container is root', pod((spec, own) => void addFirst(spec, { ...own, securityContext: ROOT }))],
  ['confined', 'a container may be root', pod(setRight({ runAsNonRoot: false }))],
  ['confined', 'a container has no seccomp profile', pod(setRight({ seccompProfile: { type: 'Unconfined' } }))],
  ['confined', 'a container is privileged', pod(setRight({ privileged: true }))],
  ['confined', 'a capability is added', pod(setRight({ capabilities: { drop: ['ALL'], add: ['NET_ADMIN'] } }))],
  ['confined', 'the network is that of the node', pod((spec) => void Object.assign(spec, { hostNetwork: true }))],
  ['confined', 'processes of the node are seen', pod((spec) => void Object.assign(spec, { hostPID: true }))],
  ['confined', 'memory of the node is shared', pod((spec) => void Object.assign(spec, { hostIPC: true }))],
  ['confined', 'a port of the node is open', pod((_, { ports = [] }) => void Object.assign(ports[0] ?? {}, NODE_PORT))],
  ['confined', 'the disk of the node is mounted', pod(({ volumes = [] }) => void volumes.push(NODE_DISK))],
  ['confined', 'a token of the cluster is mounted', pod((spec) => void sourcesOf(spec).push(TOKEN))],
  ['confined', 'Services set variables', pod((spec) => void Object.assign(spec, { enableServiceLinks: true }))],
  ['confined', 'a pod of its own is open', (all) => void all.push(barePod())],
  ['sized', 'a limit is missing', pod((_, { resources = {} }) => void delete resources.limits)],
  [
    'pinned',
    'the tag is latest',
    pod((_, container) => Object.assign(container, { image: 'registry.acme.ng:5000/topup:latest' })),
  ],
  [
    'pinned',
    'there is no tag',
    pod((_, container) => Object.assign(container, { image: 'registry.acme.ng:5000/topup' })),
  ],
  ['probed', 'no readiness is asked for', pod((_, container) => void delete container.readinessProbe)],
  [
    'probed',
    'no time is left for migrations',
    pod((_, { startupProbe = {} }) => Object.assign(startupProbe, { failureThreshold: 6 })),
  ],
  ['secretsFromFiles', 'a secret is a literal', setting('OPS_TOKEN', 'x'.repeat(20))],
  ['secretsFromFiles', 'a file is not mounted', pod(({ volumes = [] }) => void volumes.pop())],
  [
    'secretsFromFiles',
    'a Secret is in the environment',
    pod((_, { env = [] }) => void env.push({ name: 'X', valueFrom: {} })),
  ],
  [
    'secretsFromFiles',
    'a Secret is all of the environment',
    pod((_, { envFrom = [] }) => void envFrom.push({ secretRef: { name: 'topup-provider' } })),
  ],
  ['secretsFromFiles', 'a Secret is mounted whole', pod(mountWhole('topup-provider', firstOf))],
  ['secretsFromFiles', 'a container beside has a Secret', pod(mountWhole('topup-provider', sidecar))],
  [
    'secretsFromFiles',
    'a key is mounted that nobody reads',
    pod((spec) => void sourcesOf(spec)[0]?.secret?.items?.push({ key: 'OTHER', path: 'OTHER' })),
  ],
  ['roles', 'the owner is in the environment', pod((_, { envFrom = [] }) => void envFrom.push(ownersAddress))],
  [
    'roles',
    'a key of the owner is in the environment',
    pod((_, { env = [] }) => void env.push(secretKey('topup-owner', 'DATABASE_URL'))),
  ],
  ['roles', 'the Secret of the owner is mounted whole', pod(mountWhole('topup-owner', firstOf))],
  ['roles', 'a container beside is the owner', pod(mountWhole('topup-owner', sidecar))],
  ['roles', 'a first container is the owner', pod((spec, own) => addFirst(spec, { ...own, envFrom: [ownersAddress] }))],
  ['roles', 'a pod of another name is the owner', (all) => void all.push(barePod({ envFrom: [ownersAddress] }))],
  [
    'roles',
    'a worker is the owner',
    pod(
      ({ volumes = [] }) =>
        void Object.assign(volumes[0]?.projected?.sources[0]?.secret ?? {}, { name: 'topup-owner' }),
    ),
  ],
  [
    'roles',
    'the dashboard has the role of the service',
    (all) => renameSecret(all, 'topup-dashboard', 'topup-service'),
  ],
  ['settingsAreKnown', 'a name is wrong', setting('DRAIN_DELAY', '5')],
  ['settingsAreKnown', 'a value is none', setting('TRUSTED_PROXIES', 'everybody')],
  ['settingsAreKnown', 'a required secret is missing', pod((_, container) => Object.assign(container, { env: [] }))],
  ['twoOfEach', 'a queue has one worker', set('ScaledObject', 'topup-worker-data', 'spec/minReplicaCount', 1)],
  ['twoOfEach', 'a dashboard is alone', set('Deployment', 'topup-dashboard', 'spec/replicas', 1)],
  ['twoOfEach', 'a queue has no worker', without('Deployment', 'topup-worker-webhooks')],
  ['scaledOnce', 'a number stands beside an autoscaler', set('Deployment', 'topup-api', 'spec/replicas', 2)],
  [
    'graceOutlastsStop',
    'the grace is 30 s',
    set('Deployment', 'topup-api', `${DEPLOYED}/terminationGracePeriodSeconds`, 30),
  ],
  ['graceOutlastsStop', 'a send may take longer', setting('PROVIDER_TIMEOUT_MS', '56000')],
  ['graceOutlastsStop', 'nothing is drained', setting('DRAIN_DELAY_MS', '0')],
  ['graceOutlastsStop', 'pods end side by side', set('Deployment', 'topup-dashboard', 'spec/minReadySeconds', 10)],
  ['connectionsFit', 'there may be more workers', set('ScaledObject', 'topup-worker-data', 'spec/maxReplicaCount', 9)],
  ['connectionsFit', 'PostgreSQL allows fewer', set('ConfigMap', 'topup-installation', 'data/MAX_CONNECTIONS', '100')],
  ['connectionsFit', 'nobody says how many', set('ConfigMap', 'topup-installation', 'data/MAX_CONNECTIONS', undefined)],
  ['disruptionBudgets', 'one is missing', without('PodDisruptionBudget', 'topup-worker-data')],
  ['disruptionBudgets', 'a drain may take all', set('PodDisruptionBudget', 'topup-api', 'spec/maxUnavailable', 2)],
  ['spread', 'all may be on a node', set('Deployment', 'topup-api', `${DEPLOYED}/topologySpreadConstraints`, [])],
  ['closed', 'a direction is open', without('NetworkPolicy', 'topup-stores')],
  ['closed', 'everybody is let in', set('NetworkPolicy', 'topup-clients', 'spec/ingress/0/from', [])],
  [
    'providersAreReached',
    'commands do not get out',
    set('NetworkPolicy', 'topup-internet', 'spec/podSelector/matchExpressions/1/values', [
      'api',
      'worker',
      'dashboard',
    ]),
  ],
  ['callbacksAreNotLogged', 'no Ingress is for callbacks', without('Ingress', 'topup-callbacks')],
  [
    'callbacksAreNotLogged',
    'the Ingress of callbacks logs',
    set('Ingress', 'topup-callbacks', 'metadata/annotations', {}),
  ],
  ['startedByHand', 'a pod for commands starts each year', set('CronJob', 'topup-ops', 'spec/suspend', undefined)],
  ['selectorsFind', 'a label is another', set('Service', 'topup-api', 'spec/selector', { app: 'api' })],
  ['selectorsFind', 'a port is another', set('PodMonitor', 'topup', 'spec/podMetricsEndpoints/0/port', 'metrics')],
  [
    'portsAreOurs',
    'a port is another',
    set('Deployment', 'topup-api', `${DEPLOYED}/containers/0/ports/0/containerPort`, 80),
  ],
  [
    'noSecrets',
    'a Secret is applied',
    (all) => void all.push({ apiVersion: 'v1', kind: 'Secret', metadata: { name: 'x' } }),
  ],
  ['ownValues', 'the example stays', setting('TRUSTED_PROXIES', '192.0.2.0/24')],
];
