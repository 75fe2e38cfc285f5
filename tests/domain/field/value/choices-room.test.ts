import { expect, it } from 'vitest';
import { hasRoomForChoices } from '#domain/field/value/choices-room.ts';

const PAGE = { width: 612, height: 792 };
const FIELD = { type: 'choices', x: 0.1, y: 0.1, fontSize: null, comb: null } as const;
const limitTo = (max: string) => ({
  min: null,
  max,
  minLength: null,
  maxLength: null,
  pattern: null,
  message: null,
});
const months = (count: number) => Array.from({ length: count }, (_, month) => `Month ${month + 1}`);

it('asks for room for everything that may be chosen', () => {
  const box = { ...FIELD, width: 0.2, height: 0.04, locked: false, prefillValue: null };
  expect(hasRoomForChoices({ ...box, options: months(2), validation: null }, PAGE)).toBe(true);
  expect(hasRoomForChoices({ ...box, options: months(12), validation: null }, PAGE)).toBe(false);
  expect(hasRoomForChoices({ ...box, options: months(12), validation: limitTo('2') }, PAGE)).toBe(true);
});

it('asks for no more room than the answer of a locked field takes', () => {
  const box = { ...FIELD, width: 0.2, height: 0.04, options: months(12), validation: null };
  expect(hasRoomForChoices({ ...box, locked: true, prefillValue: 'Month 1' }, PAGE)).toBe(true);
  expect(hasRoomForChoices({ ...box, locked: true, prefillValue: months(12).join('\n') }, PAGE)).toBe(false);
});

it('takes the widest option for the longest answer, not the one of most letters', () => {
  const box = { ...FIELD, width: 0.12, height: 0.02, locked: false, prefillValue: null };
  const options = ['iiiii iiiii iiiii iiiii iiiii', 'WWWW MMMM WWWW MMM WWWW'];
  expect(hasRoomForChoices({ ...box, options, validation: limitTo('1') }, PAGE)).toBe(false);
});
