export { createObserver } from './observer';
export { watchBreakers } from './watch-breakers';
