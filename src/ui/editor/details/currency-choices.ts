/**
 * Returns the currencies sorted by their names in a language. Includes the field's current currency even if
 * it isn't known here.
 */
export function listCurrencyChoices(
  language: string,
  own: string | null,
): readonly { readonly value: string; readonly label: string }[] {
  const names = new Intl.DisplayNames([language], { type: 'currency' });
  const codes = new Set([...Intl.supportedValuesOf('currency'), ...(own === null ? [] : [own])]);
  return [...codes]
    .map((code) => ({ value: code, label: `${names.of(code) ?? code} (${code})` }))
    .sort((one, other) => one.label.localeCompare(other.label, language));
}
