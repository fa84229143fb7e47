export { readNotesName } from './server.store';
export { createWitness, type Witness } from './witness';
