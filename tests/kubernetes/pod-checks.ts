import { type Container, type Manifest, workloadsIn } from './manifests';

type Check = (manifests: readonly Manifest[]) => string[];

const everyContainer = (
  manifests: readonly Manifest[],
  faultsOf: (container: Container) => (string | false)[],
): string[] =>
  workloadsIn(manifests).flatMap(({ title, pod }) =>
    [...(pod.initContainers ?? []), ...pod.containers].flatMap((container) =>
      faultsOf(container).flatMap((fault) => (fault === false ? [] : [`${title}: ${container.name} ${fault}`])),
    ),
  );

/** What the level "restricted" of Kubernetes' pod security asks for, and a root that cannot be written. */
export const confined: Check = (manifests) => [
  ...workloadsIn(manifests).flatMap(({ title, pod }) => [
    ...(pod.securityContext?.runAsNonRoot === true && (pod.securityContext.runAsUser ?? 0) > 0
      ? []
      : [`${title} may run as root`]),
    ...(pod.securityContext?.seccompProfile?.type === 'RuntimeDefault' ? [] : [`${title} has no seccomp profile`]),
    ...(pod.automountServiceAccountToken === false ? [] : [`${title} gets a token of the cluster`]),
  ]),
  ...everyContainer(manifests, ({ securityContext: rights }) => [
    rights?.readOnlyRootFilesystem !== true && 'can write its root',
    rights?.allowPrivilegeEscalation !== false && 'may gain privileges',
    !rights?.capabilities?.drop?.includes('ALL') && 'keeps capabilities',
  ]),
];

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

/** Jobs end by themselves; everything else must be asked whether it lives and is ready. */
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
