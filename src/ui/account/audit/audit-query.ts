import { AUDIT_AREAS, type AuditArea } from '#domain/organization/audit/audit-areas.ts';
import { LIMITS } from '#domain/limits.ts';
import { m } from '#i18n/compiled/messages.js';
import { parseMoment } from '#ui/kit/day.ts';
import { DAY_MS } from '#domain/time.ts';

/** Periods that end now, in days. */
export const AUDIT_PERIODS = [7, 30, 90, 365] as const;

export const AREA_WORDS: Readonly<Record<AuditArea, () => string>> = {
  sign_ins: m.settings_audit_area_sign_ins,
  people: m.settings_audit_area_people,
  organization: m.settings_audit_area_organization,
  access: m.settings_audit_area_access,
  developers: m.settings_audit_area_developers,
  data: m.settings_audit_area_data,
  sealing: m.settings_audit_area_sealing,
};

/** The filter of the entries on the page, as its URL states it. Empty texts don't filter. */
export type AuditQuery = {
  readonly q: string;
  readonly person: string;
  readonly area: AuditArea | '';
  /** One of the periods, or empty if `from` and `to` apply. */
  readonly period: string;
  /** Points in time: the first that is included, and the first that no longer is. */
  readonly from: string;
  readonly to: string;
};

/** Reads the query from a URL. Ignores anything unknown. */
export function readAuditQuery(parameters: URLSearchParams): AuditQuery {
  const readText = (name: string, most: number) => (parameters.get(name) ?? '').trim().slice(0, most);
  const period = AUDIT_PERIODS.map(String).find((days) => days === parameters.get('period')) ?? '';
  const readMoment = (name: string, side: 'start' | 'end') =>
    period === '' ? parseMoment(parameters.get(name) ?? '', side) : '';
  return {
    q: readText('q', LIMITS.filterMaxChars),
    person: readText('person', 2 * LIMITS.nameMaxChars),
    area: AUDIT_AREAS.find((area) => area === parameters.get('area')) ?? '',
    ...{ period, from: readMoment('from', 'start'), to: readMoment('to', 'end') },
  };
}

/** Returns the shortest URL for these entries, either on the page or as a file. */
export function auditAddress(query: Partial<AuditQuery>, cursor = '', page = '/settings/audit'): string {
  const given = Object.entries({ ...query, cursor }).filter(([, value]) => value !== '');
  return given.length === 0 ? page : `${page}?${new URLSearchParams(given)}`;
}

/** Returns the filter for the procedures. */
export function toAuditFilter({ q, person, area, period, from, to }: AuditQuery, now: number) {
  const start = period === '' ? from : new Date(now - Number(period) * DAY_MS).toISOString();
  return {
    ...(q !== '' && { words: q }),
    ...(person !== '' && { actorName: person }),
    ...(area !== '' && { area }),
    ...(start !== '' && { from: start }),
    ...(to !== '' && { until: to }),
  };
}
