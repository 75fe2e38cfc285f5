import { describe, expect, it } from 'vitest';
import { LIMITS } from '#domain/limits.ts';
import { addressOf, listInput, activeFilters, readQuery } from '#ui/envelopes/list/list-query.ts';
import { listQuery } from '#wire/envelope-list.ts';

const read = (text: string) => readQuery(new URLSearchParams(text));

describe('the query of a list', () => {
  it.each([
    ['', '/envelopes'],
    ['view=all&sort=created&q=&status=', '/envelopes'],
    ['view=waiting&q=+NDA+', '/envelopes?view=waiting&q=NDA'],
    ['status=voided&status=draft,completed', '/envelopes?status=draft%2Ccompleted%2Cvoided'],
    [
      'recipient=ada&team=team_1&template=tpl_1&sort=urgency',
      '/envelopes?recipient=ada&team=team_1&template=tpl_1&sort=urgency',
    ],
    ['view=nowhere&sort=random&status=gone&cursor=x&other=1', '/envelopes'],
  ])('of %j has the URL %j, and is read back from it', (text, address) => {
    expect(addressOf(read(text))).toBe(address);
    expect(read(address.split('?')[1] ?? '')).toEqual(read(text));
  });

  it('passes only valid input to the operation, for any URL', () => {
    const long = 'x'.repeat(LIMITS.filterMaxChars + 50);
    for (const text of ['', `q=${long}&recipient=${long}&team=${long}`, 'status=draft&view=drafts&sort=name'])
      expect(listQuery.safeParse(listInput(read(text))).success).toBe(true);
    expect(listInput(read('q=a&team=team_1&template=tpl_1&recipient=r&status=draft'))).toEqual({
      view: 'all',
      sort: 'created',
      search: 'a',
      recipient: 'r',
      teamId: 'team_1',
      templateId: 'tpl_1',
      status: ['draft'],
    });
  });

  it('counts filters other than view and search', () => {
    expect(activeFilters(read('view=waiting&q=a&sort=name'))).toBe(0);
    expect(activeFilters(read('recipient=a&team=t&template=u&status=draft,voided'))).toBe(4);
  });

  it('keeps the cursor of browsers without scripts', () => {
    expect(addressOf(read('q=a'), 'next')).toBe('/envelopes?q=a&cursor=next');
  });
});
