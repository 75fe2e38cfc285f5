import type { AutoSource, FieldType } from '../field/catalogue.ts';

/** What a blank of a signature block asks for. */
export type SigningKind =
  'signature' | 'name' | 'title' | 'date' | 'company' | 'email' | 'address' | 'initials' | 'phone';

/** Words by which blocks ask for each kind: English, German, French, Spanish, Italian, Dutch, Portuguese. The first that fits counts. */
const LABELS: readonly (readonly [SigningKind, RegExp])[] = [
  [
    'email',
    /^(?:e-?\s?mail(?:[ -]?(?:address|adresse))?|courriel|adresse e-?mail|correo(?: electrónico)?|posta elettronica)$/,
  ],
  [
    'date',
    /^(?:dated?(?: (?:of (?:signature|signing|execution)|signed|executed))?|date signed|signature date|signed on|datum(?: der unterschrift|, unterschrift)?|(?:ort, ?)?datum|ort und datum|le|fait (?:à|le)|date de signature|fecha(?: de (?:la )?firma)?|data(?: della firma| de assinatura)?|day)$/,
  ],
  [
    'initials',
    /^(?:initials?(?: here)?|initialed(?: .*)?|kürzel|paraphen?|paraphes?|initiales|iniciales|rúbrica|iniziali|sigla|paraaf|rubrica)$/,
  ],
  [
    'title',
    /^(?:(?:job |corporate |official )?title(?: ?\/ ?(?:position|capacity))?|its|position|capacity|office(?: held)?|funktion|titel|stellung|position ?\/ ?titel|fonction|qualité|titre|cargo|puesto|carica|qualifica|ruolo|functie|função|title or position)$/,
  ],
  [
    'name',
    /^(?:(?:(?:please )?(?:print(?:ed)?|typed?|full|legal|typed or printed|print or type)\s?(?:full )?)?name(?:s|n)?(?: ?(?:of (?:signatory|signer|authori[sz]ed (?:signatory|representative)|the signatory|witness)|in (?:full|print|block letters|druckbuchstaben)|and title|printed|typed|print))?|print(?:ed)?(?: name)?|name ?\/ ?title|name, title|vor- und nachname|vorname und name|nom(?: et prénoms?)?|nombre(?: completo)?|nome(?: completo| e cognome)?|naam|signatory(?: name)?|name des unterzeichners)$/,
  ],
  [
    'company',
    /^(?:company(?: name)?|name of (?:company|entity|firm)|entity(?: name)?|firm(?:a|enname)?|unternehmen|gesellschaft|société|entreprise|raison sociale|empresa|razón social|società|bedrijf|organi[sz]ation|corporation|business name|legal entity)$/,
  ],
  [
    'phone',
    /^(?:(?:tele)?phone(?: (?:no|number))?|tel|telefon|téléphone|teléfono|telefono|telefoon|(?:fax|facsimile)(?: (?:no|number))?|telephone number)$/,
  ],
  [
    'address',
    /^(?:(?:mailing |business |street )?address|adresse|anschrift|dirección|indirizzo|adres|endereço)$/,
  ],
  [
    'signature',
    /^(?:by|per|x|(?:accepted|agreed|acknowledged|approved|confirmed)(?: and (?:accepted|agreed|acknowledged))?(?: to)?(?: by)|(?:authori[sz]ed )?signature(?: of .{2,40}| here)?|sign(?:ed)?(?: (?:by|here|for and on behalf of .{2,60}))?|authori[sz]ed (?:signature|signatory|representative|officer|person)|duly authori[sz]ed(?: representative| signatory)?|unterschrift(?: .{2,40})?|unterzeichnet(?: von| durch)?|gez|gezeichnet|signature (?:de|du) .{2,40}|signé(?: par)?|pour (?:la société|le .{2,20})|firma(?: (?:de|del) .{2,40})?|firmado(?: por)?|por|firmato(?: da)?|sottoscritto|handtekening|getekend|assinatura|assinado|durch|vertreten durch|par|da)$/,
  ],
];
const WITNESS = /(?:witness|attest|notary|zeuge|zeugin|témoin|testigo|testimone|testemunha|getuige)/i;

const KINDS: {
  readonly [K in SigningKind]: { readonly type: FieldType; readonly autoSource: AutoSource | null };
} = {
  signature: { type: 'signature', autoSource: null },
  initials: { type: 'initials', autoSource: null },
  name: { type: 'name', autoSource: 'signer_name' },
  title: { type: 'title', autoSource: 'signer_title' },
  date: { type: 'date', autoSource: 'signed_date' },
  company: { type: 'company', autoSource: 'signer_company' },
  email: { type: 'email', autoSource: 'signer_email' },
  address: { type: 'text', autoSource: null },
  phone: { type: 'phone', autoSource: null },
};

/** The kind that a label names; null when it is no label of a signature block. */
export function signingKind(label: string): SigningKind | null {
  const plain = label
    .toLowerCase()
    .replace(/^[\s*•(]+|[\s:;.,*_)\]}/|-]+$/g, '')
    .replace(/^\(?(?:[a-d]|\d)[.)]\s/, '')
    .replace(/\s+/g, ' ');
  if (plain.length === 0 || plain.length > 60) return null;
  const bare = plain.replace(/\s?\(.*$/, '');
  return (
    LABELS.find(([, pattern]) => pattern.test(plain) || (bare !== '' && pattern.test(bare)))?.[0] ?? null
  );
}

/** Whether words speak of somebody who only witnesses. */
export function namesWitness(words: string): boolean {
  return WITNESS.test(words) && !/in witness whereof|witnesseth/i.test(words);
}

/** The field type of a kind, and what fills it for a signer. */
export function fieldOf(kind: SigningKind): {
  readonly type: FieldType;
  readonly autoSource: AutoSource | null;
} {
  return KINDS[kind];
}
