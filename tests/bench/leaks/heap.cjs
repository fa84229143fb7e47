// `npm run bench -- --leaks` loads this before a service (`node -r`), nothing else does.
// On request it collects all garbage and reports the memory in use.
const { setFlagsFromString } = require('node:v8');
const { runInNewContext } = require('node:vm');

setFlagsFromString('--expose-gc'); // NODE_OPTIONS does not take it
const collectGarbage = runInNewContext('gc');

process.on('message', (message) => {
  if (message !== 'memory') return;
  collectGarbage();
  const { heapUsed, rss } = process.memoryUsage();
  process.send({ heapBytes: heapUsed, rssBytes: rss });
});
