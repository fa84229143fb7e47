import { factsOf, identityIn, isOutdated, judgeServer, noteText, readNote, type ServerFound } from './judge-server';

const at = (timeline: number, system = '7300000000000000000') =>
  identityIn(`${system}/${timeline.toString(16).toUpperCase().padStart(8, '0')}`);
const found = (fact: Partial<ServerFound>): ServerFound => ({
  standby: false,
  identity: at(2),
  known: at(1),
  lacking: 0,
  ...fact,
});
const ID = '0190f3c4-0000-7000-8000-000000000001';

describe('a server that lost commits is used', () => {
  test.each<[string, Partial<ServerFound>, number | null, string]>([
    ['the server that is recorded', { identity: at(1) }, null, 'accept'],
    ['the same server again', { identity: at(1) }, 1, 'accept'],
    ['a successor that another process has recorded', { known: at(2) }, 1, 'accept'],
    ['a successor that nobody has recorded', {}, 1, 'prove'],
    ['the same at the start of a process', {}, null, 'prove'],
    ['a successor of a successor that this process never met', { identity: at(4), known: at(3) }, 1, 'prove'],
    ['the tenth timeline after the ninth', { identity: at(10), known: at(9) }, 9, 'prove'],
    ['a server that does not say what it is', { identity: null, known: at(1), lacking: 3 }, 1, 'accept'],
    ['a standby', { standby: true, identity: null }, 1, 'wait'],
    ['a former leader', { identity: at(1) }, 2, 'wait'],
    ['a former leader that lacks later commits', { identity: at(1), lacking: 3 }, 2, 'wait'],
    ['a successor without the record of the one before', { identity: at(3), known: at(1) }, 2, 'quarantine'],
    ['a copy with the same timeline, and without its record', { identity: at(2), known: at(1) }, 2, 'quarantine'],
    ['a server that lacks a fact', { lacking: 1 }, 1, 'quarantine'],
    ['one that is recorded, and lacks a fact', { identity: at(1), lacking: 1 }, 1, 'quarantine'],
    ['another system', { identity: at(2, '7'), known: at(1) }, null, 'quarantine'],
    ['a copy of an earlier timeline', { identity: at(1), known: at(2) }, null, 'quarantine'],
    ['a record that is none', { known: identityIn('another') }, null, 'quarantine'],
  ])('%s', (_, fact, accepted, kind) => {
    expect(judgeServer(found(fact), accepted === null ? null : at(accepted)).kind).toBe(kind);
  });
});

describe('the notes of other processes are misread', () => {
  const fact = { kind: 'claimed', id: ID, attempt: 2 } as const;

  test('a note is read as it was written', () => {
    for (const note of [
      { timeline: '0000000A', fact },
      { timeline: '00000001', fact: null },
    ])
      expect(readNote(noteText(note))).toEqual(note);
    expect(readNote('hello')).toBeUndefined();
    expect(readNote(`00000001 sold 1 ${ID}`)).toBeUndefined();
  });

  test('only facts of the recorded timeline must be there, and a later timeline is noticed', () => {
    const notes = [
      { timeline: '00000001', fact: { ...fact, attempt: 1 } },
      { timeline: '00000002', fact: null },
      { timeline: '00000002', fact },
    ];
    expect(factsOf(notes, { system: '7', timeline: '00000002' })).toEqual([fact]);
    expect(isOutdated(notes, { system: '7', timeline: '00000002' })).toBe(false);
    expect(isOutdated(notes, { system: '7', timeline: '00000001' })).toBe(true);
  });
});
