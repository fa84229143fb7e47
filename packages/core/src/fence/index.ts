export { beginOnDatabase } from './begin-on-database';
export { createFence, type FailoverFence, previewJudgement } from './fence';
export { readNotesName } from './server.store';
