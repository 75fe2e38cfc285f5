import { describe, expect, it } from 'vitest';
import { resolveAutoValues, getAutoValue } from '#domain/field/autofill.ts';
import { AUTO_SOURCES } from '#domain/field/catalogue.ts';
import { BOX, graphForAlice, NOW, person } from '../../support/graphs.ts';

const graph = graphForAlice([
  { ...BOX, type: 'date', autoSource: 'signed_date' },
  { ...BOX, type: 'company', autoSource: 'signer_company' },
  { ...BOX, type: 'text' },
]);
const from = {
  envelope: graph.envelope,
  participant: person(graph, 0),
  organizationName: 'Acme',
  now: NOW,
  timeZone: null,
};

describe('a field that a machine fills', () => {
  it('has a value from each source', () => {
    expect(Object.fromEntries(AUTO_SOURCES.map((source) => [source, getAutoValue(source, from)]))).toEqual({
      signed_date: '2027-03-01',
      signer_name: 'Alice',
      signer_email: 'alice@example.com',
      signer_company: 'Ångström AB',
      signer_title: 'Director',
      sender_name: 'Olga',
      sender_email: 'olga@acme.example',
      sender_organization: 'Acme',
    });
  });

  it('is left to the signer where its source is empty', () => {
    for (const company of [null, '']) {
      const resolved = resolveAutoValues(graph.fields, {
        ...from,
        participant: { ...from.participant, company },
      });
      expect(resolved.map(({ autoSource }) => autoSource)).toEqual(['signed_date']);
    }
  });

  it('is named with its source and value; others are not', () => {
    expect(resolveAutoValues(graph.fields, from)).toEqual([
      { fieldId: graph.fields[0]?.id, autoSource: 'signed_date', value: '2027-03-01' },
      { fieldId: graph.fields[1]?.id, autoSource: 'signer_company', value: 'Ångström AB' },
    ]);
  });
});
