import { describe, expect, it } from 'vitest';
import { LIMITS } from '#domain/limits.ts';
import { buildListAddress, listInput, countActiveFilters, readQuery } from '#ui/envelopes/list/list-query.ts';
import { listQuery } from '#wire/envelope-list.ts';

const NOW = Date.parse('2027-03-31T12:00:00.000Z');
const read = (text: string) => readQuery(new URLSearchParams(text));

describe('the query of a list', () => {
  it.each([
    ['', '/envelopes'],
    ['view=all&sort=created&q=&status=', '/envelopes'],
    ['view=waiting&q=+NDA+', '/envelopes?view=waiting&q=NDA'],
    ['turn=mine&view=waiting', '/envelopes?view=waiting&turn=mine'],
    ['turn=nobody', '/envelopes'],
    ['status=voided&status=draft,completed', '/envelopes?status=draft%2Ccompleted%2Cvoided'],
    [
      'recipient=ada&team=team_1&template=tpl_1&sort=urgency',
      '/envelopes?recipient=ada&team=team_1&template=tpl_1&sort=urgency',
    ],
    ['view=nowhere&sort=random&status=gone&cursor=x&other=1', '/envelopes'],
  ])('of %j has the URL %j, and is read back from it', (text, address) => {
    expect(buildListAddress(read(text))).toBe(address);
    expect(read(address.split('?')[1] ?? '')).toEqual(read(text));
  });

  it('passes only valid input to the operation, for any URL', () => {
    const long = 'x'.repeat(LIMITS.filterMaxChars + 50);
    for (const text of ['', `q=${long}&recipient=${long}&team=${long}`, 'status=draft&view=drafts&sort=name'])
      expect(listQuery.safeParse(listInput(read(text), NOW)).success).toBe(true);
    expect(
      listInput(read('q=a&label=lbl_1&team=team_1&template=tpl_1&recipient=r&status=draft'), NOW),
    ).toEqual({
      view: 'all',
      sort: 'created',
      search: 'a',
      recipient: 'r',
      teamId: 'team_1',
      templateId: 'tpl_1',
      labelId: 'lbl_1',
      status: ['draft'],
    });
  });

  it.each([
    ['period=30', '/envelopes?period=30', { createdFrom: '2027-03-01T12:00:00.000Z' }],
    ['date=sent&period=7', '/envelopes?period=7&date=sent', { sentFrom: '2027-03-24T12:00:00.000Z' }],
    ['period=8&date=sent', '/envelopes', {}],
    [
      'date=completed&from=2027-03-01&to=2027-03-02',
      '/envelopes?from=2027-03-01T00%3A00%3A00.000Z&to=2027-03-03T00%3A00%3A00.000Z&date=completed',
      { completedFrom: '2027-03-01T00:00:00.000Z', completedTo: '2027-03-03T00:00:00.000Z' },
    ],
    ['from=2027-99-99&to=soon', '/envelopes', {}],
  ])('reads the dates in %j', (text, address, dates) => {
    expect(buildListAddress(read(text))).toBe(address);
    expect(read(address.split('?')[1] ?? '')).toEqual(read(text));
    expect(listInput(read(text), NOW)).toEqual({
      archived: 'without',
      view: 'all',
      sort: 'created',
      ...dates,
    });
    expect(listQuery.safeParse(listInput(read(text), NOW)).success).toBe(true);
  });

  it('counts filters other than view and search', () => {
    expect(countActiveFilters(read('view=waiting&q=a&sort=name'))).toBe(0);
    expect(
      countActiveFilters(read('recipient=a&team=t&template=u&status=draft,voided&label=l&period=7')),
    ).toBe(6);
  });

  it('keeps the cursor of browsers without scripts', () => {
    expect(buildListAddress(read('q=a'), 'next')).toBe('/envelopes?q=a&cursor=next');
  });
});

describe('the archive of a list', () => {
  const archivedIn = (text: string) => listInput(readQuery(new URLSearchParams(text)), 0).archived;
  it('is left out, except by searches and labels', () => {
    expect(archivedIn('')).toBe('without');
    expect(archivedIn('view=completed')).toBe('without');
    expect(archivedIn('q=lease')).toBeUndefined();
    expect(archivedIn('label=lbl_1')).toBeUndefined();
    expect(archivedIn('archived=only&q=lease')).toBe('only');
    expect(buildListAddress(readQuery(new URLSearchParams('archived=only')))).toBe(
      '/envelopes?archived=only',
    );
    expect(archivedIn('archived=sometimes')).toBe('without');
  });
});
