import { describe, expect, it } from 'vitest';
import { FairQueue, type FairQueueOptions } from '#server/process/fair-queue.ts';

/** A queue of names such as `a1`, whose first letter is the owner. */
function queueOf(options: Partial<FairQueueOptions> = {}) {
  const queue = new FairQueue<string>({
    slots: 1,
    borrows: false,
    reserved: 0,
    countStrikes: () => 0,
    ...options,
  });
  const tickets = new Map<string, ReturnType<typeof queue.add>>();
  const take = () => {
    const ticket = queue.take();
    return ticket?.job ?? null;
  };
  const ticketOf = (name: string) => {
    const ticket = tickets.get(name);
    if (ticket === undefined) throw new Error(`${name} was never added`);
    return ticket;
  };
  return {
    queue,
    add: (...names: readonly string[]) => {
      for (const name of names) tickets.set(name, queue.add(name.charAt(0), 1, name));
    },
    addSized: (name: string, size: number) => tickets.set(name, queue.add(name.charAt(0), size, name)),
    take,
    takeAll: () => {
      const taken: string[] = [];
      for (let name = take(); name !== null; name = take()) taken.push(name);
      return taken;
    },
    takeBack: () => queue.takeBack()?.job ?? null,
    finish: (name: string) => queue.remove(ticketOf(name)),
    putBack: (name: string) => queue.putBack(ticketOf(name)),
    markOverdue: (name: string) => queue.markOverdue(ticketOf(name)),
    /** The order in which everything runs in a single slot. */
    runAll: () => {
      const order: string[] = [];
      for (let name = take(); name !== null; name = take()) {
        order.push(name);
        queue.remove(ticketOf(name));
      }
      return order.join(' ');
    },
  };
}

describe('an owner with much work', () => {
  it('gets its turns while others bring one document after another', () => {
    const { add, take, finish } = queueOf();
    add('a1', 'a2', 'a3', 'a4');
    const order: string[] = [];
    for (let number = 1; number <= 8; number += 1) {
      add(`b${number}`, `c${number}`);
      for (let taken = 0; taken < 2; taken += 1) {
        const name = take() ?? '';
        order.push(name);
        finish(name);
      }
    }
    expect(order.filter((name) => name.startsWith('a'))).toEqual(['a1', 'a2', 'a3', 'a4']);
  });
});

describe('whose work is next', () => {
  it.each([
    ['one owner in order', ['a1', 'a2', 'a3'], {}, 'a1 a2 a3'],
    ['owners by turns', ['a1', 'a2', 'a3', 'b1', 'c1', 'b2'], {}, 'a1 b1 c1 a2 b2 a3'],
    ['a newcomer soon', ['a1', 'a2', 'a3', 'a4', 'b1'], {}, 'a1 b1 a2 a3 a4'],
    [
      'an owner with strikes less often',
      ['a1', 'a2', 'a3', 'b1', 'b2', 'b3', 'b4', 'b5'],
      { a: 2 },
      'a1 b1 b2 b3 b4 a2 b5 a3',
    ],
  ])('takes %s', (_name, added, strikes: Record<string, number>, expected) => {
    const lane = queueOf({ countStrikes: (owner) => strikes[owner] ?? 0 });
    lane.add(...added);
    expect(lane.runAll()).toBe(expected);
  });

  it('takes small work first, but lets nothing be overtaken forever', () => {
    const lane = queueOf();
    lane.addSized('a-large', 100);
    for (let index = 0; index < 12; index += 1) lane.addSized(`a${index}`, 1);
    const order = lane.runAll().split(' ');
    expect(order.slice(0, 8)).toEqual(Array.from({ length: 8 }, (_, index) => `a${index}`));
    expect(order[8]).toBe('a-large');
  });

  it('gives nobody an advantage for having waited without work', () => {
    const lane = queueOf();
    lane.add('a1', 'a2', 'a3');
    expect([lane.take(), lane.finish('a1')]).toEqual(['a1', undefined]);
    expect([lane.take(), lane.finish('a2')]).toEqual(['a2', undefined]);
    lane.add('b1', 'b2', 'a4', 'b3');
    expect(lane.runAll()).toBe('b1 a3 b2 a4 b3');
  });
});

