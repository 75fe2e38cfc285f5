import { expect, it } from 'vitest';
import { createShelf } from './shelf.ts';

type Options = { readonly name: string; readonly isKept?: boolean; readonly isSpent?: boolean };

function makeShelf(failing: readonly string[] = []) {
  const said: string[] = [];
  const shelf = createShelf({
    name: ({ name }: Options) => name,
    isKept: ({ isKept = false }: Options) => isKept,
    idleMax: 1,
    open: ({ name, isSpent = false }: Options) => {
      said.push(`opens ${name}`);
      if (failing.includes(name)) return Promise.reject(new Error(`${name} is broken`));
      return Promise.resolve({
        name,
        close: () => Promise.resolve(void said.push(`closes ${name}`)),
        isSpent: () => isSpent,
      });
    },
  });
  return { shelf, said };
}

it('opens what has the same name once, however many take it at the same time', async () => {
  const { shelf, said } = makeShelf();
  const [one, other] = await Promise.all([shelf.take({ name: 'a' }), shelf.take({ name: 'a' })]);
  expect(one).toBe(other);
  await shelf.giveBack({ name: 'a' });
  expect(await shelf.take({ name: 'a' })).toBe(one);
  expect(said).toEqual(['opens a']);
});

it('closes what has been idle longest, except what is kept or in use', async () => {
  const { shelf, said } = makeShelf();
  for (const options of [{ name: 'kept', isKept: true }, { name: 'a' }, { name: 'b' }, { name: 'used' }])
    await shelf.take(options);
  for (const name of ['kept', 'a', 'b']) await shelf.giveBack({ name });
  await shelf.take({ name: 'kept' });
  expect(said.slice(4)).toEqual(['closes a']);
  await shelf.take({ name: 'a' });
  await shelf.giveBack({ name: 'a' });
  expect(said.slice(5)).toEqual(['opens a', 'closes b']);
});

it('keeps nothing that could not be opened', async () => {
  const { shelf, said } = makeShelf(['broken']);
  await expect(shelf.take({ name: 'broken' })).rejects.toThrow('broken is broken');
  await expect(shelf.giveBack({ name: 'broken' })).rejects.toThrow('was not taken');
  await expect(shelf.take({ name: 'broken' })).rejects.toThrow('broken is broken');
  expect(said).toEqual(['opens broken', 'opens broken']);
});

it('closes what is spent once nobody uses it, even if it is kept otherwise', async () => {
  const { shelf, said } = makeShelf();
  const options = { name: 'a', isKept: true, isSpent: true };
  await Promise.all([shelf.take(options), shelf.take(options)]);
  await shelf.giveBack(options);
  expect(said).toEqual(['opens a']);
  await shelf.giveBack(options);
  await shelf.take(options);
  expect(said).toEqual(['opens a', 'closes a', 'opens a']);
});
