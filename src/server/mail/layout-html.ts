import { encode } from 'html-entities';
import { isSymbol } from '#domain/branding/logo.ts';
import { getTextDirection, type Locale } from '#i18n/compiled/runtime.js';
import { toMailAccent, type MailAccent } from './accent.ts';
import {
  toPlainText,
  type MailBlock,
  type MailBranding,
  type MailContent,
  type MailListRow,
  type MailRow,
  type Phrase,
} from './content.ts';

/**
 * Renders content that has already been made printable as HTML for mail programs. Several of them support
 * only tables and inline styles, so the style sheet only adds dark colors.
 */
export function renderHtmlPage(content: MailContent): string {
  const { branding, heading, blocks, reason, unsubscribe, language } = content;
  const accent = toMailAccent(branding.accentColor);
  return `<!doctype html>
<html lang="${language}" dir="${getTextDirection(language)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${encode(toPlainText(content.subject))}</title>
<style>${NARROW}${DARK}${renderDarkAccent(accent)}</style>
</head>
<body class="page" style="margin:0;padding:0;background:#faf9f7;${FONT}">
<div style="display:none;max-height:0;overflow:hidden;opacity:0">${encode(toPlainText(content.preheader))}</div>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"><tr><td align="center" style="padding:32px 12px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" class="card" style="max-width:560px;background:#ffffff;border:1px solid #e8e6e1;border-radius:12px">
<tr><td class="inset" style="padding:28px 32px 0 32px">${renderLetterhead(branding, accent)}</td></tr>
<tr><td class="inset" style="padding:24px 32px 0 32px"><h1 class="ink" style="margin:0;font-size:20px;line-height:28px;font-weight:600;letter-spacing:-0.01em;color:#1c1b1f">${typeof heading === 'string' ? encode(heading) : isolateParts(heading)}</h1></td></tr>
${blocks.map((block, at) => `<tr><td class="inset" style="padding:16px 32px 0 32px">${renderHtmlBlock(block, { accent, language, next: blocks[at + 1] })}</td></tr>`).join('\n')}
<tr><td style="padding:28px 0 0 0;font-size:0;line-height:0">&nbsp;</td></tr>
</table>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:560px"><tr><td class="soft inset" style="padding:16px 32px;font-size:13px;line-height:20px;color:#57555c">${renderFooter(branding.footer)}<p class="soft" style="margin:0;color:#57555c">${renderPhrase(reason)}${renderFooterLink(unsubscribe)}</p></td></tr></table>
</td></tr></table>
</body>
</html>
`;
}

/** The organization's own lines. They may be in another writing direction than the rest. */
function renderFooter(footer: string | null | undefined): string {
  if (!footer) return '';
  const lines = footer
    .split('\n')
    .map((line) => encode(line))
    .join('<br>');
  return `<p class="soft" dir="auto" style="margin:0 0 12px 0;color:#57555c">${lines}</p>`;
}

const FONT = `font-family:Inter,-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif`;
/** The logo's maximum width in pixels. */
const LOGO_MAX_WIDTH = 220;
const LOGO_MAX_HEIGHT = 40;
const BODY_TEXT = 'margin:0;font-size:16px;line-height:24px;color:#1c1b1f';

const NARROW = `
@media (max-width: 480px) {
  .inset { padding-left: 20px !important; padding-right: 20px !important; }
  .row { display: flex !important; column-gap: 12px; padding: 10px 0; border-top: 1px solid #e8e6e1; }
  .row > * { padding: 0 !important; border: 0 !important; }
  .row > th { flex: 1 1 0; }
  .stacked { flex-direction: column; align-items: flex-start; }
  .stacked > th { flex: none; }
  .action-table { width: 100% !important; }
  .action a { display: block !important; text-align: center !important; }
}
`;

const DARK = `
:root { color-scheme: light dark; supported-color-schemes: light dark; }
@media (prefers-color-scheme: dark) {
  .page { background: #131316 !important; }
  .card { background: #1b1b1f !important; border-color: #2a2a30 !important; }
  .ink { color: #ededf0 !important; }
  .soft { color: #aeadb6 !important; }
  .problem { color: #f0888d !important; }
  .panel { background: #222227 !important; }
  .line { border-color: #2a2a30 !important; }
  .quote { border-color: #3d3d46 !important; }
  .logo { background: #ffffff !important; padding: 6px !important; border-radius: 6px !important; }
}
`;

