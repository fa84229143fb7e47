// One implementation for both kinds of module, so that `instanceof` holds between them.
export * from './dist/index.js';
