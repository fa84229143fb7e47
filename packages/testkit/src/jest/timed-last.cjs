const { default: Sequencer } = require('@jest/test-sequencer');

/** Tests that compare times, for two minutes. */
const TIMED = /tests\/fault\/neighbours\./;
/** Tests that need one processor at most: one process and a database. */
const QUIET = /packages\/core\/.*\.int\.test\.ts$/;

/**
 * Begins timed tests when the other worker has only quiet ones left, or none in the full form, whose bounds are
 * tight. The order of the others is Jest's.
 */
module.exports = class TimedLast extends Sequencer {
  async sort(tests) {
    const sorted = await super.sort(tests);
    const full = process.env.TEST_FAULTS === 'full';
    const place = ({ path }) => {
      const file = path.replaceAll('\\', '/');
      if (TIMED.test(file)) return 1;
      return !full && QUIET.test(file) ? 2 : 0;
    };
    return sorted.sort((one, other) => place(one) - place(other));
  }
};