/** Returns the rules that show the accent on the dark card. */
function renderDarkAccent({ dark: { color, textColor } }: MailAccent): string {
  return `@media (prefers-color-scheme: dark) {
  .tile { background: ${color} !important; color: ${textColor} !important; }
  .action { background: ${color} !important; }
  .action a { color: ${textColor} !important; border-color: ${color} !important; }
}
`;
}

/**
 * Renders the organization's logo. A logo that is a symbol is followed by the organization's name. Without a
 * logo, the name follows a tile with its first letter.
 */
function renderLetterhead({ displayName, logoUrl, ...pixels }: MailBranding, { light }: MailAccent): string {
  const logo =
    logoUrl !== null && /^https?:\/\//i.test(logoUrl) && URL.canParse(logoUrl) ? new URL(logoUrl) : null;
  const renderWithName = (mark: string) =>
    `<table role="presentation" cellpadding="0" cellspacing="0" border="0"><tr>
${mark}
<td class="ink" style="padding:0 10px;font-size:14px;line-height:20px;font-weight:600;color:#1c1b1f"><bdi>${encode(displayName)}</bdi></td></tr></table>`;
  if (!logo)
    return renderWithName(
      `<td class="tile" aria-hidden="true" align="center" width="28" height="28" style="width:28px;height:28px;border-radius:6px;background:${light.color};color:${light.textColor};font-size:14px;line-height:28px;font-weight:700">${encode(getInitial(displayName))}</td>`,
    );
  const { width, height } = fitLogo(pixels);
  const isNamed = isSymbol({ width, height });
  const image = `<img src="${encode(logo.href)}" alt="${isNamed ? '' : encode(displayName)}" width="${width}" height="${height}" class="logo" style="display:block;width:${width}px;height:${height}px;border:0;${FONT};font-size:15px;color:#57555c">`;
  return isNamed ? renderWithName(`<td>${image}</td>`) : image;
}

function getInitial(name: string): string {
  const [first] = new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(name.trim());
  return (first?.segment ?? '').toLocaleUpperCase();
}

