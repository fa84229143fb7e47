import { type Container, containersOf, type Manifest, type Pod, processesIn, workloadsIn } from './manifests';

type Check = (manifests: readonly Manifest[]) => string[];

const everyContainer = (
  manifests: readonly Manifest[],
  faultsOf: (container: Container, pod: Pod) => (string | false)[],
): string[] =>
  workloadsIn(manifests).flatMap(({ title, pod }) =>
    containersOf(pod).flatMap((container) =>
      faultsOf(container, pod).flatMap((fault) => (fault === false ? [] : [`${title}: ${container.name} ${fault}`])),
    ),
  );

/** Kinds of volumes that show a pod nothing of its node. */
const VOLUMES = ['configMap', 'downwardAPI', 'emptyDir', 'persistentVolumeClaim', 'projected', 'secret'];
const PROJECTED = ['configMap', 'downwardAPI', 'secret'];

/** Checks the demands of the level "restricted" of Kubernetes' pod security, and that the root is read-only. */
export const confined: Check = (manifests) => [
  ...workloadsIn(manifests).flatMap(({ title, pod }) => [
    ...(pod.automountServiceAccountToken === false ? [] : [`${title} gets a token of the cluster`]),
    ...(pod.enableServiceLinks === false ? [] : [`${title} gets variables named after Services, as SANDBOX_PORT`]),
    ...(['hostNetwork', 'hostPID', 'hostIPC'] as const).flatMap((name) =>
      pod[name] ? [`${title} shares ${name} with its node`] : [],
    ),
    ...(pod.volumes ?? []).flatMap(({ name, ...kinds }) => [
      ...unlisted(kinds, VOLUMES).map((kind) => `${title}: the volume ${name} is a ${kind}`),
      ...(kinds.projected?.sources ?? []).flatMap((source) =>
        unlisted(source, PROJECTED).map((kind) => `${title}: the volume ${name} has a ${kind}`),
      ),
    ]),
  ]),
  ...everyContainer(manifests, ({ securityContext: own = {}, ports = [] }, pod) => {
    const rights = { ...pod.securityContext, ...own };
    return [
      (rights.runAsNonRoot !== true || (rights.runAsUser ?? 0) <= 0) && 'may run as root',
      rights.seccompProfile?.type !== 'RuntimeDefault' && 'has no seccomp profile',
      own.privileged === true && 'is privileged',
      own.readOnlyRootFilesystem !== true && 'can write its root',
      own.allowPrivilegeEscalation !== false && 'may gain privileges',
      !own.capabilities?.drop?.includes('ALL') && 'keeps capabilities',
      (own.capabilities?.add ?? []).length > 0 && 'adds capabilities',
      ports.some(({ hostPort }) => hostPort !== undefined) && 'opens a port of its node',
    ];
  }),
];

const unlisted = (of: object, listed: string[]): string[] => Object.keys(of).filter((name) => !listed.includes(name));

export const sized: Check = (manifests) =>
  everyContainer(manifests, ({ resources }) => [
    (resources?.requests?.cpu === undefined || resources.requests.memory === undefined) && 'requests no CPU or memory',
    resources?.limits?.memory === undefined && 'has no limit of memory',
  ]);

export const pinned: Check = (manifests) =>
  everyContainer(manifests, ({ image }) => [
    !/@sha256:[0-9a-f]{64}$|:[\w.-]+$/.test(image.replace(/^.*\//, '')) && `has an image without a tag: ${image}`,
    /:latest$/.test(image) && 'has the tag latest, which names another image tomorrow',
  ]);

/** Jobs end when they are done; probes must ask everything else whether it lives and is ready. */
export const probed: Check = (manifests) =>
  everyContainer(
    manifests.filter(({ kind }) => kind === 'Deployment' || kind === 'StatefulSet'),
    ({ livenessProbe, readinessProbe, startupProbe, args }) => [
      livenessProbe === undefined && 'has no liveness probe',
      readinessProbe === undefined && 'has no readiness probe',
      ['api', 'worker', 'dashboard'].includes(args?.[0] ?? '') &&
        (startupProbe?.periodSeconds ?? 10) * (startupProbe?.failureThreshold ?? 3) < 1_200 &&
        'is killed while it waits for the migrations',
    ],
  );

/** A pod with most of the Secrets never starts automatically. */
export const startedByHand: Check = (manifests) =>
  processesIn(manifests).flatMap(({ title, manifest, container }) =>
    container.command !== undefined && manifest.spec?.suspend !== true ? [`${title} would start automatically`] : [],
  );
