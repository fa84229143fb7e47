export { beginOnDatabase } from './begin-on-database';
export { createFence, type FailoverFence } from './fence';
export { readNotesName } from './server.store';