/** Fits the logo into the letterhead. Some mail programs ignore `max-width`, so the exact size is needed. */
function fitLogo({ logoWidth, logoHeight }: Pick<MailBranding, 'logoWidth' | 'logoHeight'>) {
  const [width, height] = [logoWidth ?? LOGO_MAX_WIDTH, logoHeight ?? LOGO_MAX_HEIGHT];
  const scale = Math.min(1, LOGO_MAX_WIDTH / width, LOGO_MAX_HEIGHT / height);
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

type Surroundings = {
  readonly accent: MailAccent;
  readonly language: Locale;
  /** The block below. */
  readonly next: MailBlock | undefined;
};

function renderHtmlBlock(block: MailBlock, { accent, language, next }: Surroundings): string {
  switch (block.kind) {
    case 'paragraph':
      return `<p class="ink" style="${BODY_TEXT}">${renderPhrase(block.text)}</p>`;
    case 'note':
      return `<p class="soft" style="margin:0;font-size:14px;line-height:20px;color:#57555c">${renderPhrase(block.text)}</p>`;
    case 'details':
      return renderDetails(block.rows, language);
    case 'list':
      return list(block.rows, language, next);
    case 'quote':
      return `<p class="soft" style="margin:0 0 4px 0;font-size:14px;line-height:20px;color:#57555c">${renderPhrase(block.caption)}</p>
<blockquote class="quote soft" dir="auto" style="${BODY_TEXT};color:#57555c;padding:2px 14px;border:0 solid #d9d6cf;border-inline-start-width:2px;overflow-wrap:anywhere">${encode(block.text).replaceAll('\n', '<br>')}</blockquote>`;
    case 'code':
      return code(block.code);
    case 'action':
      return renderAction(block, accent);
    default:
      return block satisfies never;
  }
}

/** Shows a gap in the middle of the code. The gap isn't copied with the code. */
function code(text: string): string {
  const middle = Math.ceil(text.length / 2);
  return `<p class="panel ink" dir="ltr" style="margin:0;padding:20px 16px;background:#f3f2ee;border-radius:8px;font-size:32px;line-height:40px;font-weight:700;letter-spacing:3px;text-align:center;color:#1c1b1f">${encode(text.slice(0, middle))}<span style="padding-left:14px">${encode(text.slice(middle))}</span></p>`;
}

function renderDetails(rows: readonly MailRow[], language: Locale): string {
  const [start, end] = getSides(language);
  const cells = rows.map(
    ({ label, value }) => `<tr>
<th scope="row" align="${start}" valign="top" class="soft line" style="padding:8px 0;padding-${end}:16px;border-top:1px solid #e8e6e1;font-size:14px;line-height:20px;font-weight:400;color:#57555c;white-space:nowrap">${encode(label)}</th>
<td valign="top" class="ink line" style="padding:8px 0;border-top:1px solid #e8e6e1;font-size:14px;line-height:20px;color:#1c1b1f;overflow-wrap:anywhere">${isolateParts(value)}</td></tr>`,
  );
  return `<table cellpadding="0" cellspacing="0" border="0" width="100%" class="line" style="border-bottom:1px solid #e8e6e1">${cells.join('\n')}</table>`;
}

/** On a phone, longer facts stand below the names of their list, and shorter ones beside them. */
const SHORT_FACT = 12;

/** A list below this one begins with a line of its own. */
function list(rows: readonly MailListRow[], language: Locale, next: MailBlock | undefined): string {
  const [start, end] = getSides(language);
  const isStacked = rows.some(({ fact }) => fact.length > SHORT_FACT);
  const cells = rows.map(
    ({ name, fact, note }) => `<tr class="row line${isStacked ? ' stacked' : ''}">
<th scope="row" align="${start}" valign="top" class="ink line" style="padding:10px 0;border-top:1px solid #e8e6e1;font-size:16px;line-height:24px;font-weight:400;color:#1c1b1f;overflow-wrap:anywhere"><bdi>${encode(name)}</bdi>${renderRowNote(note)}</th>
<td align="${end}" valign="top" class="soft line" style="padding:10px 0;padding-${start}:12px;border-top:1px solid #e8e6e1;font-size:14px;line-height:24px;color:#57555c;white-space:nowrap">${encode(fact)}</td></tr>`,
  );
  const line = next?.kind === 'list' ? '' : ' style="border-bottom:1px solid #e8e6e1"';
  return `<table cellpadding="0" cellspacing="0" border="0" width="100%" class="line"${line}>${cells.join('\n')}</table>`;
}

function renderRowNote(note: MailListRow['note']): string {
  if (note === undefined || note.text.length === 0) return '';
  const [name, color] = note.isProblem ? ['problem', '#b3242d'] : ['soft', '#57555c'];
  return `<br><span class="${name}" style="font-size:13px;line-height:18px;color:${color}">${isolateParts(note.text)}</span>`;
}

function renderFooterLink(link: MailContent['unsubscribe']): string {
  if (link === undefined) return '';
  return ` <a href="${encode(link.url)}" class="soft" style="color:#57555c">${encode(link.label)}</a>`;
}

function getSides(language: Locale): readonly [start: string, end: string] {
  return getTextDirection(language) === 'ltr' ? ['left', 'right'] : ['right', 'left'];
}

function renderAction(
  { label, url }: { label: string; url: string },
  { light: { color, textColor } }: MailAccent,
): string {
  const href = encode(url);
  return `<table role="presentation" cellpadding="0" cellspacing="0" border="0" class="action-table" style="margin:4px 0 0 0"><tr><td bgcolor="${color}" class="action" style="border-radius:6px;background:${color}">
<a href="${href}" style="display:inline-block;padding:11px 24px;font-size:16px;line-height:22px;font-weight:600;color:${textColor};text-decoration:none;border-radius:6px;border:1px solid ${color}">${encode(label)}</a></td></tr></table>`;
}

function renderPhrase(parts: Phrase): string {
  return parts
    .map((part) => (typeof part === 'string' ? encode(part) : `<strong>${isolateParts([part])}</strong>`))
    .join('');
}

function isolateParts(parts: Phrase): string {
  return parts
    .map((part) => (typeof part === 'string' ? encode(part) : `<bdi>${encode(part.given)}</bdi>`))
    .join('');
}
