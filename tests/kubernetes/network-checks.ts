import { ports } from '@topup/settings';
import { type Labels, type Manifest, ofKind, processesIn, selects, titleOf, workloadsIn } from './manifests';

type Check = (manifests: readonly Manifest[]) => string[];

function appliesTo({ spec }: Manifest, labels: Labels): boolean {
  const { matchLabels = {}, matchExpressions = [] } = spec?.podSelector ?? {};
  const fits = matchExpressions.every(({ key, values }) => values.includes(labels[key] ?? ''));
  return selects(matchLabels, labels) && fits;
}

/** Every process is closed in both directions, and nothing is open to everybody. */
export const closed: Check = (manifests) => {
  const policies = ofKind(manifests, 'NetworkPolicy');
  const open = processesIn(manifests).flatMap(({ title, labels }) =>
    ['Ingress', 'Egress'].flatMap((direction) =>
      policies.some((policy) => policy.spec?.policyTypes?.includes(direction) && appliesTo(policy, labels))
        ? []
        : [`${title} has no policy for ${direction}`],
    ),
  );
  const fromAnywhere = policies.filter(({ spec }) => spec?.ingress?.some(({ from }) => (from ?? []).length === 0));
  return [...open, ...fromAnywhere.map((policy) => `${titleOf(policy)} lets everybody in`)];
};

/** Who has the keys of a provider gets to it: a command of `ops` would otherwise only time out. */
export const providersAreReached: Check = (manifests) => {
  const outward = ofKind(manifests, 'NetworkPolicy').filter(({ spec }) =>
    spec?.egress?.some(({ to }) => to?.some(({ ipBlock }) => ipBlock?.cidr === '0.0.0.0/0')),
  );
  return processesIn(manifests).flatMap(({ title, labels, container }) => {
    const hasKeys = container.env?.some(({ name }) => name === 'VTPASS_SECRET_KEY_FILE') ?? false;
    return !hasKeys || outward.some((policy) => appliesTo(policy, labels)) ? [] : [`${title} reaches no provider`];
  });
};

/** The path of a callback has its secret: on each host of the api, an Ingress without a log takes those paths. */
export const callbacksAreNotLogged: Check = (manifests) => {
  const paths = ofKind(manifests, 'Ingress').flatMap(({ metadata, spec }) =>
    (spec?.rules ?? []).flatMap(({ host, http }) =>
      http.paths.flatMap(({ path, backend }) =>
        backend.service.name === 'topup-api' ? { host, path, annotations: metadata.annotations ?? {} } : [],
      ),
    ),
  );
  const isLogged = (host: string): boolean =>
    !paths.some(
      ({ host: other, path, annotations }) =>
        other === host &&
        path === '/callbacks' &&
        annotations['nginx.ingress.kubernetes.io/enable-access-log'] === 'false',
    );
  return [...new Set(paths.map(({ host }) => host))]
    .filter(isLogged)
    .map((host) => `The access log of ${host} would have the secret of callbacks`);
};

/** Checks that each selector of pods finds some, and that the ports it names are theirs. */
export const selectorsFind: Check = (manifests) =>
  ofKind(manifests, 'Service', 'PodMonitor', 'PodDisruptionBudget').flatMap((manifest) => {
    const { selector, ports: served = [], podMetricsEndpoints = [] } = manifest.spec ?? {};
    const found = workloadsIn(manifests).filter(({ labels }) => selects(selector?.matchLabels ?? selector, labels));
    if (found.length === 0) return [`${titleOf(manifest)} selects no pod`];
    const theirs = found.flatMap(({ container }) => (container.ports ?? []).map(({ name }) => name));
    const asked = [...served.map(({ targetPort }) => targetPort), ...podMetricsEndpoints.map(({ port }) => port)];
    return asked
      .filter((name) => !theirs.includes(name))
      .map((name) => `${titleOf(manifest)}: no pod has a port ${name}`);
  });

/** The ports of a process are those that it opens when nothing else is set. */
export const portsAreOurs: Check = (manifests) => {
  const opened: Record<string, Record<string, string | undefined>> = {
    api: { http: ports.API_PORT.written, ops: ports.API_OPS_PORT.written },
    worker: { ops: ports.WORKER_OPS_PORT.written },
    dashboard: { http: ports.DASHBOARD_PORT.written, ops: ports.DASHBOARD_OPS_PORT.written },
  };
  return processesIn(manifests).flatMap(({ title, process, container }) =>
    (container.ports ?? []).flatMap(({ name, containerPort }) =>
      opened[process]?.[name] === String(containerPort) ? [] : [`${title} does not open ${containerPort} as ${name}`],
    ),
  );
};
