import { queueNames } from '@topup/core/queue';
import { type InHand, pools, stopTimeMs } from '@topup/settings';
import { type Manifest, ofKind, processesIn, selects, titleOf, type Workload } from './manifests';
import { environmentOf, settingFaults, settingsOf } from './settings-checks';

type Check = (manifests: readonly Manifest[]) => string[];

const deploymentsIn = (manifests: readonly Manifest[]) =>
  processesIn(manifests).filter(({ manifest }) => manifest.kind === 'Deployment');

/** How many pods of a Deployment there are. */
function replicasOf(manifests: readonly Manifest[], { manifest }: Workload): { least: number; most: number } {
  const scaler = ofKind(manifests, 'HorizontalPodAutoscaler', 'ScaledObject').find(
    ({ spec }) => spec?.scaleTargetRef?.name === manifest.metadata.name,
  )?.spec;
  const fixed = manifest.spec?.replicas ?? 1;
  if (scaler === undefined) return { least: fixed, most: fixed };
  return {
    least: scaler.minReplicas ?? scaler.minReplicaCount ?? 0,
    most: scaler.maxReplicas ?? scaler.maxReplicaCount ?? 100,
  };
}

/** A node may die, and each queue is swept only by those that serve it. */
export const twoOfEach: Check = (manifests) => {
  const deployments = deploymentsIn(manifests);
  const alone = deployments.flatMap((workload) =>
    replicasOf(manifests, workload).least < 2 ? [`${workload.title} has fewer than two pods`] : [],
  );
  const served = deployments.flatMap(({ process, container }) =>
    process === 'worker' ? (environmentOf(manifests, container).WORKER_QUEUES ?? queueNames.join()).split(',') : [],
  );
  return [...alone, ...queueNames.flatMap((queue) => (served.includes(queue) ? [] : [`No worker serves ${queue}`]))];
};

/** A number of replicas beside an autoscaler is set anew by each `kubectl apply`. */
export const scaledOnce: Check = (manifests) =>
  ofKind(manifests, 'HorizontalPodAutoscaler', 'ScaledObject').flatMap((scaler) => {
    const target = deploymentsIn(manifests).find(
      ({ manifest }) => manifest.metadata.name === scaler.spec?.scaleTargetRef?.name,
    );
    if (target === undefined) return [`${titleOf(scaler)} scales nothing`];
    return target.manifest.spec?.replicas === undefined ? [] : [`${target.title} has replicas beside an autoscaler`];
  });

/** When its own time has passed, a process exits automatically, and says why. */
const MARGIN_S = 5;

export const graceOutlastsStop: Check = (manifests) =>
  deploymentsIn(manifests).flatMap(({ title, manifest, pod, process, container }) => {
    const environment = environmentOf(manifests, container);
    if (settingFaults(process, environment).length > 0) return []; // the check of the settings says which
    const settings = settingsOf(process, environment) as unknown as InHand;
    const grace = pod.terminationGracePeriodSeconds ?? 30;
    const needed = stopTimeMs(settings) / 1_000 + MARGIN_S;
    const probe = container.readinessProbe;
    const noticedS = (probe?.periodSeconds ?? 10) * (probe?.failureThreshold ?? 3);
    return [
      ...(grace < needed ? [`${title} needs ${needed} s to stop, and has ${grace} s`] : []),
      ...((manifest.spec?.minReadySeconds ?? 0) < grace
        ? [`${title} can have more than one pod that ends: minReadySeconds is less than its grace period`]
        : []),
      ...(process !== 'worker' && (settings.DRAIN_DELAY_MS ?? 0) < noticedS * 1_000
        ? [`${title} takes no connections before it is known that it stops: DRAIN_DELAY_MS`]
        : []),
    ];
  });

/** For people, backups, and the connections that PostgreSQL keeps for superusers. */
const OTHERS = 13;

/**
 * The most connections to PostgreSQL at one time, while everything is replaced: of each Deployment all pods, those
 * beyond them, and one that still ends; each job; each query of KEDA.
 */
export function connectionsOf(manifests: readonly Manifest[]): number {
  const sum = (of: Record<string, number>) => Object.values(of).reduce((total, one) => total + one, 0);
  const perProcess: Record<string, number> = {
    api: sum(pools.api),
    worker: sum(pools.worker),
    dashboard: sum(pools.dashboard),
    ops: sum(pools.ops),
    migrate: sum(pools.ops),
  };
  const ours = processesIn(manifests).map((workload) => {
    const { manifest, process } = workload;
    const surge = manifest.spec?.strategy?.rollingUpdate?.maxSurge ?? 1;
    const pods = manifest.kind === 'Deployment' ? replicasOf(manifests, workload).most + surge + 1 : 1;
    return pods * (perProcess[process] ?? 0);
  });
  const queries = ofKind(manifests, 'ScaledObject').flatMap(({ spec }) =>
    (spec?.triggers ?? []).filter(({ type }) => type === 'postgresql'),
  );
  return ours.reduce((total, one) => total + one, 0) + queries.length + OTHERS;
}

export const connectionsFit: Check = (manifests) => {
  const most = Number(
    ofKind(manifests, 'ConfigMap').flatMap(({ data }) => data?.MAX_CONNECTIONS ?? [])[0] ?? Number.NaN,
  );
  const needed = connectionsOf(manifests);
  return needed <= most ? [] : [`${needed} connections to PostgreSQL may be needed, and MAX_CONNECTIONS is ${most}`];
};

/** A node can be drained, and never takes the last pod. */
export const disruptionBudgets: Check = (manifests) =>
  deploymentsIn(manifests).flatMap(({ title, labels }) => {
    const budgets = ofKind(manifests, 'PodDisruptionBudget').filter(({ spec }) =>
      selects(spec?.selector?.matchLabels, labels),
    );
    return budgets.length === 1 && budgets[0]?.spec?.maxUnavailable === 1 ? [] : [`${title} has no budget of its own`];
  });

export const spread: Check = (manifests) =>
  deploymentsIn(manifests).flatMap(({ title, pod }) =>
    ['kubernetes.io/hostname', 'topology.kubernetes.io/zone'].flatMap((key) =>
      pod.topologySpreadConstraints?.some(({ topologyKey }) => topologyKey === key)
        ? []
        : [`${title} may have all pods at one ${key}`],
    ),
  );
