import { getSigningGroups } from '#ui/editor/participants/order.ts';

/** A person or a role in a list whose neighbors can sign at the same time. */
export type Ordered = { readonly key: string; readonly withPrevious: boolean };

/** Where a person is placed: in a group, or alone before one (the group count means after the last). */
export type Place = { readonly kind: 'with' | 'before'; readonly group: number };

/** Returns people in groups, in the order in which they sign. */
export function groupPeople<T extends Ordered>(people: readonly T[]): T[][] {
  const groups = getSigningGroups(people);
  return [...Map.groupBy(people.entries(), ([position]) => groups[position]).values()].map((group) =>
    group.map(([, person]) => person),
  );
}

/** Returns the people with one of them moved into a group, or between groups to sign alone. */
export function insertPerson<T extends Ordered>(people: readonly T[], key: string, place: Place): T[] {
  const person = people.find((one) => one.key === key);
  if (person === undefined) return [...people];
  const groups = groupPeople(people).map((group) => group.filter((one) => one.key !== key));
  if (place.kind === 'before') groups.splice(place.group, 0, [person]);
  else groups[place.group]?.push(person);
  return groups.flatMap((group) => group.map((one, index) => ({ ...one, withPrevious: index > 0 })));
}

/** Returns the people without one of them. The others stay in their groups. */
export function removePerson<T extends Ordered>(people: readonly T[], key: string): T[] {
  return groupPeople(people).flatMap((group) =>
    group.filter((one) => one.key !== key).map((one, index) => ({ ...one, withPrevious: index > 0 })),
  );
}
