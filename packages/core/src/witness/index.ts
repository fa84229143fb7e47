export type { Fact } from './facts';
export { readNotesName } from './server.store';
export { createWitness, ServerRefused, type SharedNotes, type Witness } from './witness';
