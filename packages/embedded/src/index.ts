export { claimHome, findProcess } from './processes';
export { type RunAs, userInsteadOfRoot } from './run-as';
export { freePort, isFree } from './server';
export { guard, type PostgresOptions, type RunningPostgres, startPostgres } from './start-postgres';
