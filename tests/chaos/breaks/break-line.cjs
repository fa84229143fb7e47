// NODE_OPTIONS loads this into a process under test. It changes lines of compiled files: CHAOS_BREAK is an array of {
// file, from, to }.
const Module = require('node:module');

const breaks = JSON.parse(process.env.CHAOS_BREAK);
const load = Module._extensions['.js'];

const changed = (source, { file, from, to }) => {
  if (source.split(from).length !== 2) throw new Error(`${file} does not hold exactly once: ${from}`);
  return source.replace(from, () => to);
};

Module._extensions['.js'] = (module, filename) => {
  const own = breaks.filter(({ file }) => filename.endsWith(file));
  if (own.length === 0) return load(module, filename);
  const compile = module._compile;
  module._compile = function (source, ...rest) {
    return compile.call(this, own.reduce(changed, source), ...rest);
  };
  load(module, filename);
};
