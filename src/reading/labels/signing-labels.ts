import type { AutoSource, FieldType } from '#domain/field/catalogue.ts';
import { findNounKind, type SigningKind } from './label-grammar.ts';

/**
 * Labels of signature blocks by kind, in English, German, French, Spanish, Italian, Dutch, Portuguese, and
 * Polish. The first match wins.
 */
const LABELS: readonly (readonly [SigningKind, RegExp])[] = [
  [
    'email',
    /^(?:e-?\s?mail(?:[ -]?(?:address|adresse|adres))?|courriel|adresse e-?mail|correo(?: electrónico)?|posta elettronica)$/,
  ],
  [
    'date',
    /^(?:dated?(?: (?:of (?:signature|signing|execution)|signed|executed))?|date signed|signature date|signed on|(?:place|location)(?:,| and| &|\/) ?date|date(?:,| and| &|\/) ?place|datum(?: der unterschrift|, unterschrift)?|(?:ort ?[,/] ?)?datum|ort und datum|(?:my )?(?:commission )?expir(?:es|y|ation)(?: date| on)?|le|den|fait (?:à|le)|(?:lieu(?:,| et) )?date(?: de (?:la )?signature)?|date et lieu|(?:lugar(?:,| y) )?fecha(?: de (?:la )?firma)?|(?:luogo(?:,| e) |local(?:,| e) |miejsc\p{L}+(?:,| i) )?data(?: della firma| d[ae] assinatura| podpisu)?|data(?:,| i) miejsc\p{L}+|plaats(?:,| en) datum|datum(?:,| en) plaats|day)$/u,
  ],
  [
    'initials',
    /^(?:initials?(?: here)?|initialed(?: .*)?|kürzel|paraphen?|paraphes?|initiales|iniciales|rúbrica|iniziali|sigla|paraaf|parafa|rubrica)$/,
  ],
  [
    'title',
    /^(?:(?:job |corporate |official |(?:please )?(?:print|type|type or print|print or type) )?title(?: ?\/ ?(?:position|capacity))?|its|position|capacity|designation|office(?: held)?|funktion|titel|stellung|position ?\/ ?titel|fonction|qualité|titre|cargo|puesto|carica|qualifica|ruolo|functie|função|stanowisko|funkcja|title or position)$/,
  ],
  [
    'name',
    /^(?:(?:(?:please )?(?:print(?:ed)?|typed?|full|legal|typed or printed|print or type|type or print)\s?(?:full )?)?name(?:s|n)?(?: ?(?:of (?:signatory|signer|authori[sz]ed (?:signatory|representative)|the signatory|witness)|in (?:full|print|block letters|block capitals|druckbuchstaben)|and title|printed|typed|print))?|print(?:ed)?(?: name)?|name ?\/ ?title|name, title|vor- und nachname|vorname und name|nom(?: et (?:prénoms?|qualité))?|prénom et nom|nombre(?: completo| y apellidos?)?|nome(?: completo| e cognome)?|(?:voor- en achter)?naam|imię i nazwisko|nazwisko(?: i imię)?|signatory(?: name)?|d\.? ?\/ ?d(?:ña|ª)\.?|don ?\/ ?doña|sr\.? ?\/ ?sra|mr\.? ?\/ ?(?:mrs|ms).*|m\.? ?\/ ?mme|name des unterzeichners)$/,
  ],
  [
    'company',
    /^(?:company(?: name)?|name of (?:company|entity|firm)|entity(?: name)?|firm(?:a|enname)?|unternehmen|gesellschaft|société|entreprise|raison sociale|empresa|razón social|razão social|società|azienda|ragione sociale|bedrijf(?:snaam)?|nazwa firmy|organi[sz]ation|corporation|business name|legal entity)$/,
  ],
  ['other', /^(?:occupation|profession|beruf|profesión|profissão|professione|beroep|zawód)$/u],
  [
    'phone',
    /^(?:(?:tele)?phone(?: (?:no|number))?|tel|telefon|téléphone|teléfono|telefono|telefoon|(?:fax|facsimile)(?: (?:no|number))?|telephone number)$/,
  ],
  [
    'address',
    /^(?:(?:mailing |business |street )?address|adresse|anschrift|dirección|domicilio|indirizzo|adres|endereço)$/,
  ],
  [
    'signature',
    /^(?:by|per|x|(?:accepted|agreed|acknowledged|approved|confirmed)(?: and (?:accepted|agreed|acknowledged))?(?: to)?(?: by)|(?:authori[sz]ed )?signature(?: of .{2,40}| here| (?:and|et) .{2,20}| (?!page|date)\p{L}{4,20})?|.{2,30}(?:['’]s?)? signature|sign(?:ed)?(?: (?:by|here|for and on behalf of .{2,60}))?|(?:authori[sz]ed|duly authori[sz]ed)(?: signing)? (?:signature|signatory|representative|officer|person)|duly authori[sz]ed|unterschrift(?: .{2,40})?|stempel(?:,| und| ?\/) ?unterschrift|unterzeichnet(?: von| durch)?|gez|gezeichnet|signé(?: par)?|firma(?: .{2,40})?|timbro e firma|firmado(?: por)?|fdo|por|firmato(?: da)?|sottoscritto|handtekening(?: .{2,40})?|getekend|assinatura(?: .{2,40})?|assinado|(?:czytelny )?podpis(?: .{2,40})?|durch|vertreten durch|par|da)$/u,
  ],
];
/**
 * Words of consent, in the same languages. Beside a blank they ask for a signature; alone they are a heading
 * over several of them.
 */
const CONSENT =
  /^(?:(?:accepted|agreed|acknowledged|approved|confirmed)(?: and (?:accepted|agreed|acknowledged))?|authori[sz]ed(?: by)?|(?:gelesen und )?(?:einverstanden|angenommen|genehmigt)|(?:bon )?pour (?:accord|acceptation)|lu et approuvé|conforme|aceptado(?: por)?|per accettazione|(?:voor )?akkoord|gelezen en goedgekeurd|de acordo|aceito(?: por)?|zaakceptowano)$/u;

/** Checks whether a label with a blank only says that the signer consents: "Agreed: ____". */
export function isConsent(label: string): boolean {
  return CONSENT.test(trimLabel(label));
}

const WITNESS =
  /(?:witness|attest|notary|approved as to (?:form|legal)|approved by counsel|attorneys? for|solicitor|advis[eo]r['’]s|commissioner (?:for|of) oaths|commission expires|subscribed and sworn|zeuge|zeugin|témoin|testigo|testimone|testemunha|getuige|świadek|notar)/i;

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
  other: { type: 'text', autoSource: null },
};

/** Returns the kind that a label names; null if it isn't a label of a signature block. */
export function detectSigningKind(label: string): SigningKind | null {
  const plain = trimLabel(label);
  if (plain.length === 0 || plain.length > 60) return null;
  const bare = plain.replace(/\s?\(.*$/, '');
  const known = LABELS.find(([, pattern]) => pattern.test(plain) || (bare !== '' && pattern.test(bare)));
  const within = /\(([^)]+)\)?$/.exec(plain)?.[1] ?? '';
  return (
    known?.[0] ?? findNounKind(bare === '' ? plain : bare) ?? (within === '' ? null : findNounKind(within))
  );
}

function trimLabel(label: string): string {
  return label
    .toLowerCase()
    .replace(/^[\s*•(,)]+|[\s:;.,*_)\]}/|-]+$/g, '')
    .replace(/^\(?(?:[a-d]|\d)[.)]\s/, '')
    .replace(/\s+/g, ' ');
}

const SIGNATURE_OF =
  /^(?:(?:authori[sz]ed )?signature|unterschrift|firma|handtekening|assinatura|podpis)(?: (?:of|de|del|du|von|des|der|di|do|da|van))?(?: the| la| le| el)? (.{3,40})$|^(.{3,30}?)(?:(?:['’]s?)? signature|['’]s? initials?)$/iu;

/**
 * Returns the signer that a label names: "Signature of Tenant", "Landlord's signature", "Unterschrift
 * Mieter". Null if it names none.
 */
export function findSigner(label: string): string | null {
  const match = SIGNATURE_OF.exec(
    label
      .replace(/[()]/g, ' ')
      .replace(/[\s:_]+$/g, '')
      .trim(),
  );
  const named = match?.[1] ?? match?.[2];
  return named === undefined || /^authori[sz]ed$/i.test(named) ? null : named;
}

/** Checks whether words name someone who is only a witness. */
export function namesWitness(words: string): boolean {
  return WITNESS.test(words) && !/in witness whereof|witnesseth/i.test(words);
}

/** Returns the field type and the automatic source for a kind. */
export function getFieldForKind(kind: SigningKind): {
  readonly type: FieldType;
  readonly autoSource: AutoSource | null;
} {
  return KINDS[kind];
}
