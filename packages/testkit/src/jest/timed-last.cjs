const { default: Sequencer } = require('@jest/test-sequencer');

/** Tests that compare times. */
const TIMED = /tests\/fault\/neighbours\./;

/** Begins timed tests last, when most of the processors is free. The order of the others is Jest's. */
module.exports = class TimedLast extends Sequencer {
  async sort(tests) {
    const sorted = await super.sort(tests);
    const isTimed = ({ path }) => TIMED.test(path.replaceAll('\\', '/'));
    return [...sorted.filter((test) => !isTimed(test)), ...sorted.filter(isTimed)];
  }
};