describe('the slots of one owner', () => {
  it.each([
    [1, 'a1'],
    [2, 'a1'],
    [3, 'a1'],
    [4, 'a1 a2'],
    [8, 'a1 a2 a3 a4'],
  ])('are at most half of %i', (slots, expected) => {
    const lane = queueOf({ slots });
    lane.add('a1', 'a2', 'a3', 'a4', 'a5');
    expect(lane.takeAll().join(' ')).toBe(expected);
  });

  it('leave room for others at once', () => {
    const lane = queueOf({ slots: 2 });
    lane.add('a1', 'a2', 'a3');
    expect(lane.takeAll()).toEqual(['a1']);
    lane.add('b1', 'c1');
    expect(lane.takeAll()).toEqual(['b1']);
    lane.finish('b1');
    expect(lane.takeAll()).toEqual(['c1']);
  });

  it('are all of them if they are lent, until somebody else wants one', () => {
    const lane = queueOf({ slots: 2, borrows: true });
    lane.add('a1', 'a2', 'a3');
    expect(lane.takeAll()).toEqual(['a1', 'a2']);
    expect(lane.takeBack()).toBeNull();
    lane.add('b1', 'b2');
    expect(lane.takeBack()).toBe('a2');
    expect(lane.takeBack()).toBeNull();
    expect(lane.take()).toBeNull();
    lane.putBack('a2');
    expect(lane.takeAll()).toEqual(['b1']);
    lane.finish('a1');
    expect(lane.takeAll()).toEqual(['a2']);
    lane.finish('b1');
    expect(lane.takeAll()).toEqual(['b2']);
  });

  it('are lent but for those that are reserved for owners without running work', () => {
    const lane = queueOf({ slots: 3, borrows: true, reserved: 1 });
    lane.add('a1', 'a2', 'a3');
    expect(lane.takeAll()).toEqual(['a1', 'a2']);
    lane.add('b1');
    expect(lane.takeAll()).toEqual(['b1']);
    expect(lane.takeBack()).toBeNull();
    lane.finish('b1');
    expect(lane.takeAll()).toEqual([]);
  });

  it('are not lent to what was interrupted or whose documents took too long', () => {
    const lane = queueOf({ slots: 2, borrows: true });
    lane.add('a1', 'a2');
    expect(lane.takeAll()).toEqual(['a1', 'a2']);
    lane.add('b1');
    expect(lane.takeBack()).toBe('a2');
    lane.putBack('a2');
    expect(lane.takeAll()).toEqual(['b1']);
    lane.finish('b1');
    expect(lane.takeAll()).toEqual([]);
    const struck = queueOf({ slots: 2, borrows: true, countStrikes: () => 1 });
    struck.add('a1', 'a2');
    expect(struck.takeAll()).toEqual(['a1']);
  });
});

describe('a turn', () => {
  it('ends when others wait, and only then', () => {
    const lane = queueOf();
    lane.add('a1', 'a2');
    expect(lane.take()).toBe('a1');
    lane.markOverdue('a1');
    expect(lane.takeBack()).toBeNull();
    lane.add('b1');
    expect(lane.takeBack()).toBe('a1');
    lane.putBack('a1');
    expect(lane.runAll()).toBe('b1 a1 a2');
  });

  it('is not cut short for those whose documents took too long', () => {
    const lane = queueOf({ countStrikes: (owner) => (owner === 'b' ? 1 : 0) });
    lane.add('a1');
    expect(lane.take()).toBe('a1');
    lane.markOverdue('a1');
    lane.add('b1');
    expect(lane.takeBack()).toBeNull();
  });

  it('of those whose documents took too long ends first', () => {
    const lane = queueOf({ slots: 2, countStrikes: (owner) => (owner === 'a' ? 1 : 0) });
    lane.add('a1', 'b1');
    expect(lane.takeAll()).toEqual(['a1', 'b1']);
    lane.markOverdue('a1');
    lane.markOverdue('b1');
    lane.add('c1');
    expect(lane.takeBack()).toBe('a1');
  });
});

it('forgets what nobody waits for, waiting or running', () => {
  const lane = queueOf();
  lane.add('a1', 'a2', 'b1');
  expect(lane.take()).toBe('a1');
  expect(lane.queue.othersWait('b')).toBe(true);
  lane.finish('a2');
  expect([lane.queue.countWaiting('a'), lane.queue.othersWait('b')]).toEqual([0, false]);
  expect(lane.queue.othersWork('b')).toBe(true);
  lane.finish('a1');
  lane.finish('a1');
  expect(lane.queue.othersWork('b')).toBe(false);
  expect(lane.runAll()).toBe('b1');
});
