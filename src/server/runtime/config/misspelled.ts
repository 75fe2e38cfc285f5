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

/** Whether one letter was changed, left out or added, or two were swapped. */
function isOneSlipAway(typed: string, meant: string): boolean {
  if (Math.abs(typed.length - meant.length) > 1) return false;
  let start = 0;
  while (start < typed.length && typed[start] === meant[start]) start += 1;
  const [restTyped, restMeant] = [typed.slice(start), meant.slice(start)];
  const swapped = `${restTyped.charAt(1)}${restTyped.charAt(0)}${restTyped.slice(2)}`;
  return [
    restTyped.slice(1) === restMeant.slice(1),
    restTyped.slice(1) === restMeant,
    restTyped === restMeant.slice(1),
    restTyped.length > 1 && swapped === restMeant,
  ].includes(true);
}
