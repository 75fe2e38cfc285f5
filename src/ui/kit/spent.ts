import { getLocale } from '#i18n/compiled/runtime.js';

const UNITS = [
  { unit: 'day', seconds: 86_400 },
  { unit: 'hour', seconds: 3600 },
  { unit: 'minute', seconds: 60 },
  { unit: 'second', seconds: 1 },
] as const;
type Unit = (typeof UNITS)[number]['unit'];

/** Formats a duration in its largest unit, such as "5 hours". */
export function formatTimeSpent(seconds: number): string {
  const { unit, seconds: size } = UNITS.find((one) => seconds >= one.seconds) ?? UNITS[3];
  return createUnitFormat(unit).format(seconds / size);
}

/** Returns the number format of a unit. */
export function createUnitFormat(unit: Unit): Intl.NumberFormat {
  const maximumFractionDigits = unit === 'day' ? 1 : 0;
  return new Intl.NumberFormat(getLocale(), {
    style: 'unit',
    unit,
    unitDisplay: 'long',
    maximumFractionDigits,
  });
}
