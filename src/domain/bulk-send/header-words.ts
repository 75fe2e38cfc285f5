import { isOpen } from '../template/recipients.ts';
import type { Target } from './targets.ts';

/**
 * What people call columns in their files, in the languages of the pages, without case, accents and spaces.
 */
const PROPERTY_WORDS: Readonly<Record<string, readonly string[]>> = {
  name: 'name|full name|contact|contact name|contact person|recipient|signer|nome|nome completo|nombre|nombre completo|nom|nom complet|naam|volledige naam|vollständiger name|ansprechpartner|imię i nazwisko|nazwisko|氏名|名前|姓名|名字|الاسم|الاسم الكامل|שם|שם מלא'.split(
    '|',
  ),
  email:
    'email|e-mail|mail|email address|contact email|e-mail-adresse|courriel|adresse e-mail|correo|correo electrónico|indirizzo email|endereço de email|e-mailadres|adres e-mail|メール|メールアドレス|电子邮件|邮箱|البريد الإلكتروني|דואל|דוא"ל|אימייל'.split(
      '|',
    ),
  company:
    'company|company name|organization|organisation|business|firma|unternehmen|société|entreprise|empresa|azienda|società|bedrijf|会社|会社名|公司|الشركة|חברה'.split(
      '|',
    ),
  title:
    'title|job title|position|titel|funktion|poste|fonction|cargo|puesto|ruolo|qualifica|stanowisko|functie|役職|职位|المسمى الوظيفي|תפקיד'.split(
      '|',
    ),
  language: 'language|lang|locale|sprache|langue|idioma|lingua|język|taal|言語|语言|اللغة|שפה'.split('|'),
  phone:
    'phone|phone number|mobile|telefon|téléphone|teléfono|telefono|telefone|telefoon|電話|电话|الهاتف|טלפון'.split(
      '|',
    ),
  access_code: 'access code|code|zugangscode'.split('|'),
  message: 'message|note|nachricht|mensaje|messaggio|mensagem|wiadomość|bericht'.split('|'),
};

/**
 * Maps each known header, in normalized form, to its target. A detail without a role's name belongs to the
 * first role that isn't the sender's. Names of targets take precedence, then the names and addresses that a
 * list can't do without, then labels, then words.
 */
export function buildHeaderWords(targets: readonly Target[]): ReadonlyMap<string, string> {
  const words = new Map<string, string>();
  const add = (header: string, { name }: Target) => {
    const key = normalizeHeader(header);
    if (key !== '' && !words.has(key)) words.set(key, name);
  };
  for (const target of targets) add(target.name, target);
  for (const target of targets) {
    if (target.column.kind === 'person' && target.required)
      for (const word of PROPERTY_WORDS[target.column.property] ?? []) add(word, target);
  }
  for (const target of targets) {
    if (target.label !== null) add(target.label, target);
    if (target.column.kind === 'prefill') add(target.column.key, target);
    if (target.column.kind === 'variable') add(target.column.variable.path, target);
  }
  for (const target of targets) {
    if (target.column.kind !== 'person' || target.role === null) continue;
    for (const word of PROPERTY_WORDS[target.column.property] ?? []) {
      add(`${target.role.name} ${word}`, target);
      add(`${target.role.name}'s ${word}`, target);
      add(`${word} ${target.role.name}`, target);
    }
    if (target.column.property === 'name') add(target.role.name, target);
  }
  // Targets of the first open role come first, so that role gets the words without a role's name.
  for (const target of targets) {
    if (target.column.kind === 'person' && target.role !== null && isOpen(target.role))
      for (const word of PROPERTY_WORDS[target.column.property] ?? []) add(word, target);
  }
  return words;
}

/** Removes case, accents, spaces and punctuation from a header. */
export function normalizeHeader(header: string): string {
  return header
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
}
