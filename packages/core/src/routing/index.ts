export { type ActivationOutcome, activateRouting, type NewVersionOutcome, writeRouting } from './change-routing';
export { faultsOfRules, type RuleContext } from './check-rules';
export { type ConfiguredRouter, createRouter, type RoutedProvider } from './create-router';
export { createRouting, type Routing } from './create-routing';
export {
  type Decision,
  isChoice,
  type Passed,
  type PassedReason,
  type ProductMapping,
  passedReasons,
  passedTexts,
  type RoutableOrder,
  type Route,
  type Router,
} from './router.port';
export {
  type ListedVersion,
  listVersions,
  type RoutingActivation,
  type RoutingVersion,
  readRules,
  searchVersions,
} from './routing.store';
export { readRuleLines, toRuleLines } from './rule-lines';
export type { RoutingRule, RoutingRules, RuleProvider } from './rules';
export type { Sickness } from './sickness';
export {
  listServices,
  type SimulatedOrder,
  type Simulation,
  type SimulationOutcome,
  simulateRoute,
} from './simulate-route';
export { readRouting } from './watch-routing';
