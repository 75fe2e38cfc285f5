import { describe, expect, it } from 'vitest';
import { detectFieldKind } from '#reading/labels/field-kind.ts';
import { findRadioGroups } from '#reading/forms/tick-groups.ts';

const LINE = { x: 0, y: 0, width: 200, height: 14 };

describe('the type of a blank', () => {
  it.each([
    ['Signature of applicant', 'signature'],
    ['Unterschrift', 'signature'],
    ['Podpis', 'signature'],
    ['Handtekening', 'signature'],
    ['Assinatura', 'signature'],
    ['Signature date', 'date'],
    ['Date of birth', 'date'],
    ['Geburtsdatum', 'date'],
    ['Fecha', 'date'],
    ['Date de naissance', 'date'],
    ['E-Mail-Adresse', 'email'],
    ['Correo electrónico', 'email'],
    ['Téléphone', 'phone'],
    ['Telefoonnummer', 'phone'],
    ['Printed name', 'name'],
    ['Name (please print)', 'name'],
    ['Nom et prénom', 'name'],
    ['Company name', 'company'],
    ['Ragione sociale', 'company'],
    ['Title', 'title'],
    ['Funktion', 'title'],
    ['Name of the child', 'text'],
    ['Title of the vehicle', 'text'],
    ['Total income', 'text'],
    ['', 'text'],
  ])('%s: %s', (label, type) => {
    expect(detectFieldKind(label, LINE)).toBe(type);
  });

  it('does not sign in a box that is too small', () => {
    expect(detectFieldKind('Signature', { ...LINE, width: 20 })).toBe('text');
  });
});

describe('ticks of which one may be set', () => {
  const tick = (label: string, x: number, y: number) => ({ label, box: { x, y, width: 10, height: 10 } });

  it.each([
    ['yes and no in a row', [tick('Yes', 0, 0), tick('No', 60, 0)], ['choice-1', 'choice-1']],
    ['ja und nein in a column', [tick('Ja', 0, 0), tick('Nein', 0, 14)], ['choice-1', 'choice-1']],
    [
      'two questions',
      [tick('Yes', 0, 0), tick('No', 60, 0), tick('Yes', 0, 20), tick('No', 60, 20)],
      ['choice-1', 'choice-1', 'choice-2', 'choice-2'],
    ],
    ['other answers', [tick('Apples', 0, 0), tick('Pears', 60, 0)], [null, null]],
    ['far apart', [tick('Yes', 0, 0), tick('No', 400, 0)], [null, null]],
  ])('%s', (_name, ticks, groups) => {
    expect(findRadioGroups(ticks)).toEqual(groups);
  });
});
