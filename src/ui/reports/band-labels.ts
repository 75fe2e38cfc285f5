import { TIME_BANDS_HOURS } from '#domain/envelope/report.ts';
import { m } from '#i18n/compiled/messages.js';
import { createUnitFormat } from '#ui/kit/spent.ts';

/** Returns the labels of the bands that times are grouped into. */
export function listBandLabels(): string[] {
  const [hour, day] = [createUnitFormat('hour'), createUnitFormat('day')];
  const limits = TIME_BANDS_HOURS.map((hours) =>
    hours > 24 ? { format: day, size: hours / 24 } : { format: hour, size: hours },
  );
  const between = limits.slice(1).map(({ format, size }, index) => {
    const from = TIME_BANDS_HOURS[index] ?? 0;
    return format.formatRange(format === day ? from / 24 : from, size);
  });
  const [first, last] = [limits[0], limits.at(-1)];
  if (first === undefined || last === undefined) throw new Error('there are no bands');
  return [
    m.reports_under({ time: first.format.format(first.size) }),
    ...between,
    m.reports_over({ time: last.format.format(last.size) }),
  ];
}
