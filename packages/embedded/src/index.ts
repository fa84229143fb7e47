export { freePort } from './free-port';
export { guard } from './guard';
export { claimHome } from './owner-lock';
export { findProcess } from './processes';
export { type RunAs, userInsteadOfRoot } from './run-as';
export { type PostgresOptions, type RunningPostgres, startPostgres } from './start-postgres';
