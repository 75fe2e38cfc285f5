import {
  renderBlank,
  pickCaption,
  pickFollowers,
  label,
  renderLineCell,
  type Sample,
  type SampleParty,
} from './blanks.ts';
import type { Layout } from './layouts.ts';

const [FIRST, SECOND] = [0, 1];

function getParty({ parties }: Sample, index: number): SampleParty {
  const found = parties[index];
  if (found === undefined) throw new RangeError('a contract has two parties');
  return found;
}

/** A letter that the other side accepts by signing. */
const renderLetter: Layout = (sample) => {
  const [sender, receiver] = [getParty(sample, FIRST), getParty(sample, SECOND)];
  const rows = pickFollowers(sample).slice(0, 2);
  const renderLines = (own: SampleParty) =>
    (['signature', ...rows] as const)
      .map(
        (kind) =>
          `<tr><td style="padding-right:8px">${label(sample, kind)}</td>${renderLineCell({ kind, party: own }, 220)}</tr>`,
      )
      .join('');
  return `<div style="margin-left:320px"><p>${sample.dice.one(['Very truly yours,', 'Sincerely,', 'Yours faithfully,'])}</p><p>${sender.name.toUpperCase()}</p><table>${renderLines(sender)}</table></div>
    <p>${sample.dice.one(['ACCEPTED AND AGREED', 'Acknowledged and agreed as of the date first above written:', 'AGREED TO AND ACCEPTED BY:'])}</p><p>${receiver.name.toUpperCase()}</p><table>${renderLines(receiver)}</table>`;
};

/** A partnership signs through its general partner. */
const renderThroughPartner: Layout = (sample) =>
  sample.parties
    .map((own) => {
      const partner = `${own.name.split(' ')[0] ?? 'Acme'} GP, LLC`;
      return `<div style="margin:0 0 24px 300px"><p><b>${own.name.toUpperCase()}</b></p><div>By: ${partner}, its ${sample.dice.one(['general partner', 'managing member', 'sole member'])}</div><div style="margin-top:20px;padding-left:20px">By: ${renderBlank(sample, { kind: 'signature', party: own }, { width: 220 })}</div><div style="padding-left:20px">Name: ${sample.dice.is(0.5) ? own.person : renderBlank(sample, { kind: 'name', party: own }, { width: 200 })}</div><div style="padding-left:20px">Title: ${sample.dice.is(0.5) ? own.position : renderBlank(sample, { kind: 'title', party: own }, { width: 200 })}</div></div>`;
    })
    .join('');

/** A witness signs next to or below each party. */
const renderWitnesses: Layout = (sample) => {
  const { dice, words } = sample;
  const isBeside = dice.is(0.5);
  const rows = pickFollowers(sample).slice(0, 2);
  const witness = dice.one(words.witness);
  return sample.parties
    .map((own) => {
      const block = `<p><b>${dice.one([own.name, `${own.role}: ${own.name}`])}</b></p>${(['signature', ...rows] as const).map((kind) => `<div style="line-height:1.5">${label(sample, kind)} ${renderBlank(sample, { kind, party: own }, { width: 200 })}</div>`).join('')}`;
      const seen = isBeside
        ? `<div style="margin-top:34px">${renderBlank(sample, { kind: 'signature', party: null }, { width: 200 })}</div><div>${witness.replace(/:$/, '')}</div>`
        : `<div style="margin-top:18px">${witness.replace(/:$/, '')}: ${renderBlank(sample, { kind: 'signature', party: null }, { width: 200 })}</div>`;
      return isBeside
        ? `<table style="margin-top:18px"><tr><td style="padding-right:60px;vertical-align:top">${seen}</td><td>${block}</td></tr></table>`
        : `<div style="margin-top:18px">${block}${seen}</div>`;
    })
    .join('');
};

/** Two people sign for each company. */
const renderTwoSignatories: Layout = (sample) => {
  const rows = pickFollowers(sample).slice(0, 2);
  const block = (own: SampleParty) =>
    (['signature', ...rows] as const)
      .map(
        (kind) =>
          `<div style="line-height:1.6">${label(sample, kind)} ${renderBlank(sample, { kind, party: own }, { width: 180 })}</div>`,
      )
      .join('');
  const isBeside = sample.dice.is(0.5);
  return sample.parties
    .map(
      (own) =>
        `<div style="margin-top:20px"><b>${own.name}</b></div>${
          isBeside
            ? `<table><tr><td style="padding-right:40px">${block(own)}</td><td>${block(own)}</td></tr></table>`
            : `<div style="margin-top:10px">${block(own)}</div><div style="margin-top:18px">${block(own)}</div>`
        }`,
    )
    .join('');
};

