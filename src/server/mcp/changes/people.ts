import { createInvalidRefusal } from '#domain/errors.ts';

type Person = { readonly name: string; readonly email: string };

/**
 * Returns the index of the person that an agent names by email address or name. Refuses with
 * `validation_failed` if nobody or more than one person matches. The refusal lists the people there are.
 */
export function requirePersonIndex(people: readonly Person[], named: string, path: string): number {
  const wanted = foldName(named);
  const byEmail = findIndexes(people, ({ email }) => foldName(email) === wanted);
  const byName = findIndexes(people, ({ name }) => foldName(name) === wanted);
  const byPart = findIndexes(people, ({ name }) => foldName(name).split(' ').includes(wanted));
  const found = [byEmail, byName, byPart].find((indexes) => indexes.length > 0) ?? [];
  const [index] = found;
  if (index !== undefined && found.length === 1) return index;
  const listed = people.map(({ name, email }) => `${name} (${email})`).join(', ');
  const problem = found.length > 1 ? 'is more than one person' : 'is nobody in this envelope';
  throw createInvalidRefusal([
    { path, message: `${problem}: ${listed === '' ? 'it has no recipients yet' : `use one of ${listed}`}` },
  ]);
}

function findIndexes(people: readonly Person[], fits: (person: Person) => boolean): number[] {
  return people.flatMap((person, index) => (fits(person) ? [index] : []));
}

function foldName(text: string): string {
  return text.normalize('NFKC').trim().toLowerCase().replaceAll(/\s+/g, ' ');
}
