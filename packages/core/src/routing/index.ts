export { activateRouting, writeRouting } from './change-routing';
export { createRouter } from './create-router';
export { createRouting } from './create-routing';
export { type Decision, isChoice, passedTexts, type Router } from './router.port';
export { type ListedVersion, listVersions, readRules, searchVersions } from './routing.store';
export { readRuleLines, toRuleLines } from './rules';
export { listServices, type Simulation, simulateRoute } from './simulate-route';