/** Typewritten: the dashes are on the next line, and the labels precede nothing. */
const renderTypewritten: Layout = (sample) => {
  const [left, right] = [getParty(sample, FIRST), getParty(sample, SECOND)];
  const renderDashes = (kind: 'signature' | 'name' | 'title' | 'date', own: SampleParty, count: number) =>
    `<span data-kind="${kind}" data-party="${own.index}" data-cue="characters">${(sample.mark === 'underscore' ? '_' : '-').repeat(count)}</span>`;
  const rows = (['signature', 'name', 'title', 'date'] as const).filter(
    (kind) => kind === 'signature' || sample.dice.is(0.7),
  );
  const isUnderscored = sample.mark === 'underscore';
  const names = rows.map(
    (kind) => ({ signature: 'By:', name: 'Name:', title: 'Title:', date: 'Date:' })[kind],
  );
  const count = sample.dice.between(22, 28);
  const pad = (text: string, width: number) => text.padEnd(width);
  const lines = rows.flatMap((kind, index) => {
    const name = names[index] ?? '';
    return isUnderscored
      ? [
          `${pad(name, 7)}${renderDashes(kind, left, count)}${' '.repeat(38 - 7 - count)}${pad(name, 7)}${renderDashes(kind, right, count)}`,
          '',
        ]
      : [
          `${pad(name, 38)}${name}`,
          `       ${renderDashes(kind, left, count)}${' '.repeat(38 - 7 - count + 7)}${renderDashes(kind, right, count)}`,
        ];
  });
  return `<pre>${pad(left.name.toUpperCase().slice(0, 34), 38)}${right.name.toUpperCase().slice(0, 34)}\n\n${lines.join('\n')}</pre>`;
};

/** Each line has its label on the right, and there's a place for the company seal. */
const renderLabelsRight: Layout = (sample) =>
  sample.parties
    .map(
      (own) =>
        `<p style="margin-top:24px"><b>${own.name}</b></p><div>${renderBlank(sample, { kind: 'signature', party: own }, { width: 260 })} ${sample.dice.one(['(Seal)', '(SEAL)', '(L.S.)', '(Signature)', `(${pickCaption(sample, 'signature')})`])}</div>${sample.dice.is(0.6) ? `<div>${renderBlank(sample, { kind: 'name', party: own }, { width: 260 })} (${pickCaption(sample, 'name')})</div>` : ''}${sample.dice.is(0.6) ? `<div>${renderBlank(sample, { kind: 'date', party: own }, { width: 160 })} (${pickCaption(sample, 'date')})</div>` : ''}`,
    )
    .join('');

/** Each line has its label above it. */
const renderLabelsAbove: Layout = (sample) => {
  const rows = pickFollowers(sample).slice(0, 3);
  const blocks = sample.parties.map(
    (own) =>
      `<p><b>${sample.dice.is(0.5) ? own.role : own.name}</b></p>${(['signature', ...rows] as const)
        .map(
          (kind) =>
            `<div style="margin-top:12px;font-size:0.85em">${label(sample, kind)}</div><div style="height:20px;width:260px;border-bottom:1px solid #000" data-kind="${kind}" data-party="${own.index}" data-cue="line">&nbsp;</div>`,
        )
        .join('')}`,
  );
  return `<table><tr>${blocks.map((block) => `<td style="padding-right:50px;vertical-align:top">${block}</td>`).join('')}</tr></table>`;
};

/** Lines first, with the signer's name, company and office under each signature. */
const renderNamesBelow: Layout = (sample) => {
  const blocks = sample.parties.map((own) => {
    const under = sample.dice.one([
      `${own.person}<br>${own.position}<br>${own.name}`,
      `${own.name}<br>${own.person}, ${own.position}`,
      `<b>${own.name}</b><br>${own.role}`,
      `${own.role}`,
    ]);
    return `<div style="margin-top:40px">${renderBlank(sample, { kind: 'signature', party: own }, { width: 240 })}<br>${under}</div>`;
  });
  return sample.dice.is(0.6)
    ? `<table><tr>${blocks.map((block) => `<td style="padding-right:50px;vertical-align:top">${block}</td>`).join('')}</tr></table>`
    : blocks.join('');
};

/** An X and a line. */
const renderCrosses: Layout = (sample) =>
  sample.parties
    .map(
      (own) =>
        `<div style="margin-top:28px">X ${renderBlank(sample, { kind: 'signature', party: own }, { width: 260 })} &nbsp; ${label(sample, 'date').replace(/:?$/, ':')} ${renderBlank(sample, { kind: 'date', party: own }, { width: 110 })}</div><div>${sample.dice.one([`${own.role}`, own.name, `${own.role}: ${own.name}`])}</div>`,
    )
    .join('');

