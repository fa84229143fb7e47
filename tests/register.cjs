// Code that runs outside Jest is TypeScript too, and compiled as it is loaded; the packages of the service itself are
// taken compiled, without the paths of tsconfig.json.
const Module = require('node:module');

process.env.TS_NODE_PROJECT = require('node:path').resolve(__dirname, '../tsconfig.base.json');
// `import()` of Node would not find TypeScript
require('esbuild-register/dist/node').register({ supported: { 'dynamic-import': false } });

// dynamic imports end in .js, as after compiling
const resolve = Module._resolveFilename;
Module._resolveFilename = function (request, ...rest) {
  try {
    return resolve.call(this, request, ...rest);
  } catch (error) {
    if (!/^\.{1,2}\/.*\.js$/.test(request)) throw error;
    return resolve.call(this, request.slice(0, -'.js'.length), ...rest);
  }
};
