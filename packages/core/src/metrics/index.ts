export { createObserver } from './observer';
