import { isOneSlipAway } from '#domain/one-slip.ts';

/** Shorter names resemble too many others, such as HOST and HOME. */
const SHORTEST = 6;

/**
 * Finds variables that look like misspelled settings, such as SINGUP, which would otherwise be ignored in silence.
 * A setting that is set as well isn't meant.
 */
export function findMisspelledSettings(
  variables: Readonly<Record<string, string | undefined>>,
  settings: readonly string[],
): readonly { readonly name: string; readonly meant: string }[] {
  const unset = settings.filter((name) => variables[name] === undefined && name.length >= SHORTEST);
  return Object.keys(variables)
    .filter((name) => name.length >= SHORTEST && !settings.includes(name))
    .flatMap((name) => {
      const meant = unset.find((setting) => isOneSlipAway(name.toUpperCase(), setting));
      return meant === undefined ? [] : [{ name, meant }];
    });
}