/** Boxes to sign in, with their labels inside. */
const renderBoxes: Layout = (sample) => {
  const rows = (['signature', 'name', 'date'] as const).filter(
    (kind) => kind === 'signature' || sample.dice.is(0.7),
  );
  return sample.parties
    .map(
      (own) =>
        `<p style="margin-top:20px"><b>${own.role}: ${own.name}</b></p><table class="grid">${rows
          .map(
            (kind) =>
              `<tr style="height:34px"><td style="width:150px">${label(sample, kind)}</td><td style="width:360px" data-kind="${kind}" data-party="${own.index}" data-cue="cell">&nbsp;</td></tr>`,
          )
          .join('')}</table>`,
    )
    .join('');
};

/** An individual guarantor signs after the parties. */
const renderGuarantor: Layout = (sample) => {
  const own: SampleParty = {
    index: 2,
    name: 'Guarantor',
    role: 'Guarantor',
    person: 'Ellen R. Novak',
    position: '',
  };
  const main = sample.parties
    .map(
      (side) =>
        `<p><b>${side.name}</b></p><div>${label(sample, 'signature')} ${renderBlank(sample, { kind: 'signature', party: side }, { width: 220 })}</div><div>${label(sample, 'date')} ${renderBlank(sample, { kind: 'date', party: side }, { width: 180 })}</div>`,
    )
    .join('');
  return `${main}<p><b>GUARANTOR:</b></p><div style="margin-top:18px">${renderBlank(sample, { kind: 'signature', party: own }, { width: 240 })}</div><div>${own.person}, individually</div>`;
};

/** Sworn before a notary, whose blanks belong to no party. */
const renderNotary: Layout = (sample) => {
  const nobody = { party: null } as const;
  const block = sample.parties
    .map(
      (own) =>
        `<p><b>${own.name}</b></p><div>${label(sample, 'signature')} ${renderBlank(sample, { kind: 'signature', party: own }, { width: 220 })}</div><div>${label(sample, 'name')} ${renderBlank(sample, { kind: 'name', party: own }, { width: 200 })}</div>`,
    )
    .join('');
  return `${block}<p>STATE OF ${renderBlank(sample, { kind: 'text', ...nobody }, { width: 140, mark: 'underscore' })} )<br>COUNTY OF ${renderBlank(sample, { kind: 'text', ...nobody }, { width: 130, mark: 'underscore' })} )</p>
    <div style="margin-top:24px">${renderBlank(sample, { kind: 'signature', ...nobody }, { width: 240 })}</div><div>Notary Public</div>`;
};

/** A sentence dates the signing. */
const renderDatedSentence: Layout = (sample) =>
  `<p>Executed this ${renderBlank(sample, { kind: 'date', party: null }, { width: 60, mark: 'underscore' })} day of ${renderBlank(sample, { kind: 'date', party: null }, { width: 130, mark: 'underscore' })}, 2026.</p>${sample.parties
    .map(
      (own) =>
        `<p><b>${own.name}</b></p><div>By: ${renderBlank(sample, { kind: 'signature', party: own }, { width: 220 })}</div><div>Name: ${own.person}</div><div>Title: ${own.position}</div>`,
    )
    .join('')}`;

/** Each party's initials after the signatures. */
const withInitials: Layout = (sample) =>
  `${sample.parties
    .map(
      (own) =>
        `<p><b>${own.name}</b></p><div>${label(sample, 'signature')} ${renderBlank(sample, { kind: 'signature', party: own }, { width: 220 })}</div><div>${label(sample, 'date')} ${renderBlank(sample, { kind: 'date', party: own }, { width: 160 })}</div>`,
    )
    .join(
      '',
    )}<p style="margin-top:24px">${label(sample, 'initials')} ${sample.parties.map((own) => renderBlank(sample, { kind: 'initials', party: own }, { width: 50, mark: 'underscore' })).join(' &nbsp; ')}</p>`;

export const RARER_LAYOUTS = {
  letter: renderLetter,
  throughPartner: renderThroughPartner,
  witnesses: renderWitnesses,
  twoSignatories: renderTwoSignatories,
  typewritten: renderTypewritten,
  labelsRight: renderLabelsRight,
  labelsAbove: renderLabelsAbove,
  namedBelow: renderNamesBelow,
  crosses: renderCrosses,
  boxes: renderBoxes,
  guarantor: renderGuarantor,
  notary: renderNotary,
  datedSentence: renderDatedSentence,
  withInitials,
} satisfies Record<string, Layout>;
