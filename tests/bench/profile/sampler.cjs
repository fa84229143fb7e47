// `npm run bench -- --profile` loads this before a service (`node -r`), nothing else does.
// It starts V8's profiler when it is told `profile`, and answers `profiled` with what it saw.
const { Session } = require('node:inspector/promises');

const EVERY_US = 500;
const session = new Session();

process.on('message', async (message) => {
  if (message === 'profile') {
    session.connect();
    await session.post('Profiler.enable');
    await session.post('Profiler.setSamplingInterval', { interval: EVERY_US });
    await session.post('Profiler.start');
    process.send({ profiling: true });
  }
  if (message === 'profiled') {
    const { profile } = await session.post('Profiler.stop');
    process.send({ profile });
  }
});
