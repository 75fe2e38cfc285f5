import { meansIssues, type Means } from '#domain/envelope/means.ts';
import { invalid, jsonPointer } from '#domain/errors.ts';
import type { WireAuthenticationInput } from '#wire/authentication.ts';
import type { Services } from '#server/app/services.ts';

/** Returns which ways to prove who one is are set up. */
export function meansOf({ sms }: Pick<Services, 'sms'>): Means {
  return { sms: sms !== null };
}

type Person = { readonly authentication?: WireAuthenticationInput };

/** Refuses people who would prove who they are in a way that isn't set up. `part` is the property that lists them. */
export function requireMeans(
  services: Pick<Services, 'sms'>,
  people: readonly Person[] | Readonly<Record<string, Person>>,
  part: 'participants' | 'recipients',
): void {
  const means = meansOf(services);
  const issues = Object.entries(people).flatMap(([name, { authentication }]) =>
    meansIssues(authentication?.method, means, jsonPointer(part, name)),
  );
  if (issues.length > 0) throw invalid(issues);
}
