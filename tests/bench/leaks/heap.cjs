// Loaded before a service (`node -r`) by `npm run bench -- --leaks`, and never otherwise: collects all garbage and tells what is left, whenever it is asked.
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
