import type { FieldType } from '../field/catalogue.ts';
import { means, plainWords } from './label-words.ts';
import type { PageBox } from './page-facts.ts';

/** Least size of a place to sign, in points. */
const SIGNATURE_WIDTH = 60;
const SIGNATURE_HEIGHT = 7;

/** Longest label, in characters, that still names one thing. */
const LONGEST = 70;

/** The type of a blank, by the words that name it. */
export function fieldKind(label: string, box: PageBox): FieldType {
  const plain = plainWords(label).slice(-LONGEST);
  const says = (meaning: Parameters<typeof means>[1]) => means(plain, meaning);
  if (says('signature') && !NO_SIGNATURE.test(plain) && canSign(box)) return 'signature';
  if (says('initials') && !/middle|second/.test(plain) && box.width < 120) return 'initials';
  if (says('date') && !says('address') && !NO_DATE.test(plain)) return 'date';
  if (says('email')) return 'email';
  if (says('phone')) return 'phone';
  if (
    /\b(printed name|print name|full name|your name|name of (the )?(signer|applicant|petitioner))\b/.test(
      plain,
    )
  ) {
    return 'name';
  }
  return 'text';
}

const NO_SIGNATURE = /\b(date|dated|name|title|printed|print|phone|datum|fecha|data|signed in|before me)\b/;
const NO_DATE =
  /\b(up to date|data (protection|source)|amount|income|total|ending balance|months? of the year|how many)\b/;

function canSign({ width, height }: PageBox): boolean {
  return width >= SIGNATURE_WIDTH && height >= SIGNATURE_HEIGHT;
}
