// `npm run bench -- --features` loads this before a service (`node -r`), nothing else does.
// It puts the switches into the compiled code, and turns them when it is told.
require('../../chaos/breaks/break-line.cjs');

globalThis.benchOff = {};
process.on('message', ({ off }) => {
  if (off !== undefined) globalThis.benchOff = off;
});
