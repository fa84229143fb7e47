// NODE_OPTIONS loads this into a process under test. It changes one line of one compiled file: CHAOS_BREAK is { file,
// from, to }.
const Module = require('node:module');

const { file, from, to } = JSON.parse(process.env.CHAOS_BREAK);
const load = Module._extensions['.js'];

Module._extensions['.js'] = (module, filename) => {
  if (!filename.endsWith(file)) return load(module, filename);
  const compile = module._compile;
  module._compile = function (source, ...rest) {
    if (source.split(from).length !== 2) throw new Error(`${file} does not hold exactly once: ${from}`);
    return compile.call(
      this,
      source.replace(from, () => to),
      ...rest,
    );
  };
  load(module, filename);
};
