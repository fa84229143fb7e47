const { default: Sequencer } = require('@jest/test-sequencer');

/** Tests that compare times, for many minutes. */
const TIMED = /tests\/fault\/neighbours\./;

/** Begins timed tests last, when the other worker has little left. The order of the others is Jest's. */
module.exports = class TimedLast extends Sequencer {
  async sort(tests) {
    const sorted = await super.sort(tests);
    const isTimed = ({ path }) => TIMED.test(path.replaceAll('\\', '/'));
    return sorted.sort((one, other) => isTimed(one) - isTimed(other));
  }
};
