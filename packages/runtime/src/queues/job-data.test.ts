import { packJobs, unpackJob } from './job-data';

const items = (count: number, lane?: string) =>
  Array.from({ length: count }, (_, n) => ({ id: `id-${n}`, requestId: `request-${n}`, ...(lane && { lane }) }));

describe('a job of this version reaches a worker of the one before', () => {
  test('the items have no key that it does not know, and the lanes stand beside them', () => {
    const [job] = packJobs([...items(1, 'account/mtn'), ...items(1)]);
    expect(job).toEqual({
      data: {
        hints: [
          { id: 'id-0', requestId: 'request-0' },
          { id: 'id-0', requestId: 'request-0' },
        ],
        lanes: ['account/mtn', null],
      },
    });
  });

  test('a job with one item has its id, so that a second one for the same row is dropped', () => {
    expect(packJobs(items(1))).toEqual([{ data: items(1)[0], jobId: 'id-0' }]);
    expect(packJobs(items(1, 'account/mtn'))).toEqual([
      { data: { hints: items(1), lanes: ['account/mtn'] }, jobId: 'id-0' },
    ]);
  });
});

describe('items come out of a job as they went in', () => {
  test.each([1, 16, 17, 40])('%i of them, with and without lanes', (count) => {
    for (const lane of [undefined, 'account/mtn'])
      expect(packJobs(items(count, lane)).flatMap(({ data }) => unpackJob(data))).toEqual(items(count, lane));
  });

  test('items of other queues have no lanes', () => {
    expect(unpackJob({ id: 'id-0' })).toEqual([{ id: 'id-0' }]);
    expect(unpackJob({ hints: items(2) })).toEqual(items(2));
  });
});
