import type { Manifest } from './manifests';
import { callbacksAreNotLogged, closed, portsAreOurs, providersAreReached, selectorsFind } from './network-checks';
import { connectionsFit, disruptionBudgets, graceOutlastsStop, scaledOnce, spread, twoOfEach } from './number-checks';
import { confined, pinned, probed, sized, startedByHand } from './pod-checks';
import { schemaFaults } from './schemas';
import { noSecrets, ownValues, roles, secretsFromFiles, settingsAreKnown } from './settings-checks';

/** Checks that must never fail, by name. Each returns what is wrong. */
export const checks = {
  schemaFaults,
  confined,
  sized,
  pinned,
  probed,
  secretsFromFiles,
  roles,
  settingsAreKnown,
  twoOfEach,
  scaledOnce,
  graceOutlastsStop,
  connectionsFit,
  disruptionBudgets,
  spread,
  closed,
  providersAreReached,
  callbacksAreNotLogged,
  startedByHand,
  selectorsFind,
  portsAreOurs,
};

/** Those of an installation: the overlay `kubernetes-demo` has secrets that everybody can read. */
export const productionChecks = { noSecrets, ownValues };

export type CheckName = keyof typeof checks | keyof typeof productionChecks;

/** Everything that is wrong with what kubectl has rendered, as lines that begin with the name of the check. */
export function faultsOf(manifests: readonly Manifest[], isDemo: boolean): string[] {
  const all = isDemo ? checks : { ...checks, ...productionChecks };
  return Object.entries(all).flatMap(([name, check]) => check(manifests).map((fault) => `${name}: ${fault}`));
}
