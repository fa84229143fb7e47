import { spawnSync } from 'node:child_process';
import path from 'node:path';

const { loadAll }: { loadAll(text: string): unknown[] } = require('js-yaml');

/** The parts of the objects of Kubernetes that the checks look at. */
export type Manifest = {
  apiVersion: string;
  kind: string;
  metadata: { name: string; labels?: Labels; annotations?: Labels };
  spec?: Spec;
  data?: Labels;
};
export type Labels = Record<string, string>;
type Spec = {
  replicas?: number;
  minReadySeconds?: number;
  selector?: Labels & { matchLabels?: Labels };
  strategy?: { rollingUpdate?: { maxSurge?: number; maxUnavailable?: number } };
  template?: { metadata: { labels: Labels }; spec: Pod };
  jobTemplate?: { spec: Spec };
  ports?: { targetPort: string }[];
  maxUnavailable?: number;
  scaleTargetRef?: { name: string };
  minReplicas?: number;
  maxReplicas?: number;
  minReplicaCount?: number;
  maxReplicaCount?: number;
  triggers?: { type: string }[];
  suspend?: boolean;
  podSelector?: { matchLabels?: Labels; matchExpressions?: { key: string; values: string[] }[] };
  policyTypes?: string[];
  ingress?: { from?: object[] }[];
  egress?: { to?: { ipBlock?: { cidr: string } }[] }[];
  rules?: { host: string; http: { paths: { path: string; backend: { service: { name: string } } }[] } }[];
  podMetricsEndpoints?: { port: string }[];
};
export type Pod = {
  automountServiceAccountToken?: boolean;
  enableServiceLinks?: boolean;
  hostNetwork?: boolean;
  hostPID?: boolean;
  hostIPC?: boolean;
  securityContext?: Confinement;
  terminationGracePeriodSeconds?: number;
  topologySpreadConstraints?: { topologyKey: string }[];
  initContainers?: Container[];
  containers: Container[];
  volumes?: Volume[];
};
/** Security fields that a container sets in place of its pod. */
type Confinement = { runAsNonRoot?: boolean; runAsUser?: number; seccompProfile?: { type: string } };
/** Without items all keys of the Secret are files. */
type Items = { key: string; path: string }[];
type Volume = {
  name: string;
  secret?: { secretName: string; items?: Items };
  projected?: { sources: { secret?: { name: string; items?: Items } }[] };
};
type Probe = { periodSeconds?: number; failureThreshold?: number; httpGet?: { port: string } };
export type Container = {
  name: string;
  image: string;
  command?: string[];
  args?: string[];
  env?: { name: string; value?: string; valueFrom?: { secretKeyRef?: { name: string; key: string } } }[];
  envFrom?: { configMapRef?: { name: string }; secretRef?: { name: string } }[];
  ports?: { name: string; containerPort: number; hostPort?: number }[];
  startupProbe?: Probe;
  livenessProbe?: Probe;
  readinessProbe?: Probe;
  resources?: { requests?: Labels; limits?: Labels };
  securityContext?: Confinement & {
    privileged?: boolean;
    allowPrivilegeEscalation?: boolean;
    readOnlyRootFilesystem?: boolean;
    capabilities?: { add?: string[]; drop?: string[] };
  };
  volumeMounts?: { name: string; mountPath: string }[];
};

export const KUBERNETES = path.join(__dirname, '../../deploy/kubernetes');

/**
 * Renders a directory with the kubectl of the path, or of KUBECTL.
 * @throws Error with what kubectl says
 */
export function render(directory: string): Manifest[] {
  const { status, stdout, stderr, error } = spawnSync(process.env.KUBECTL ?? 'kubectl', ['kustomize', directory], {
    encoding: 'utf8',
    maxBuffer: 1 << 26,
  });
  if (status !== 0) throw new Error(`kubectl kustomize ${directory}: ${error?.message ?? stderr}`);
  const manifests = loadAll(stdout) as Manifest[];
  // a newer kubectl wraps what it encodes
  for (const { data } of ofKind(manifests, 'Secret'))
    for (const [key, text] of Object.entries(data ?? {})) if (data) data[key] = text.replaceAll(/\s/g, '');
  return manifests;
}

/** The minor version of kubectl; 0 when there is none. */
export function kubectlMinor(): number {
  const { status, stdout } = spawnSync(process.env.KUBECTL ?? 'kubectl', ['version', '--client', '--output=json']);
  return status === 0 ? Number.parseInt(JSON.parse(String(stdout)).clientVersion.minor, 10) : 0;
}

export const isKubectlThere = (): boolean => kubectlMinor() > 0;

export const titleOf = ({ kind, metadata }: Manifest): string => `${kind} ${metadata.name}`;

export const ofKind = (manifests: readonly Manifest[], ...kinds: string[]): Manifest[] =>
  manifests.filter(({ kind }) => kinds.includes(kind));

export type Workload = { title: string; manifest: Manifest; labels: Labels; pod: Pod; container: Container };

/** Everything that has pods, each with its first container. */
export const workloadsIn = (manifests: readonly Manifest[]): Workload[] =>
  manifests.flatMap((manifest) => {
    const alone = { metadata: { labels: manifest.metadata.labels ?? {} }, spec: manifest.spec as unknown as Pod };
    const template =
      manifest.kind === 'Pod' ? alone : (manifest.spec?.template ?? manifest.spec?.jobTemplate?.spec.template);
    const container = template?.spec.containers[0];
    if (template === undefined || container === undefined) return [];
    return [{ title: titleOf(manifest), manifest, labels: template.metadata.labels, pod: template.spec, container }];
  });

/** All containers of a pod: each can read what is mounted into it, and be more than the first. */
export const containersOf = ({ initContainers = [], containers }: Pod): Container[] => [
  ...initContainers,
  ...containers,
];

/**
 * The processes of the service: those of the image `topup`, without the sandbox. By the first argument. A container
 * with another command waits for people to run theirs, and has the name of what they run.
 */
export const processesIn = (manifests: readonly Manifest[]): (Workload & { process: string })[] =>
  workloadsIn(manifests)
    .filter(({ labels }) => labels['app.kubernetes.io/name'] === 'topup')
    .map((workload) => {
      const { name, command, args } = workload.container;
      return { ...workload, process: (command ? name : args?.[0]) ?? '' };
    });

export const selects = (selector: Labels | undefined, labels: Labels): boolean =>
  selector !== undefined && Object.entries(selector).every(([name, value]) => labels[name] === value);
